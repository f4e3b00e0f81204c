/** One control of a form, with the label, choices, limit and errors of its field. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import type { Schema } from '../../../contract/specification.js';
import { type Html, html } from '../html.js';
import { choiceView } from './choice-view.js';

export interface Control {
  readonly name: string;
  readonly field: FieldDescription;
  /** Of the field, flattened. */
  readonly schema: Schema;
  /** The stored value, or the refused one. */
  readonly value: unknown;
  /** The messages for a refused value. */
  readonly errors: unknown;
  readonly formId: string;
  /** It is a search box. */
  readonly isSearch?: boolean;
  readonly isFocused?: boolean;
  /** What the blank choice is called; undefined: there is none. */
  readonly blank?: string | undefined;
}

/** Longer texts get a text area with a fixed-width font. */
const LINE = 255;

export const isLong = ({ choices, max_length = 0 }: FieldDescription) => !choices && max_length > LINE;

export function controlView(control: Control): Html {
  const { name, field, value, errors, formId, isSearch = false, isFocused = false } = control;
  const id = `${formId}-${name}`;
  const error = messages(errors, `${id}-error`);
  const hint = !isSearch && hintOf(field, `${id}-hint`);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}"${field.required && html` required`}${isFocused && html` autofocus`}${
    described !== '' && html` aria-describedby="${described}"`
  }${error && html` aria-invalid="true"`}`;
  const input = isSearch ? searchBox(field, attributes, value) : inputOf(control, attributes);
  if (field.type === 'boolean')
    return html`<p class="check">${input} <label for="${id}">${field.label}</label>${error}</p>`;
  return html`<p class="field-${name}"><label for="${id}">${field.label}</label>${input}${hint}${error}</p>`;
}

/** @returns false without messages */
export function messages(errors: unknown, id: string): Html | false {
  if (!Array.isArray(errors) || errors.length === 0) return false;
  return html`<strong class="error" id="${id}">${errors.map(String).join(' ')}</strong>`;
}

function inputOf({ field, schema, value, blank }: Control, attributes: Html): Html {
  const text = textOf(value);
  if (field.type === 'boolean')
    return html`<input type="checkbox" value="on" ${attributes}${isOn(value) && html` checked`}>`;
  if (field.choices) return choiceView({ field, schema, value: text, attributes, blank });
  // HTML parsers drop a newline directly after the tag, so the template adds one.
  if (isLong(field))
    return html`<span class="editor"><textarea ${attributes} class="code" rows="14" spellcheck="false" wrap="off">
${text}</textarea></span>`;
  return html`<input ${attributes} value="${text}"${field.type === 'integer' && html` inputmode="numeric"`}>`;
}

function searchBox({ label, max_length }: FieldDescription, attributes: Html, value: unknown): Html {
  return html`<input type="search" ${attributes} value="${textOf(value)}"${
    max_length !== undefined && html` maxlength="${max_length}"`
  } placeholder="${label}" autocapitalize="none" autocomplete="off" spellcheck="false">`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The words that `openapi.yaml` accepts as yes for a checkbox. */
const isOn = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(t|true|y|yes|on|1)$/i.test(value));

/** Explains a long text only. Few titles come near their limit, and the refusal of a longer one names it. */
function hintOf(field: FieldDescription, id: string): Html | false {
  if (!isLong(field) || field.max_length === undefined) return false;
  const limit = `At most ${field.max_length.toLocaleString('en')} characters.`;
  return html`<small id="${id}" class="hint">${limit} Tab indents; Escape, then Tab leaves the field.</small>`;
}
