/** Writes values into requests: parameters, forms and bodies by their media types (OpenAPI 3.0.3, 4.7.12 to 4.7.15). */
import { type Case, type Payload, targetOf } from '../case.js';
import {
  type Body,
  isRecord,
  type Json,
  mapMembers,
  type Parameter,
  type Schema,
} from '../document/model.js';
import {
  contentTypeOf,
  isBytesBody,
  isJson,
  isJsonBody,
  isMultipart,
  isUrlencoded,
  plainType,
  writeJson,
} from '../document/parse.js';
import { alternatives, kindOf, kindsOf, propertiesOf } from './schemas.js';

type What = Pick<Case, 'mode' | 'about' | 'pointer'>;

export const separatorOf = (style: string) => SEPARATORS[style] ?? ',';

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** @returns undefined when the place cannot carry the value, or would carry it as another */
export function withParameter(plain: Case, parameter: Parameter, value: Json, what: What): Case | undefined {
  const { in: place, name } = parameter;
  if (place === 'query') {
    const pairs = queryPairs(parameter, value);
    if (pairs.length === 0) return undefined;
    return sendable({ ...plain, ...what, query: [...withoutParameter(plain, parameter).query, ...pairs] });
  }
  const text = oneText(parameter, value);
  if (text === undefined || !CARRIES[place](text)) return undefined;
  if (place === 'path') return sendable({ ...plain, ...what, path: { ...plain.path, [name]: text } });
  if (place === 'cookie') return { ...plain, ...what, cookies: { ...plain.cookies, [name]: text } };
  return { ...plain, ...what, headers: { ...plain.headers, [name]: text } };
}

/** Longer addresses than this not every server reads (RFC 9110, 4.1). */
const LONGEST = 8000;

const sendable = (item: Case) => (targetOf(item).length > LONGEST ? undefined : item);

/** An empty path segment is another address; header values are visible ASCII (RFC 9110, 5.5), cookies less (RFC 6265, 4.1.1). */
const CARRIES: Readonly<Record<'path' | 'header' | 'cookie', (text: string) => boolean>> = {
  path: (text) => text !== '',
  header: (text) => /^[!-~]([ -~]*[!-~])?$/.test(text) && text.length < 2000,
  cookie: (text) => /^[!#-+\--:<-[\]-~]*$/.test(text) && text.length < 2000,
};

export function withoutParameter(plain: Case, { in: place, name, style, explode, schema }: Parameter): Case {
  const without = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
  if (place === 'header') return { ...plain, headers: without(plain.headers) };
  if (place === 'cookie') return { ...plain, cookies: without(plain.cookies) };
  // An object that is written member by member has their names.
  const members = style === 'form' && explode ? Object.keys(schema.properties ?? {}) : [];
  const isOwn = (other: string) => other === name || other.startsWith(`${name}[`) || members.includes(other);
  return { ...plain, query: plain.query.filter(([other]) => !isOwn(other)) };
}

function queryPairs({ name, style, explode }: Parameter, value: Json): (readonly [string, string])[] {
  if (style === 'json') return [[name, writeJson(value)]];
  if (isRecord(value)) {
    const entries = Object.entries(value as Record<string, Json>);
    if (style === 'deepObject') return entries.map(([key, member]) => [`${name}[${key}]`, textOf(member)]);
    if (explode) return entries.map(([key, member]) => [key, textOf(member)]);
  }
  if (Array.isArray(value) && explode) return value.map((item) => [name, textOf(item)]);
  const text = joined(value, separatorOf(style));
  return text === undefined ? [] : [[name, text]];
}

function oneText({ style, explode, name }: Parameter, value: Json): string | undefined {
  if (style === 'json') return writeJson(value);
  if (isRecord(value) && explode)
    return joined(
      Object.entries(value as Record<string, Json>).map(([key, member]) => `${key}=${textOf(member)}`),
      betweenParts(style),
    );
  // What stands before the first is written with the path.
  if (Array.isArray(value) && explode)
    return joined(value, style === 'matrix' ? `;${name}=` : betweenParts(style));
  return joined(value, ',');
}

/** Of a list or an object that is written part by part (RFC 6570, 3.2.5 and 3.2.7). */
const betweenParts = (style: string) => PARTS[style] ?? ',';
const PARTS: Readonly<Record<string, string>> = { label: '.', matrix: ';' };

/** @returns undefined when an item has the mark in itself that stands between items */
function joined(value: Json, separator: string): string | undefined {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const items = (Array.isArray(value) ? value : Object.entries(value).flat()).map(textOf);
  return items.some((item) => item.includes(separator)) ? undefined : items.join(separator);
}

export const textOf = (value: Json) => (typeof value === 'string' ? value : writeJson(value));

/** @returns the value as its reader gets it, without types */
export function asTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(textOf);
  return isRecord(value) ? mapMembers(value as Record<string, Json>, textOf) : textOf(value);
}

