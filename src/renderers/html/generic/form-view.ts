/** A form made from the contract: a control for each field that may be sent, with its label, limit and errors. */

import { labelOf, type Operation } from '../../../contract/contract.js';
import type { Schema } from '../../../contract/specification.js';
import { cut } from '../../../cut.js';
import { etagOf } from '../../../http/etag.js';
import { type Content, type Html, html } from '../html.js';
import { csrfField, headerOf, lineEndsField, type Shown } from '../shown.js';

type Members = Readonly<Record<string, unknown>>;

export interface FormView {
  readonly operation: Operation;
  readonly shown: Shown;
  /** What the controls show; a missing one shows its default. */
  readonly values: Members;
  /** The messages by field. */
  readonly errors: Members;
}

const FORM = 'application/x-www-form-urlencoded';

/** A form can send POST and texts. The script sends PUT, and JSON where a field is no text (`data-json`). */
export function formView({ operation, shown, values, errors }: FormView): Html {
  const { method, summary, content, input } = operation;
  const { request, visitor } = shown;
  const id = `form-${method}`;
  const fields = Object.entries(operation.fields).filter(([, { readOnly }]) => !readOnly);
  const isJson = (input && !content[FORM]) || fields.some(([, field]) => isStructured(field));
  const needsScript = method !== 'post' || isJson;
  return html`<section class="card">
<h2>${summary}</h2>
<form id="${id}" method="post" action="${request.path}?format=api" data-method="${method.toUpperCase()}"${isJson && html` data-json`}${method === 'put' && etagAttribute(shown)}>
${csrfField(visitor)}
${fields.length > 0 && lineEndsField(...Object.values(values))}
${messagesView(errors.non_field_errors, `${id}-errors`)}
${fields.map(([name, schema]) =>
  controlView({
    id: `${id}-${name}`,
    name,
    schema,
    isRequired: input?.required?.includes(name) === true,
    value: name in values ? values[name] : schema.default,
    errors: errors[name],
  }),
)}
<p><button class="primary"${needsScript && html` disabled`}>${method.toUpperCase()}</button></p>
${needsScript && html`<noscript><p class="hint">This needs JavaScript.</p></noscript>`}
</form></section>`;
}

/** The version that the page shows: a change is refused when there is a newer one. */
export function etagAttribute(shown: Shown): Content {
  const { version } = shown.record ?? {};
  const shape = shown.endpoint?.operations.get('get')?.output;
  const etag =
    headerOf(shown, 'ETag') || (version !== undefined && etagOf({ ...shown.record, version }, shape));
  return etag && html` data-etag="${etag}"`;
}

/** Its value is no text: a control shows it as JSON. */
const isStructured = ({ type }: Schema) => type === 'array' || type === 'object';

export interface Control {
  readonly id: string;
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly errors: unknown;
}

export function controlView(control: Control): Html {
  const { id, name, schema, errors } = control;
  const { maxLength } = schema;
  const hint = maxLength !== undefined && maxLength > LINE && !schema.enum;
  const label = html`<label for="${id}">${labelOf(name, schema)}</label>`;
  const input = inputView(control, [hint && `${id}-hint`, errors !== undefined && `${id}-error`]);
  const messages = messagesView(errors, `${id}-error`);
  if (schema.type === 'boolean') return html`<p class="check">${input} ${label}${messages}</p>`;
  return html`<p>${label}${input}${
    hint &&
    html`<span class="hint" id="${id}-hint">At most ${maxLength.toLocaleString('en')} characters.</span>`
  }${messages}</p>`;
}

/** Longer texts get a text area. */
const LINE = 255;

function inputView(
  { id, name, schema, isRequired, value, errors }: Control,
  notes: readonly (string | false)[],
): Html {
  const described = notes.filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}"${isRequired && html` required`}${
    described !== '' && html` aria-describedby="${described}"`
  }${errors !== undefined && html` aria-invalid="true"`}`;
  const { type, enum: choices, maxLength = 0 } = schema;
  if (choices)
    return html`<select ${attributes}>${!isRequired && schema.default === undefined && html`<option value="">None</option>`}
${choices.map(String).map((choice) => html`<option${choice === textOf(value) && html` selected`}>${choice}</option>`)}</select>`;
  if (type === 'boolean')
    return html`<input type="checkbox" value="on" ${attributes}${isOn(value) && html` checked`}>`;
  if (isStructured(schema)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? schema.example ?? null, null, 2);
    return html`<textarea ${attributes} rows="4" spellcheck="false" data-type="json">\n${text}</textarea>`;
  }
  const text = cut(textOf(value), 2 * (maxLength || LINE));
  // HTML parsers drop a newline directly after the tag, so the template adds one.
  if (maxLength > LINE) return html`<textarea ${attributes} rows="8">\n${text}</textarea>`;
  const isNumber = type === 'integer' || type === 'number';
  return html`<input ${attributes} value="${text}"${isNumber && html` inputmode="decimal" data-type="number"`}>`;
}

/** A client may have sent any JSON, also an object whose `toString` is no function. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');

/** The words that `openapi.yaml` accepts as yes. */
const isOn = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(t|true|y|yes|on|1)$/i.test(value));

/** @returns false without messages */
export function messagesView(messages: unknown, id: string): Html | false {
  if (!Array.isArray(messages) || messages.length === 0) return false;
  return html`<strong class="error" id="${id}">${messages.map(String).join(' ')}</strong>`;
}
