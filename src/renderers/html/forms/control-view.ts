/** One control of a form, with the label, choices, limit and errors of its field. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import type { Schema } from '../../../contract/specification.js';
import type { Url } from '../../../pipeline/routing/static-routes.js';
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
  /** What the blank choice is called; undefined: there is none. */
  readonly blank?: string | undefined;
  readonly url: Url;
}

/** Longer texts get a text area with a fixed-width font. */
const LINE = 255;

export function controlView(control: Control): Html {
  const { name, field, value, errors, formId, isSearch = false } = control;
  const id = `${formId}-${name}`;
  const error = messages(errors, `${id}-error`);
  const hint = !isSearch && hintOf(field, `${id}-hint`);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}"${field.required && html` required`}${
    described !== '' && html` aria-describedby="${described}"`
  }${error && html` aria-invalid="true"`}`;
  const input = isSearch ? searchBox(field, attributes, value) : inputOf(control, attributes);
  if (field.type === 'boolean')
    return html`<p class="check">${input} <label for="${id}">${field.label}</label>${error}</p>`;
  return html`<p><label for="${id}">${field.label}</label>${input}${hint}${error}</p>`;
}

/** @returns false without messages */
export function messages(errors: unknown, id: string): Html | false {
  if (!Array.isArray(errors) || errors.length === 0) return false;
  return html`<strong class="error" id="${id}">${errors.map(String).join(' ')}</strong>`;
}

function inputOf({ name, field, schema, value, blank, url }: Control, attributes: Html): Html {
  const text = textOf(value);
  if (field.type === 'boolean')
    return html`<input type="checkbox" value="on" ${attributes}${isOn(value) && html` checked`}>`;
  if (field.choices) return choiceView({ name, field, schema, value: text, attributes, blank, url });
  // HTML parsers drop a newline directly after the tag, so the template adds one.
  if ((field.max_length ?? 0) > LINE)
    return html`<textarea ${attributes} class="code" rows="14" spellcheck="false" wrap="off">
${text}</textarea>`;
  return html`<input ${attributes} value="${text}"${field.type === 'integer' && html` inputmode="numeric"`}>`;
}

function searchBox({ max_length }: FieldDescription, attributes: Html, value: unknown): Html {
  return html`<input type="search" ${attributes} value="${textOf(value)}"${
    max_length !== undefined && html` maxlength="${max_length}"`
  } autocapitalize="none" autocomplete="off" spellcheck="false">`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The words that `openapi.yaml` accepts as yes for a checkbox. */
const isOn = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(t|true|y|yes|on|1)$/i.test(value));

function hintOf({ max_length, choices, type }: FieldDescription, id: string): Html | false {
  if (choices || max_length === undefined) return false;
  const keys = type === 'string' && max_length > LINE && ' Tab indents; Escape, then Tab leaves the field.';
  return html`<small id="${id}" class="hint">At most ${max_length.toLocaleString('en')} characters.${keys}</small>`;
}
