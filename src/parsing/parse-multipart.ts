/** Parses `multipart/form-data` (RFC 7578); files are not wanted here and are not kept. */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { decodeText } from '../encoding/decode-text.js';
import { ParseError } from '../errors/index.js';

/** What a part that is a file becomes: no text, so validation refuses it where text belongs. */
export const FILE: unique symbol = Symbol('file');

export type MultipartFields = readonly (readonly [name: string, value: string | typeof FILE])[];

/** @throws ParseError that says why: no boundary, a cut-off body, bytes that are not UTF-8 */
export async function parseMultipart(bytes: Buffer, headers: IncomingHttpHeaders): Promise<MultipartFields> {
  const fields: [string, string | typeof FILE][] = [];
  try {
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      // Latin-1 hands the bytes through, so that they can be decoded strictly below.
      defCharset: 'latin1',
      limits: { fieldSize: bytes.length, fieldNameSize: bytes.length },
    });
    parser.on('field', (name, value) => fields.push([decode(name), decode(value)]));
    parser.on('file', (name, stream) => {
      fields.push([decode(name), FILE]);
      stream.resume();
    });
    const finished = once(parser, 'finish');
    parser.end(bytes);
    await finished;
  } catch (error) {
    if (error instanceof ParseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ParseError({ detail: `Multipart form parse error - ${reason}`, cause: error });
  }
  return fields;
}

function decode(latin1: string): string {
  const text = decodeText(Buffer.from(latin1, 'latin1'));
  if (text !== undefined) return text;
  throw new ParseError({ detail: 'Multipart form parse error - the body is not valid UTF-8' });
}
