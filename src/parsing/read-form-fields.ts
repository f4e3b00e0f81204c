/** Reads a form before its stage, for schemes that sign or protect form fields (OAuth 1.0a, CSRF). */
import type { ApiRequest } from '../api-request.js';
import { mediaTypeOf } from './media-type.js';
import { FILE, parseMultipart } from './parse-multipart.js';
import { parseUrlencoded } from './parse-urlencoded.js';

export type FormFields = readonly (readonly [name: string, value: string])[];

/** @returns [] for other content types and for a body that cannot be read: stage 8 reports that, if it is reached */
export async function readFormFields(request: ApiRequest): Promise<FormFields> {
  const mediaType = mediaTypeOf(request.headers['content-type']);
  try {
    if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(await request.bytes());
    if (mediaType !== 'multipart/form-data') return [];
    const fields = parseMultipart(await request.bytes(), request.headers['content-type']);
    return fields.filter((field): field is readonly [string, string] => field[1] !== FILE);
  } catch {
    return [];
  }
}
