/** A button for an operation that takes no body: it works without JavaScript, as HTML forms can send an empty POST. */
import { csrfField } from './form-view.js';
import { type Html, html } from './html.js';

export interface ButtonView {
  readonly title: string;
  readonly action: string;
  readonly csrfToken: string | undefined;
}

export function buttonView({ title, action, csrfToken }: ButtonView): Html {
  return html`<form class="action" method="post" action="${action}" data-method="POST">
${csrfField(csrfToken)}
<p><button>${title}</button></p>
</form>`;
}
