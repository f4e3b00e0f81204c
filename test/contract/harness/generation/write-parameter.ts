/** Writes the value of a parameter into a request (OpenAPI 3.0.3, 4.7.12.3). */

import { type Case, targetOf } from '../case.js';
import { writeJson } from '../document/exact-numbers.js';
import type { Parameter } from '../document/model.js';
import { isRecord, type Json } from '../document/values.js';

export type What = Pick<Case, 'mode' | 'about' | 'pointer'>;

/** Between the items of a list that is one text. */
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

function oneText({ style, explode }: Parameter, value: Json): string | undefined {
  if (style === 'json') return writeJson(value);
  if (isRecord(value) && explode)
    return joined(
      Object.entries(value as Record<string, Json>).map(([key, member]) => `${key}=${textOf(member)}`),
      ',',
    );
  return joined(value, ',');
}

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
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>).map(([key, member]) => [key, textOf(member)]),
    );
  return textOf(value);
}
