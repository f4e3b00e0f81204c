/** Writes a value as the body of a media type. */

import type { Payload } from '../case.js';
import { writeJson } from '../document/exact-numbers.js';
import type { Body } from '../document/model.js';
import type { Json, Member } from '../document/values.js';
import { type Field, fields } from './form-fields.js';
import { isJsonBody, isMultipart, isStructured, isUrlencoded, typeOf } from './media-types.js';
import { textOf } from './write-parameter.js';

const BOUNDARY = 'contract-form-boundary';

/** Media types with a structure that is not written here are sent when the document has an example of their text. */
export const canWrite = ({ mediaType, examples }: Body) =>
  !isStructured(mediaType) || examples.some((example) => typeof example === 'string');

export function writePayload(source: Member, body: Body, value: Json): Payload {
  const { mediaType } = body;
  if (isUrlencoded(mediaType)) {
    const pairs = fields(source, body, value).map(({ name, text }): [string, string] => [name, text]);
    return { mediaType, bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
  }
  if (isMultipart(mediaType)) return writeMultipart(fields(source, body, value));
  const text = isJsonBody(body) ? writeJson(value) : textOf(value);
  return { mediaType: typeOf(body), bytes: Buffer.from(text) };
}

/** Characters of one byte are the bytes of a file; other texts are written in UTF-8. */
export const fileBytes = (text: string) =>
  Buffer.from(text, [...text].every((character) => character <= '\xff') ? 'latin1' : 'utf8');

function writeMultipart(entries: readonly Field[]): Payload {
  const parts = entries.flatMap(({ name, text, way }) => {
    // Names are escaped as browsers do it (HTML, 4.10.21.8).
    const escaped = name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
    const file = way.isFile ? '; filename="file"' : '';
    const type = way.mediaType === undefined ? '' : `\r\nContent-Type: ${way.mediaType}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped}"${file}${type}\r\n\r\n`;
    return [Buffer.from(head), way.isFile ? fileBytes(text) : Buffer.from(text), Buffer.from('\r\n')];
  });
  return {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
