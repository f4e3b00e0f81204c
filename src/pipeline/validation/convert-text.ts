/** Turns text, which parameters and forms are made of, into values of the types that the contract gives. */
import type { Schema } from '../../contract/specification.js';
import { isRecord } from '../../is-record.js';

const BOOLEANS = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, false] as const),
]);

/** A JSON number (RFC 8259, 6), with leading zeros. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** @returns undefined for a blank that counts as not given; the text itself where the schema refuses it */
export function convertText(text: string, schema: Schema): unknown {
  if (text === '' && (schema.enum || schema.type !== 'string')) return undefined;
  if (schema.type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? text;
  if (schema.type === 'integer' && /^-?[0-9]+$/.test(text)) return Number(text);
  if (schema.type === 'number' && NUMBER.test(text)) return Number(text);
  return text;
}

/** @param fields of the body, by name; what is no field stays as it is */
export function convertForm(form: unknown, fields: Readonly<Record<string, Schema>>): unknown {
  if (!isRecord(form)) return form;
  const converted = Object.entries(form).map(([name, value]) => {
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, schema && typeof value === 'string' ? convertText(value, schema) : value] as const;
  });
  return Object.fromEntries(converted.filter(([, value]) => value !== undefined));
}
