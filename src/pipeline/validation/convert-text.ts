/** Reads the text of a form field or a query parameter as the type that its schema has. */
import type { Schema } from '../../contract/specification.js';

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1']);

/**
 * @param text that already passed the form's schema, or a query parameter's value
 * @returns undefined for a blank that counts as not given; the text itself where it is no such type
 */
export function convertText(text: string, schema: Schema): unknown {
  if (text === '' && (schema.enum || schema.type !== 'string')) return undefined;
  if (schema.type === 'boolean') return TRUE.has(text.toLowerCase());
  if (schema.type === 'integer' && /^-?[0-9]+$/.test(text)) return Number(text);
  return text;
}
