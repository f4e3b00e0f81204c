/** Reads JSON, YAML and bodies by their media types. */
import { parse } from 'yaml';
import type { Answer } from '../case.js';
import { type Body, isRecord, type Member, type Schema } from './model.js';

export const writeJson = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** @throws Error when the text is no YAML (1.2, with the merge keys of 1.1, which are in use) */
export const parseYaml = (text: string): unknown =>
  parse(text, { merge: true, logLevel: 'error', maxAliasCount: -1 });

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(plainType(mediaType));
export const isUrlencoded = (mediaType: string) =>
  plainType(mediaType) === 'application/x-www-form-urlencoded';
export const isMultipart = (mediaType: string) => plainType(mediaType) === 'multipart/form-data';
export const isForm = (mediaType: string) => isUrlencoded(mediaType) || isMultipart(mediaType);

/** By name, as they are declared or told, lower case. */
export const parametersOf = (mediaType: string): string[] =>
  mediaType
    .toLowerCase()
    .split(';')
    .slice(1)
    .map((parameter) => parameter.replace(/["\s]/g, ''))
    .filter((parameter) => parameter !== '');

/** Without parameters; of a range, a type in it. */
export const plainType = (mediaType: string) => {
  const type = withoutParameters(mediaType);
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.replace(/^text\/\*$/, 'text/plain').replace(/\/\*$/, '/octet-stream');
};

/** Of a range, the type in it that suits the schema: bytes are no JSON. */
export const typeOf = ({ mediaType, schema }: Pick<Body, 'mediaType' | 'schema'>) =>
  schema.format === 'binary' && mediaType.includes('*')
    ? plainType(mediaType).replace('application/json', 'application/octet-stream')
    : plainType(mediaType);

/** As its request names it: with the parameters that the document gives it. */
export const contentTypeOf = (body: Pick<Body, 'mediaType' | 'schema'>) =>
  body.mediaType.includes('*') ? typeOf(body) : body.mediaType;

export const isJsonBody = (body: Pick<Body, 'mediaType' | 'schema'>) => isJson(typeOf(body));

export const isTextBody = (body: Pick<Body, 'mediaType' | 'schema'>) =>
  typeOf(body).startsWith('text/') && body.schema.format !== 'binary';

const BYTES = 'application/octet-stream';

export const isBytesBody = (body: Pick<Body, 'mediaType' | 'schema'>) =>
  typeOf(body) === BYTES || (body.schema.format === 'binary' && !isForm(body.mediaType) && !isJsonBody(body));

export function isWithin(type: string, range: string): boolean {
  const [main] = type.split('/');
  return [type, `${main}/*`, '*/*'].includes(withoutParameters(range));
}

const withoutParameters = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';

export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

export function isReadable({ mediaType = '', isWhole }: Answer, { type, format }: Schema): boolean {
  if (!isWhole) return false;
  if (isJson(mediaType)) return true;
  const isText = type === undefined || [type].flat().includes('string');
  return mediaType.startsWith('text/') && isText && format !== 'binary';
}

type ReadBytes = Pick<Answer, 'bytes' | 'mediaType'> & Partial<Pick<Answer, 'charset'>>;

const UTF_8 = 'utf-8';

/** @throws UnreadableBody when the body is not what its media type says */
export function readBody({ bytes, mediaType = '', charset = UTF_8 }: ReadBytes): unknown {
  try {
    // JSON has no other encoding, whatever is said of it (RFC 8259, 8.1 and 11).
    const encoding = isJson(mediaType) ? UTF_8 : charset;
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!isJson(mediaType)) return text;
    const value = parsed.get(bytes) ?? JSON.parse(text);
    parsed.set(bytes, value);
    return value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableBody(`The body is not valid ${mediaType}: ${why}.`);
  }
}

/** Several checks read the same answer. */
const parsed = new WeakMap<Buffer, unknown>();

/** @returns undefined when it is not JSON, or not as it says */
export function readJson(answer: Answer): unknown {
  try {
    return isJson(answer.mediaType ?? '') ? readBody(answer) : undefined;
  } catch {
    return undefined;
  }
}

/** Beyond 2^53 not every integer is a number of JavaScript: there its digits are kept as a text. */
const LARGE = /"(?:[^"\\]|\\.)*"|-?\b\d{16,}\b(?![.eE])/g;

/** @returns what `readJson` does, with large integers as texts of their digits */
export function readExactJson(answer: Answer): unknown {
  const value = readJson(answer);
  if (value === undefined) return undefined;
  const known = exact.get(answer.bytes);
  if (known !== undefined) return known;
  const text = answer.bytes.toString('utf8');
  const kept = text.replace(LARGE, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
  const read: unknown = kept === text ? value : JSON.parse(kept);
  exact.set(answer.bytes, read);
  return read;
}

const exact = new WeakMap<Buffer, unknown>();

/** @returns the name of the member that holds a record, in an envelope such as `{ "data": ... }` */
export function envelopeOf(members: Member): string | undefined {
  const names = Object.keys(members);
  return names.length === 1 ? names[0] : names.find((name) => /^(data|result|item)$/i.test(name));
}

/** @returns the record that an answer tells, without its envelope */
export function readRecord(answer: Answer): Member | undefined {
  const value = readExactJson(answer);
  if (!isRecord(value)) return undefined;
  const { [envelopeOf(value) ?? '']: inner } = value;
  return isRecord(inner) ? inner : value;
}
