/** A form made from the contract: its controls, and the same as raw JSON. */
import type { FieldDescriptions } from '../../metadata/describe-fields.js';
import { controlView, messages } from './control-view.js';
import { type Html, html } from './html.js';

export interface FormView {
  readonly title: string;
  readonly method: 'POST' | 'PUT';
  readonly action: string;
  readonly fields: FieldDescriptions;
  /** What the controls hold: the stored values, or what was sent and refused. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, unknown>>;
  /** What the raw tab begins with, as a JSON value; the script takes ends of lines from it, which controls do not keep. */
  readonly raw: unknown;
  readonly csrfToken: string | undefined;
}

/** HTML forms know GET and POST; the script sends the method that `data-method` names. */
export function formView({ title, method, action, fields, values, errors, raw, csrfToken }: FormView): Html {
  const id = `form-${method.toLowerCase()}`;
  const writable = Object.entries(fields).filter(([, field]) => !field.read_only);
  return html`<section class="form${method !== 'POST' && ' scripted'}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${title}</h2>
<form id="${id}" method="post" action="${action}" data-method="${method}">
${csrfField(csrfToken)}
${messages(errors.non_field_errors, `${id}-errors`)}
${writable.map(([name, field]) =>
  controlView({ name, field, value: values[name], errors: errors[name], formId: id }),
)}
<p><button>${method === 'PUT' ? 'Save' : 'Create'}</button></p>
</form>
<details class="raw scripted">
<summary>Raw JSON</summary>
<form data-method="${method}" data-type="application/json" action="${action}">
${csrfField(csrfToken)}
<p><label for="${id}-raw">Body</label>
<textarea id="${id}-raw" name="_body" class="code" rows="8" spellcheck="false">
${JSON.stringify(raw, null, 2)}</textarea></p>
<p><button>Send ${method}</button></p>
</form>
</details>
</section>`;
}

/** @param token undefined where no session asks for it */
export function csrfField(token: string | undefined): Html | false {
  return token !== undefined && html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">`;
}
