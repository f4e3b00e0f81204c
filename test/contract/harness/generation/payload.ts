/** Writes a value as the body of a media type. */
import type { Payload } from '../case.js';
import type { Body, Schema } from '../document/model.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { propertiesOf } from './alternatives.js';
import { textOf } from './write-parameter.js';

const BOUNDARY = 'contract-form-boundary';

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(plainType(mediaType));
export const isUrlencoded = (mediaType: string) =>
  plainType(mediaType) === 'application/x-www-form-urlencoded';
export const isMultipart = (mediaType: string) => plainType(mediaType) === 'multipart/form-data';
/** Everything in it is text. */
export const isForm = (mediaType: string) => isUrlencoded(mediaType) || isMultipart(mediaType);
const isStructured = (mediaType: string) => /^application\/(.+\+)?(xml|yaml)$/.test(plainType(mediaType));

/** Without parameters; of a range, a type in it. */
export const plainType = (mediaType: string) => {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.replace(/^text\/\*$/, 'text/plain').replace(/\/\*$/, '/octet-stream');
};

/** Media types with a structure that is not written here are sent when the document has an example of their text. */
export const canWrite = ({ mediaType, examples }: Body) =>
  !isStructured(mediaType) || examples.some((example) => typeof example === 'string');

export function writePayload(source: Member, { mediaType, schema }: Body, value: Json): Payload {
  if (isUrlencoded(mediaType))
    return { mediaType, bytes: Buffer.from(new URLSearchParams(fields(value)).toString()) };
  if (isMultipart(mediaType)) return writeMultipart(fields(value), binaryNames(source, schema));
  const text = isJson(mediaType) ? JSON.stringify(value) : textOf(value);
  return { mediaType: plainType(mediaType), bytes: Buffer.from(text) };
}

/** Arrays repeat their name, as HTML forms do (OpenAPI 3.0.3, 4.7.15: style `form`). */
export function fields(value: Json): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) =>
    [member].flat().map((item): [string, string] => [name, textOf(item).toWellFormed()]),
  );
}

/** Members that are files (OpenAPI 3.0.3, 4.7.14.2; 3.1 knows them by their encoding). */
function binaryNames(source: Member, schema: Schema): string[] {
  return Object.entries(propertiesOf(source, schema)).flatMap(([name, { format, contentMediaType }]) =>
    format === 'binary' || contentMediaType !== undefined ? [name] : [],
  );
}

function writeMultipart(entries: readonly (readonly [string, string])[], files: readonly string[]): Payload {
  const parts = entries.map(([name, value]) => {
    // Names are escaped as browsers do it (HTML, 4.10.21.8).
    const escaped = name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
    const file = files.includes(name) ? '; filename="file"\r\nContent-Type: application/octet-stream' : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  };
}
