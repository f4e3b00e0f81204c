/** Parses `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `x[0]` and `a.b` are plain names. */

import { ParseError } from '../../errors/index.js';
import { decodeText } from '../decode-text.js';
import { MAX_FIELDS } from './limits.js';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** @throws ParseError for bytes that are not UTF-8, percent-encoded ones included */
export function parseUrlencoded(bytes: Buffer): FormFields {
  // Latin-1 keeps one character per byte, until all bytes, escaped ones included, are decoded as UTF-8.
  const pairs = bytes.toString('latin1').split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw malformed(`the body has more than ${MAX_FIELDS} fields`);
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decodeComponent(name), decodeComponent(value)] as const;
    });
}

function decodeComponent(component: string): string {
  const bytes = Buffer.from(
    component
      .replaceAll('+', ' ')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  const text = decodeText(bytes);
  if (text === undefined) throw malformed('the body is not valid UTF-8');
  return text;
}

function malformed(reason: string): ParseError {
  return new ParseError({ detail: `Form parse error - ${reason}` });
}
