/** The form for a new snippet, and for an edit of one. */

import type { Schema } from '../../../contract/specification.js';
import { languages, nameOfLanguage } from '../../../highlighting/languages.js';
import { defaultStyle } from '../../../highlighting/theme.js';
import type { Url } from '../../../http/urls.js';
import type { SnippetFields } from '../../../store/records.js';
import { controlView } from '../generic/form-view.js';
import { type Content, Html, html } from '../html.js';
import { csrfField, lineEndsField, type Visitor } from '../shown.js';

export interface SnippetForm {
  /** What the controls show. */
  readonly values: Partial<SnippetFields>;
  /** The messages by field, of a refused form. */
  readonly errors?: Readonly<Record<string, unknown>>;
  /** What it replaces; undefined: it creates. */
  readonly replaces?: { readonly id: number; readonly etag: string };
  readonly visitor: Visitor;
}

export interface FormDeps {
  readonly url: Url;
  /** The schema of what a client may send. Its fields that this form does not name have a control made from it. */
  readonly input: Schema;
  /** The options of the styles that the contract has. */
  readonly styles: Options;
}

export const MOST_CHARACTERS = { title: 100, code: 100_000 };

/**
 * A form without its script sends POST, so it can create. It cannot send PUT: until the script has come, its button is
 * disabled.
 */
export function snippetForm(
  { values, errors = {}, replaces, visitor }: SnippetForm,
  { url, input, styles }: FormDeps,
): Html {
  const path = replaces ? url('snippets:detail', { id: replaces.id }) : url('snippets:list');
  const { title = '', code = '', language, style, linenos = false } = values;
  const sent = { method: replaces ? 'PUT' : 'POST', etag: replaces?.etag };
  const field = (name: string, label: Content, control: (attributes: Html) => Content) => {
    const messages = [errors[name] ?? []].flat().map(String).join(' ');
    const described = [name === 'code' && 'form-keys', messages && `form-${name}-error`].filter(Boolean);
    const attributes = html`id="form-${name}" name="${name}"${messages && html` aria-invalid="true"`}${
      described.length > 0 && html` aria-describedby="${described.join(' ')}"`
    }`;
    return html`<p class="field-${name}">${label && html`<label for="form-${name}">${label}</label>`}${control(attributes)}${
      messages && html`<strong class="error" id="form-${name}-error">${messages}</strong>`
    }</p>`;
  };
  // HTML parsers drop a newline directly after the tag, so the template adds one.
  const area = (
    attributes: Html,
  ) => html`<textarea ${attributes} rows="12" required spellcheck="false" wrap="off" autocapitalize="none" placeholder="Code" aria-label="Code" data-most="${MOST_CHARACTERS.code}"${replaces === undefined && html` autofocus`}>
${code}</textarea>`;
  const further = furtherFields(input).map(([name, schema]) =>
    controlView({
      id: `form-${name}`,
      name,
      schema,
      isRequired: input.required?.includes(name) === true,
      value: Reflect.get(values, name) ?? schema.default,
      errors: errors[name],
    }),
  );
  const numbers = html`<p class="check"><input type="checkbox" id="form-linenos" name="linenos" value="on"${linenos && html` checked`}> <label for="form-linenos">Line numbers</label></p>`;
  return html`<form class="snippet-form" method="post" action="${path}" data-method="${sent.method}"${
    sent.etag !== undefined && html` data-etag="${sent.etag}"`
  } data-preview="${url('snippets:preview')}" data-user="${visitor.user?.id ?? ''}">
${csrfField(visitor)}
${lineEndsField(code)}
<div class="fields">
${field('title', 'Title', (attributes) => html`<input ${attributes} value="${title}" autocomplete="off">`)}
${field('language', 'Language', (attributes) => html`<select ${attributes}>${LANGUAGES(language ?? 'plaintext')}</select>`)}
</div>
<noscript><p class="hint">${replaces ? 'Saving a change needs JavaScript.' : 'Choose the language: detecting it needs JavaScript.'}</p></noscript>
${field('code', undefined, area)}
<p class="scripted hint" id="form-keys"><kbd>Tab</kbd> indents. <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the code. <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves.</p>
${further.length > 0 && html`<div class="fields">${further}</div>`}
<div class="send">
<details class="display"><summary class="hint">Display</summary>
<div>${field('style', 'Style', (attributes) => html`<select ${attributes}>${styles(style ?? defaultStyle)}</select>`)}
${numbers}</div></details>
<a class="button plain" href="${replaces ? path : url('root')}">Cancel</a>
<button class="primary" title="Ctrl+Enter"${replaces && html` disabled`}>${replaces ? 'Save' : 'Create'}</button>
</div>
<div class="preview" hidden><h2>Preview</h2><div tabindex="0" role="region" aria-label="Preview"></div></div>
</form>`;
}

const NAMED = ['title', 'code', 'linenos', 'language', 'style'];

/** The fields of a contract that has more than this form names. */
export const furtherFields = ({ properties = {} }: Schema): readonly [string, Schema][] =>
  Object.entries(properties).filter(([name, { readOnly }]) => !NAMED.includes(name) && !readOnly);

/** The options of a select, with one of them chosen. */
export type Options = (chosen: string) => Html;

type Choice = readonly [value: string, name: string];

/** @returns the options of a select with one of them chosen; made once, because there are hundreds. @param groups by label */
function optionsView(groups: Readonly<Record<string, readonly Choice[]>>): Options {
  const option = ([value, name]: Choice) =>
    // HTML needs no end tags here (13.1.2.4).
    html`<option${value !== name && html` value="${value}"`}>${name}`.markup;
  const options = new Map(
    Object.values(groups)
      .flat()
      .map((choice) => [choice[0], option(choice)]),
  );
  const all = Object.entries(groups)
    .map(([label, choices]) => (label && html`<optgroup label="${label}">`) + choices.map(option).join(''))
    .join('');
  return (chosen) => {
    const option = options.get(chosen);
    return new Html(option ? all.replace(option, option.replace('>', ' selected>')) : all);
  };
}

/** Styles that differ most from one another, light and dark: of the others, many are nearly the same. */
const DIFFERENT = [
  ...['friendly', 'github', 'xcode', 'atom-one-light', 'base16/solarized-light'],
  ...['github-dark', 'atom-one-dark', 'monokai', 'nord', 'base16/dracula'],
];

export function stylesView(styles: readonly string[]): Options {
  const choices = (isFirst: boolean) =>
    styles.filter((style) => DIFFERENT.includes(style) === isFirst).map((style) => [style, style] as const);
  return optionsView({ Selection: choices(true), All: choices(false) });
}

const byName = (one: Choice, other: Choice) => one[1].localeCompare(other[1], 'en', { sensitivity: 'base' });

/** The languages by the names that people know. */
export const LANGUAGES = optionsView({
  '': languages.map((language) => [language, nameOfLanguage(language)] as const).sort(byName),
});
