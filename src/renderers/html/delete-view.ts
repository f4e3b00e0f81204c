/** The button that deletes, after a confirmation. */
import { escapeDirectionControls } from './direction-controls.js';
import { csrfField } from './form-view.js';
import { type Html, html } from './html.js';

export interface DeleteView {
  readonly title: string;
  readonly action: string;
  /** The name of the resource, if it has one. */
  readonly name: string | undefined;
  /** The ETag of the version that the page shows. */
  readonly etag: string | undefined;
  readonly csrfToken: string | undefined;
  /** Where the script goes afterwards. */
  readonly next: string;
}

export function deleteView({ title, action, name, etag, csrfToken, next }: DeleteView): Html {
  // The name has a line of its own, so that its text direction affects nothing else.
  const called = name === undefined ? '' : `\n${escapeDirectionControls(name)}`;
  const question = `${title}? This cannot be undone.\n\n${action}${called}`;
  const version = etag !== undefined && html` data-etag="${etag}"`;
  const data = html`data-method="DELETE"${version} data-confirm="${question}" data-next="${next}"`;
  return html`<form class="delete scripted" ${data} action="${action}">
${csrfField(csrfToken)}
<p><button class="danger">Delete</button></p>
</form>`;
}
