/** The buttons of operations that take no body. */
import { escapeDirectionControls } from '../direction-controls.js';
import { type Html, html } from '../html.js';

export interface ButtonView {
  readonly title: string;
  readonly action: string;
  readonly csrfToken: string | undefined;
}

/** Works without JavaScript, because HTML forms can send an empty POST. */
export function buttonView({ title, action, csrfToken }: ButtonView): Html {
  return html`<form class="action" method="post" action="${action}" data-method="POST">
${csrfField(csrfToken)}
<p><button>${title}</button></p>
</form>`;
}

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

/** Asks for a confirmation. */
export function deleteView({ title, action, name, etag, csrfToken, next }: DeleteView): Html {
  // A line break limits the effect of the name's text direction.
  const called = name === undefined ? '' : `\n${escapeDirectionControls(name)}`;
  const question = `${title}? This cannot be undone.\n\n${action}${called}`;
  const version = etag !== undefined && html` data-etag="${etag}"`;
  const data = html`data-method="DELETE"${version} data-confirm="${question}" data-next="${next}"`;
  return html`<form class="delete scripted" ${data} action="${action}">
${csrfField(csrfToken)}
<p><button class="danger">Delete</button></p>
</form>`;
}

/** @param token undefined without a session */
export function csrfField(token: string | undefined): Html | false {
  return token !== undefined && html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">`;
}
