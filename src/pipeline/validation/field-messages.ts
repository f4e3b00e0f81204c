/** Says what is wrong with a field, in the texts of the convention; the validator decides which fields are wrong. */
import type { ErrorObject } from 'ajv';
import type { Schema } from '../../contract/specification.js';
import { quoteInput } from '../../errors/api-error.js';
import { languageMeantBy } from '../../highlighting/languages.js';

export const REQUIRED = 'This field is required.';

/**
 * @param value that the validator refused; undefined when it is missing
 * @param schema of the field, flattened; from the JSON schema, also when a form was sent
 * @param errors what the validator says about the field
 * @returns every broken rule, in the order type, choice, blank, length, NUL, surrogate, others
 */
export function messagesFor(value: unknown, schema: Schema, errors: readonly ErrorObject[]): string[] {
  if (value === undefined) return [REQUIRED];
  if (value === null) return ['This field may not be null.'];
  if (schema.enum) return choiceMessages(inputText(value), schema.enum);
  const type = errors.find(({ keyword }) => keyword === 'type');
  if (type) return [TYPES[type.params.type] ?? INVALID];
  const messages = typeof value === 'string' ? stringMessages(value, schema) : [];
  return messages.length > 0 ? messages : [...new Set(errors.map(messageOf))];
}

const INVALID = 'This value is not valid.';

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'Must be a valid boolean.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  string: 'Not a valid string.',
  array: 'Expected a list of items.',
  object: 'Expected a dictionary of items.',
};

/** By keyword of JSON Schema; the validator gives the limit. */
const KEYWORDS: Readonly<Record<string, (limit: unknown) => string>> = {
  required: () => REQUIRED,
  minimum: (limit) => `Ensure this value is greater than or equal to ${limit}.`,
  maximum: (limit) => `Ensure this value is less than or equal to ${limit}.`,
  multipleOf: (limit) => `Ensure this value is a multiple of ${limit}.`,
  minItems: (limit) => `Ensure this field has at least ${limit} elements.`,
  maxItems: (limit) => `Ensure this field has no more than ${limit} elements.`,
  format: (limit) => `Ensure this value has the format ${limit}.`,
};

function messageOf({ keyword, params }: ErrorObject): string {
  return KEYWORDS[keyword]?.(params.limit ?? params.multipleOf ?? params.format) ?? INVALID;
}

/** Names lists and objects instead of quoting them: they may be nested deeper than JSON.stringify can recurse. */
function inputText(value: unknown): string {
  if (value instanceof File) return 'file';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : quoteInput(String(value));
}

function choiceMessages(text: string, choices: readonly unknown[]): string[] {
  const refusal = `"${text}" is not a valid choice.`;
  // People call languages by other names: `html` is `xml`.
  const meant = languageMeantBy(text);
  return meant !== undefined && choices.includes(meant) ? [refusal, `Did you mean "${meant}"?`] : [refusal];
}

function stringMessages(value: string, { pattern, minLength, maxLength, format }: Schema): string[] {
  const messages: string[] = [];
  const refuses = (sample: string) => typeof pattern === 'string' && !new RegExp(pattern, 'u').test(sample);
  const isTooShort = minLength !== undefined && minLength > 0 && !isLongerThan(value, minLength - 1);
  // The pattern meets samples only: the value may be too long to be tried on it.
  const letters = () => [...new Set(value.slice(0, 2 * (maxLength ?? value.length)))].join('');
  if ((value.trim() === '' && refuses(letters())) || (isTooShort && value === ''))
    messages.push('This field may not be blank.');
  else if (isTooShort) messages.push(`Ensure this field has at least ${minLength} characters.`);
  if (maxLength !== undefined && isLongerThan(value, maxLength))
    messages.push(`Ensure this field has no more than ${maxLength} characters.`);
  if (value.includes('\0') && refuses('a\0')) messages.push('Null characters are not allowed.');
  const surrogate = /[\ud800-\udfff]/u.exec(value)?.[0];
  if (format === 'well-formed' && surrogate !== undefined)
    messages.push(
      `Surrogate characters are not allowed: U+${surrogate.charCodeAt(0).toString(16).toUpperCase()}.`,
    );
  return messages;
}

/** Counts code points, as JSON Schema does. One has at most two code units, so a longer text need not be counted. */
const isLongerThan = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && [...text].length > most);
