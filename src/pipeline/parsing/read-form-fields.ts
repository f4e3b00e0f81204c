/** Reads a form before stage 8, for schemes that sign or protect form fields (OAuth 1.0a, CSRF). */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../errors/index.js';
import { mediaTypeOf } from './media-type.js';
import { FILE, parseMultipart } from './parse-multipart.js';
import { type FormFields, parseUrlencoded } from './parse-urlencoded.js';

interface Message {
  readonly headers: IncomingHttpHeaders;
  bytes(): Promise<Buffer>;
}

/** @returns [] for other content types and for an unreadable body, which stage 8 reports if the request gets there */
export async function readFormFields(message: Message): Promise<FormFields> {
  const mediaType = mediaTypeOf(message.headers['content-type']);
  try {
    if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(await message.bytes());
    if (mediaType !== 'multipart/form-data') return [];
    const fields = parseMultipart(await message.bytes(), message.headers['content-type']);
    return fields.filter((field): field is readonly [string, string] => field[1] !== FILE);
  } catch (error) {
    // Stage 8 reads the same bytes and reports this error, with its cause. Any other error is a bug.
    if (error instanceof ApiError) return [];
    throw error;
  }
}
