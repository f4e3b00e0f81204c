/** A form made from the contract: controls, and the same content as raw JSON. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import type { FieldDescriptions } from '../../../contract/describe-fields.js';
import type { Schema } from '../../../contract/specification.js';
import { type Html, html } from '../html.js';
import { csrfField } from './button-views.js';
import { controlView, isLong, messages } from './control-view.js';

type Members = Readonly<Record<string, unknown>>;

export interface FormView {
  readonly title: string;
  readonly method: 'POST' | 'PUT';
  readonly action: string;
  /** The page without the changes. */
  readonly cancelUrl: string;
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
  /** Shows what the form would store. */
  readonly previewUrl: string | undefined;
  /** Otherwise a button opens it. */
  readonly isOpen: boolean;
  /** Its first long text has the focus: what is new is pasted at once. */
  readonly isFocused: boolean;
}

/** HTML forms can send GET and POST only, so a script sends the method in `data-method`. */
export function formView(view: FormView): Html {
  const { title, method, action, values, errors, previewUrl, csrfToken, isOpen } = view;
  const id = `form-${method.toLowerCase()}`;
  const { short, long, checks } = arrange(view);
  const focused = view.isFocused ? long[0]?.[0] : undefined;
  const control = ([name, field]: Field) =>
    controlView({
      name,
      isFocused: name === focused,
      field,
      schema: view.schemas[name] ?? {},
      value: values[name],
      errors: errors[name],
      formId: id,
      blank: field.required || view.schemas[name]?.default !== undefined ? undefined : 'None',
    });
  const preview = previewUrl !== undefined && html` data-preview="${previewUrl}"`;
  return html`<details class="form${method !== 'POST' && ' scripted'}"${isOpen && html` open`}>
<summary class="button" id="${id}-heading">${method === 'PUT' ? 'Edit' : title}</summary>
<div class="panel">
<h2>${title}</h2>
<form id="${id}" method="post" action="${action}" data-method="${method}"${etagAttribute(view)}${preview}>
${csrfField(csrfToken)}
${messages(errors.non_field_errors, `${id}-errors`)}
<div class="fields-row">${short.map(control)}</div>
${long.map(control)}
<div class="send">${checks.map(control)}<button>${method === 'PUT' ? 'Save' : 'Create'}</button>
<a class="button plain" href="${view.cancelUrl}">Cancel</a></div>
</form>
${rawView(`${id}-raw`, view)}
</div>
</details>`;
}

type Field = readonly [name: string, field: FieldDescription];

/** Short fields in one row, long texts below it, check boxes beside the button. */
function arrange({ fields }: FormView): Record<'short' | 'long' | 'checks', readonly Field[]> {
  const writable = Object.entries(fields).filter(([, field]) => !field.read_only);
  const isCheck = ([, { type }]: Field) => type === 'boolean';
  const isText = ([, field]: Field) => isLong(field);
  return {
    short: writable.filter((field) => !isCheck(field) && !isText(field)),
    long: writable.filter(isText),
    checks: writable.filter(isCheck),
  };
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
