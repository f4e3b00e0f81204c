/** Parses `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `x[0]` and `a.b` are plain names. */

import { ParseError } from '../../errors/index.js';
import type { FormFields } from '../request/api-request.js';
import { MAX_FIELDS } from './parse-multipart.js';
import { decodeText } from './read-body.js';

/** @throws ParseError for bytes that are not UTF-8, percent-encoded ones included, and for too many fields */
export function parseUrlencoded(bytes: Buffer): FormFields {
  const text = decodeText(bytes);
  if (text === undefined) throw malformed('the body is not valid UTF-8');
  const fields: (readonly [string, string])[] = [];
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    if (end > start) {
      if (fields.length === MAX_FIELDS) throw malformed(`the body has more than ${MAX_FIELDS} fields`);
      fields.push(parsePair(text.slice(start, end)));
    }
    start = end + 1;
  }
  return fields;
}

function parsePair(pair: string): readonly [name: string, value: string] {
  const equals = pair.indexOf('=');
  if (equals < 0) return [decodeComponent(pair), ''];
  return [decodeComponent(pair.slice(0, equals)), decodeComponent(pair.slice(equals + 1))];
}

function decodeComponent(component: string): string {
  // A `%` without two hexadecimal digits stands for itself.
  const encoded = component.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw malformed('the body is not valid UTF-8');
  }
}

function malformed(reason: string): ParseError {
  return new ParseError({ detail: `Form parse error - ${reason}` });
}
