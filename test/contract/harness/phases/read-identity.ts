/** Reads from an answer what names the resource in it, in the words of another path. */

import { stepsOf } from '../document/dereference.js';
import { asRecord, isRecord, type Member, type Operation } from '../document/model.js';
import { readJson } from '../document/parse.js';
import type { Exchange } from '../run.js';

export type PathValues = Readonly<Record<string, string>>;

export const namesIn = (path: string) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

/** Paths that differ in their parameters' names alone are identical (OpenAPI 3.0.3, 4.7.8.1); so is one with a last slash here. */
export const shapeOf = (path: string) => path.replace(/\{[^}]+\}/g, '{}').replace(/\/$/, '');

/** @returns the values by the names that `to`, which begins or ends as `from` does, has at their places */
export function rename(values: PathValues, from: string, to: string): PathValues {
  const names = namesIn(to);
  return Object.fromEntries(
    namesIn(from).flatMap((name, index) => {
      const { [name]: value } = values;
      const { [index]: other } = names;
      return value === undefined || other === undefined ? [] : [[other, value]];
    }),
  );
}

export type Named = Pick<Operation, 'id' | 'pointer' | 'path'>;

/** By a link, by `Location`, or by a member of the body. @param around what stands before the resource's own name */
export function readIdentity(
  exchange: Exchange,
  operation: Named,
  around: PathValues,
): PathValues | undefined {
  const found = [
    readLink(exchange, operation),
    readLocation(exchange, operation),
    readMember(readJson(exchange.answer), operation, around),
  ];
  return found.map((path) => complete({ ...around, ...path }, operation)).find((path) => path !== undefined);
}

export function readListed(
  { answer }: Exchange,
  operation: Named,
  around: PathValues,
): PathValues | undefined {
  const body = readJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  const path = Array.isArray(items) ? readMember(items[0], operation, around) : {};
  return complete({ ...around, ...path }, operation);
}

function readLink(exchange: Exchange, { id, pointer }: Named): Member {
  const { item, answer } = exchange;
  const links = item.operation.responses[answer.status]?.links ?? [];
  const link = links.find(({ operation }) => [id, pointer].includes(operation));
  return Object.fromEntries(
    Object.entries(link?.parameters ?? {}).map(([name, expression]) => [
      name.replace(/^path\./, ''),
      evaluate(expression, exchange),
    ]),
  );
}

/** `Location` of what was created (RFC 9110, 15.3.2), which may be longer or shorter than the operation's path. */
function readLocation({ answer }: Exchange, { path }: Named): Member {
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location, 'http://any.invalid')) return {};
  const { pathname } = new URL(location, 'http://any.invalid');
  const own = path.slice(0, path.lastIndexOf('}') + 1);
  const pattern = own.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)');
  const values = new RegExp(`${pattern}/?$`).exec(pathname)?.slice(1) ?? [];
  return Object.fromEntries(values.map((value, index) => [namesIn(path)[index], decode(value)]));
}

/** A `%` that encodes nothing is one that a service forgot to encode. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readMember(body: unknown, { path }: Named, around: PathValues): Member {
  if (!isRecord(body)) return {};
  const missing = namesIn(path).filter((name) => around[name] === undefined);
  const objects = [body, ...Object.values(body).filter(isRecord)];
  const read = (name: string) =>
    objects.flatMap((object) => [...sameName(object, name), object.id]).find(isName);
  return Object.fromEntries(missing.map((name) => [name, read(name)]));
}

/** `bookId` and `book_id` are one name. */
const sameName = (object: Member, name: string) => {
  const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
  return Object.entries(object).flatMap(([key, value]) => (plain(key) === plain(name) ? [value] : []));
};

const isName = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint';

function complete(values: Member, { path }: Named): PathValues | undefined {
  const names = namesIn(path);
  if (!names.every((name) => isName(values[name]))) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])]));
}

/** @returns constants as they are; undefined for what is not there, and for what no link needs */
function evaluate(expression: unknown, { item, answer }: Exchange): unknown {
  const [whole, pointer, header = '', parameter = ''] =
    /^\$(?:response\.body#(.*)|response\.header\.(.+)|request\.path\.(.+))$/.exec(String(expression)) ?? [];
  if (whole === undefined) return String(expression).startsWith('$') ? undefined : expression;
  if (pointer === undefined) return answer.headers[header.toLowerCase()] ?? item.path[parameter];
  return stepsOf(pointer).reduce<unknown>((node, step) => asRecord(node)[step], readJson(answer));
}
