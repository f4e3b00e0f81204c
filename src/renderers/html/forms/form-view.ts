/** A form made from the contract: controls, and the same content as raw JSON. */
import type { FieldDescriptions } from '../../../contract/describe-fields.js';
import type { Schema } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
import { type Html, html } from '../html.js';
import { csrfField } from './button-views.js';
import { controlView, messages } from './control-view.js';

type Members = Readonly<Record<string, unknown>>;

export interface FormView {
  readonly title: string;
  readonly method: 'POST' | 'PUT';
  readonly action: string;
  readonly fields: FieldDescriptions;
  /** The schemas of the fields, flattened. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The content of the controls: the stored values, or the refused ones. */
  readonly values: Members;
  readonly errors: Members;
  /** The raw JSON. The script takes line ends from it, because controls do not keep them. */
  readonly raw: unknown;
  readonly rawErrors: Members;
  /** The ETag of the version that the page shows; undefined for a new resource. */
  readonly etag: string | undefined;
  readonly csrfToken: string | undefined;
  readonly url: Url;
  /** It has mistakes to correct. */
  readonly isOpen: boolean;
}

/** HTML forms can send GET and POST only, so a script sends the method in `data-method`. */
export function formView(view: FormView): Html {
  const { title, method, action, fields, schemas, values, errors, csrfToken, url, isOpen } = view;
  const id = `form-${method.toLowerCase()}`;
  const writable = Object.entries(fields).filter(([, field]) => !field.read_only);
  return html`<details class="form${method !== 'POST' && ' scripted'}"${isOpen && html` open`}>
<summary class="button" id="${id}-heading">${method === 'PUT' ? 'Edit' : title}</summary>
<div class="panel">
<form id="${id}" method="post" action="${action}" data-method="${method}"${etagAttribute(view)}>
${csrfField(csrfToken)}
${messages(errors.non_field_errors, `${id}-errors`)}
${writable.map(([name, field]) => {
  const schema = schemas[name] ?? {};
  const blank = field.required || schema.default !== undefined ? undefined : 'None';
  return controlView({
    name,
    field,
    schema,
    value: values[name],
    errors: errors[name],
    formId: id,
    blank,
    url,
  });
})}
<p class="send"><button>${method === 'PUT' ? 'Save' : 'Create'}</button>${
    // Opens the page again without the changes. A script asks before it drops unsaved work.
    method === 'PUT' && html` <a class="button" href="${action}">Cancel</a>`
  }</p>
</form>
${rawView(`${id}-raw`, view)}
</div>
</details>`;
}

function rawView(id: string, view: FormView): Html {
  const { method, action, raw, rawErrors, csrfToken } = view;
  const error = messages(allMessages(rawErrors), `${id}-error`);
  return html`<details class="raw scripted">
<summary>Raw JSON</summary>
<form data-method="${method}" data-type="application/json"${etagAttribute(view)} action="${action}">
${csrfField(csrfToken)}
<p><label for="${id}">Body</label>
<textarea id="${id}" name="_body" class="code" rows="8" spellcheck="false"${
    error && html` aria-describedby="${id}-error" aria-invalid="true"`
  }>
${JSON.stringify(raw, null, 2)}</textarea>${error}</p>
<p><button>Send ${method}</button></p>
</form>
</details>`;
}

/** The messages of all fields. A body that could not be parsed has `detail` only. */
function allMessages({ detail, ...members }: Members): string[] {
  const found = Object.entries(members).flatMap(([name, texts]) => {
    if (!Array.isArray(texts)) return [];
    return [name === 'non_field_errors' ? texts.join(' ') : `${name}: ${texts.join(' ')}`];
  });
  return found.length === 0 && typeof detail === 'string' ? [detail] : found;
}

const etagAttribute = ({ etag }: FormView) => etag !== undefined && html` data-etag="${etag}"`;
