/** The button that deletes, after asking once more. */
import { csrfField } from './form-view.js';
import { type Html, html } from './html.js';

/** @param next where the script goes when it is done */
export function deleteView(title: string, action: string, csrfToken: string | undefined, next: string): Html {
  return html`<form class="delete scripted" data-method="DELETE" data-confirm="${title}? This cannot be undone." data-next="${next}" action="${action}">
${csrfField(csrfToken)}
<p><button class="danger">Delete</button></p>
</form>`;
}
