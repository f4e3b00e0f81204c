/** Reads the text of a form field or of a parameter as the type that its schema has. */
import type { Schema } from '../../contract/specification.js';

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0']);

/** A JSON number (RFC 8259, 6), with leading zeros. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/**
 * @returns undefined for a blank that counts as not given; the text itself where it is not of the type, so that the
 *   schema refuses it
 */
export function convertText(text: string, schema: Schema): unknown {
  if (text === '' && (schema.enum || schema.type !== 'string')) return undefined;
  if (schema.type === 'boolean') return readBoolean(text);
  if (schema.type === 'integer' && /^-?[0-9]+$/.test(text)) return Number(text);
  if (schema.type === 'number' && NUMBER.test(text)) return Number(text);
  return text;
}

function readBoolean(text: string): boolean | string {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : text;
}
