/** A list of choices. Without script it is a plain select; `assets/picker.js` makes a long one searchable. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import type { Schema } from '../../../contract/specification.js';
import { type Html, html } from '../html.js';

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
  const choices = sortedChoices(field, schema);
  const guessed = schema['x-guess-from'];
  // A refused value stays visible beside its error.
  const isOther = value !== '' && choices.every((choice) => choice.value !== value);
  return html`<select ${attributes}${choices.length > FEW && html` data-picker`}${guessed !== undefined && html` data-guess-from="${guessed}"`}>
${blank !== undefined && html`<option value="">${blank}`}${isOther && optionView({ value, display_name: value }, '', true)}
${choices.map((choice) => optionView(choice, wordsOf(choice.value, schema), choice.value === value))}
</select>`;
}

type Choice = NonNullable<FieldDescription['choices']>[number];

/** HTML needs no end tag here, and a page may have hundreds (HTML, 13.1.2.4). */
function optionView({ value, display_name }: Choice, words: string, isSelected: boolean): Html {
  return html`<option${value !== display_name && html` value="${value}"`}${
    words !== '' && html` data-words="${words}"`
  }${isSelected && html` selected`}>${display_name}`;
}

/** The sorted choices of each contract: sorting hundreds of them for every page would cost time. */
const sorted = new WeakMap<object, readonly Choice[]>();

/** Without names of their own, choices stay in the order of the contract. */
function sortedChoices(
  { choices = [] }: FieldDescription,
  { 'x-choices': named }: Schema,
): readonly Choice[] {
  const known = named && sorted.get(named);
  if (known) return known;
  const declared = choices.filter((choice) => choice.value !== '');
  if (named) sorted.set(named, declared.sort(byName));
  return declared;
}

function byName({ display_name: one }: Choice, { display_name: other }: Choice): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

function wordsOf(value: string, { 'x-choices': choices = {} }: Schema): string {
  const { ending, words } = (Object.hasOwn(choices, value) && choices[value]) || {};
  return [ending === value ? undefined : ending, words].filter(Boolean).join(' ');
}
