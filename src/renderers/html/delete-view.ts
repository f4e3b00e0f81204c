/** The button that deletes, after asking once more. */
import { escapeDirectionControls } from './direction-controls.js';
import { csrfField } from './form-view.js';
import { type Html, html } from './html.js';

export interface DeleteView {
  readonly title: string;
  readonly action: string;
  /** What the resource is called, where it has a name. */
  readonly name: string | undefined;
  /** Of the version that the page shows. */
  readonly etag: string | undefined;
  readonly csrfToken: string | undefined;
  /** Where the script goes when it is done. */
  readonly next: string;
}

export function deleteView({ title, action, name, etag, csrfToken, next }: DeleteView): Html {
  // The name has a line of its own: in whatever direction it is written, it turns nothing else around.
  const called = name === undefined ? '' : `\n${escapeDirectionControls(name)}`;
  const question = `${title}? This cannot be undone.\n\n${action}${called}`;
  return html`<form class="delete scripted" data-method="DELETE"${etag !== undefined && html` data-etag="${etag}"`} data-confirm="${question}" data-next="${next}" action="${action}">
${csrfField(csrfToken)}
<p><button class="danger">Delete</button></p>
</form>`;
}