interface Field {
  readonly name: string;
  readonly text: string;
  readonly way: Way;
}

export interface Way {
  /** Arrays repeat their name, as HTML forms do. */
  readonly isList: boolean;
  readonly mediaType: string | undefined;
  readonly isJson: boolean;
  readonly isFile: boolean;
  /** It has a style of its own, in which it is not written here. */
  readonly isStyled: boolean;
}

export function fields(body: Body, value: Json): Field[] {
  if (!isRecord(value)) return [];
  const wayOf = waysOf(body);
  return Object.entries(value as Record<string, Json>).flatMap(([name, member]) => {
    const way = wayOf(name);
    const items = way.isJson && !way.isList ? [member] : [member].flat();
    const texts = items.map((item) => (way.isJson ? writeJson(item) : textOf(item)).toWellFormed());
    return texts.map((text) => ({ name, text, way }));
  });
}

export function waysOf({ mediaType, encoding, schema }: Body): (name: string) => Way {
  const properties = propertiesOf(schema);
  return (name) => {
    const { [name]: { contentType, isStyled = false } = {} } = encoding;
    const kinds = alternatives(properties[name] ?? {});
    const isList = kinds.some((kind) => kindOf(kind) === 'array');
    const items = kinds.flatMap((kind) =>
      kindOf(kind) === 'array' ? alternatives(kind.items ?? {}) : [kind],
    );
    const isFile = items.some(isBinary);
    const usual = isMultipart(mediaType) ? usualType(items, isFile) : undefined;
    const written = contentType === undefined ? usual : plainType(contentType.split(',')[0] ?? contentType);
    const isJsonText = written !== undefined && isJson(written);
    return {
      isList,
      mediaType: written,
      isJson: isJsonText,
      isFile: isFile && isMultipart(mediaType),
      // Of other forms than URL-encoded ones it says nothing.
      isStyled: isStyled && !isMultipart(mediaType),
    };
  };
}

export function isClear({ isJson: isJsonText, isStyled }: Way, member: Json): boolean {
  const isPlain = (one: unknown) => typeof one !== 'object' || one === null;
  return isJsonText || (!isStyled && [member].flat().every(isPlain));
}

function usualType(items: readonly Schema[], isFile: boolean): string | undefined {
  if (isFile) return 'application/octet-stream';
  const kinds = items.map(kindOf).filter((kind) => kind !== 'null');
  return kinds.length > 0 && kinds.every((kind) => kind === 'object') ? 'application/json' : undefined;
}

/** OpenAPI 3.1 knows files by their encoding. */
const isBinary = ({ format, contentMediaType }: Schema) =>
  format === 'binary' || contentMediaType !== undefined;

/** A form has nothing but texts and lists of them, and structures where they are meant. */
export function canBeField({ schema }: Body, value: Json): boolean {
  if (!isRecord(value)) return false;
  const properties = propertiesOf(schema);
  const isStructure = (property: Schema) =>
    alternatives(property).some(
      (plain) => kindOf(plain) === 'object' || kindsOf(plain.items ?? {}).includes('object'),
    );
  return Object.entries(value as Record<string, Json>).every(
    ([name, member]) =>
      [member].flat().every((one) => typeof one !== 'object') || isStructure(properties[name] ?? {}),
  );
}

const BOUNDARY = 'contract-form-boundary';

export function writePayload(body: Body, value: Json): Payload {
  const { mediaType } = body;
  if (isUrlencoded(mediaType)) {
    const pairs = fields(body, value).map(({ name, text }): [string, string] => [name, text]);
    return { mediaType, bytes: Buffer.from(new URLSearchParams(pairs).toString()) };
  }
  if (isMultipart(mediaType)) return writeMultipart(fields(body, value));
  const text = isJsonBody(body) ? writeJson(value) : textOf(value);
  return { mediaType: contentTypeOf(body), bytes: isBytesBody(body) ? fileBytes(text) : Buffer.from(text) };
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
