/** Says what is wrong with a field, in the convention's words; which field is wrong is the validator's verdict. */
import type { Schema } from '../../contract/specification.js';

export const REQUIRED = 'This field is required.';

/**
 * @param value that the validator refused; undefined when it is missing
 * @param schema of the field, its references resolved; of the JSON form, also when a form was sent
 * @returns every broken rule, in the order type, choice, blank, length, NUL, surrogate
 */
export function messagesFor(value: unknown, schema: Schema): string[] {
  if (value === undefined) return [REQUIRED];
  if (value === null) return ['This field may not be null.'];
  if (schema.enum) return [`"${inputText(value)}" is not a valid choice.`];
  if (schema.type === 'boolean') return ['Must be a valid boolean.'];
  if (schema.type === 'integer') return [integerMessage(value, schema)];
  if (typeof value !== 'string') return ['Not a valid string.'];
  const messages = stringMessages(value, schema);
  return messages.length > 0 ? messages : ['This value is not valid.'];
}

/** Lists and objects are named, not quoted: they may be nested deeper than a recursive writer can go. */
function inputText(value: unknown): string {
  if (typeof value === 'symbol') return 'file';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : String(value);
}

function integerMessage(value: unknown, { minimum, maximum }: Schema): string {
  if (!Number.isInteger(value)) return 'A valid integer is required.';
  if (typeof minimum === 'number' && Number(value) < minimum)
    return `Ensure this value is greater than or equal to ${minimum}.`;
  return `Ensure this value is less than or equal to ${maximum}.`;
}

function stringMessages(value: string, { pattern, maxLength, format }: Schema): string[] {
  const messages: string[] = [];
  const breaksPattern = typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value);
  if (breaksPattern && value.trim() === '') messages.push('This field may not be blank.');
  // Lengths count code points, as JSON Schema does.
  if (maxLength !== undefined && [...value].length > maxLength)
    messages.push(`Ensure this field has no more than ${maxLength} characters.`);
  if (breaksPattern && value.includes('\0')) messages.push('Null characters are not allowed.');
  const surrogate = /[\ud800-\udfff]/u.exec(value)?.[0];
  if (format === 'well-formed' && surrogate !== undefined)
    messages.push(`Surrogate characters are not allowed: U+${hex(surrogate)}.`);
  return messages;
}

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
