/** The buttons of operations that take no body. */
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
  readonly action: string;
  /** The ETag of the version that the page shows. */
  readonly etag: string | undefined;
  readonly csrfToken: string | undefined;
  /** Where the script goes afterwards. */
  readonly next: string;
}

/** The script lets the user undo it (`delete-with-undo.js`). */
export function deleteView({ action, etag, csrfToken, next }: DeleteView): Html {
  const version = etag !== undefined && html` data-etag="${etag}"`;
  return html`<form class="delete scripted" data-method="DELETE"${version} data-next="${next}" action="${action}">
${csrfField(csrfToken)}
<p><button class="danger">Delete</button></p>
</form>`;
}

/** @param token undefined without a session */
export function csrfField(token: string | undefined): Html | false {
  return token !== undefined && html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">`;
}
