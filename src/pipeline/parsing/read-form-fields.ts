/** Reads a form before the body is parsed, for schemes that sign or protect form fields (OAuth 1.0a, CSRF). */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../errors/index.js';
import type { FormFields } from '../request/api-request.js';
import { FILE, parseMultipart } from './parse-multipart.js';
import { parseUrlencoded } from './parse-urlencoded.js';
import { isCompressed, mediaTypeOf } from './read-body.js';

interface Message {
  readonly headers: IncomingHttpHeaders;
  bytes(): Promise<Buffer>;
}

/**
 * @returns [] for other content types, for a compressed body, which costs too much before the sender is known, and for
 *   an unreadable body. Parsing the body reads the first two and reports the third, if the request gets there
 */
export async function readFormFields(message: Message): Promise<FormFields> {
  const mediaType = mediaTypeOf(message.headers['content-type']);
  if (isCompressed(message.headers)) return [];
  try {
    if (mediaType === 'application/x-www-form-urlencoded') return parseUrlencoded(await message.bytes());
    if (mediaType !== 'multipart/form-data') return [];
    const fields = parseMultipart(await message.bytes(), message.headers['content-type']);
    return fields.filter((field): field is readonly [string, string] => field[1] !== FILE);
  } catch (error) {
    // Parsing the body meets the same bytes and reports this error. Any other error is a bug.
    if (error instanceof ApiError) return [];
    throw error;
  }
}
