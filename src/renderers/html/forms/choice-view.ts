/** A list of choices. Without script it is a plain select; `assets/picker.js` makes a long one searchable. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import { oncePer } from '../../../contract/once-per.js';
import type { Schema } from '../../../contract/specification.js';
import { Html, html } from '../html.js';

export interface Choices {
  readonly field: FieldDescription;
  /** Flattened. */
  readonly schema: Schema;
  readonly value: string;
  /** Of the select. */
  readonly attributes: Html;
  /** What the blank choice is called; undefined: there is none. */
  readonly blank: string | undefined;
}

/** A select with more choices is made searchable. */
const FEW = 12;

export function choiceView({ field, schema, value, attributes, blank }: Choices): Html {
  const options = optionsOf(schema, field);
  const guessed = schema['x-guess-from'];
  const chosen = options.get(value);
  // A refused value stays visible beside its error.
  const isOther = value !== '' && chosen === undefined;
  const shown = [...options.values()].map((option) => (option === chosen ? select(option) : option)).join('');
  return html`<select ${attributes}${options.size > FEW && html` data-picker`}${guessed !== undefined && html` data-guess-from="${guessed}"`}>
${blank !== undefined && html`<option value="">${blank}`}${isOther && html`<option selected>${value}`}
${new Html(shown)}</select>`;
}

const select = (option: string) => option.replace('>', ' selected>');

/** Markup by value, made once: a page may have hundreds. HTML needs no end tag here (HTML, 13.1.2.4). */
const optionsOf = oncePer(function makeOptions(
  { 'x-choices': named }: Schema,
  { choices = [] }: FieldDescription,
): ReadonlyMap<string, string> {
  const declared = choices.filter(({ value }) => value !== '');
  // Without names of their own, choices stay in the order of the contract.
  if (named) declared.sort(byName);
  return new Map(
    declared.map(({ value, display_name }) => {
      const words = wordsOf(value, named);
      const option = html`<option${value !== display_name && html` value="${value}"`}${words !== '' && html` data-words="${words}"`}>${display_name}`;
      return [value, option.markup];
    }),
  );
});

type Choice = NonNullable<FieldDescription['choices']>[number];

function byName({ display_name: one }: Choice, { display_name: other }: Choice): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

function wordsOf(value: string, choices: Schema['x-choices'] = {}): string {
  const { ending, words } = (Object.hasOwn(choices, value) && choices[value]) || {};
  return [ending === value ? undefined : ending, words].filter(Boolean).join(' ');
}
