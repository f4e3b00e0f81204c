/** Finds, or makes, what the parameters of a path name, and the operations on it: without it a run would prove that 404 works. */

import fc from 'fast-check';
import { type Case, isSuccess } from '../case.js';
import type { CheckName, Violation } from '../checks.js';
import { type Body, isRecord, type Member, type Operation } from '../document/model.js';
import { readExactJson, writeJson } from '../document/parse.js';
import { makeUp, validValue } from '../generation/arbitrary.js';
import { freshText, plainCase, randomBody, withBody, withFreshTexts } from '../generation/cases.js';
import { fullest } from '../generation/rich.js';
import { alternatives } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import type { Exchange, Run } from '../run.js';
import { note } from './attempt.js';

export interface Resource {
  readonly path: PathValues;
  /** The path whose parameters they are. */
  readonly template: string;
  readonly exchanges: readonly Exchange[];
  /** Whether this run made it, and may delete it. */
  readonly own: boolean;
}

/** After the example, which a service may take only once, so many other bodies are tried. */
const TRIES = 3;
const MOST_TRIES = 24;

export const pathFor = ({ path, template }: Resource, operation: Operation): PathValues =>
  rename(path, template, operation.path);

export const plainOn = (run: Run, operation: Operation, resource: Resource, body?: Body): Case =>
  plainCase(run.material, operation, pathFor(resource, operation), body);

/** @returns a resource of its own for each call where one can be made, else one that is there, else nothing */
export async function obtain(run: Run, operation: Named): Promise<Resource | undefined> {
  const { path: template } = operation;
  if (!template.includes('{')) return { path: {}, template, exchanges: [], own: false };
  // What would need itself to be made is made by nobody here.
  if (run.making.has(template)) return undefined;
  run.making.add(template);
  try {
    return await makeOrFind(run, operation);
  } finally {
    run.making.delete(template);
  }
}

async function makeOrFind(run: Run, operation: Named): Promise<Resource | undefined> {
  const { path: template } = operation;
  const poster = collectionOperation(run, template, 'POST');
  const posted = poster && (await post(run, poster, operation));
  if (posted) return posted;
  const putter = namingOperation(run, template);
  const named = putter && (await put(run, putter, operation));
  if (named) return named;
  const list = collectionOperation(run, template, 'GET');
  return list && find(run, list, operation);
}

async function post(run: Run, producer: Operation, operation: Named): Promise<Resource | undefined> {
  // What is made within another resource needs that one first.
  const around = await obtain(run, producer);
  if (!around) return undefined;
  // What it refers to may have to be in another state, of which each try has the next.
  const isAdvancing = () => run.states.size > 0 && !run.settled.has(producer);
  for (let tries = 0; tries <= (isAdvancing() ? MOST_TRIES : TRIES); tries += 1) {
    const plain = plainCase(run.material, producer, around.path);
    const isTaken = tries > 0 || run.taken.has(producer);
    const item = isTaken ? withFreshTexts(run.material, plain, run.nextSeed()) : plain;
    const exchanges = await make(run, tries > 1 ? withRandomBody(run, plain) : item, around);
    const last = exchanges.at(-1);
    if (last?.answer.status === 409) run.taken.add(producer);
    if (!last || !isSuccess(last.answer)) continue;
    const path = readIdentity(last, operation, rename(around.path, producer.path, operation.path));
    return path && { path: { ...around.path, ...path }, template: operation.path, exchanges, own: true };
  }
  return undefined;
}

async function put(run: Run, producer: Operation, operation: Named): Promise<Resource | undefined> {
  const around = await obtain(run, { ...producer, path: collectionOf(producer.path) });
  if (!around) return undefined;
  for (let tries = 0; tries <= TRIES; tries += 1) {
    // The example's name may be taken: it comes last.
    const name = tries === TRIES ? {} : madeUpName(run, producer);
    const plain = plainCase(run.material, producer, { ...around.path, ...name });
    const isPlain = tries === 0 || tries === TRIES;
    const exchanges = await make(run, isPlain ? plain : withRandomBody(run, plain), around);
    const last = exchanges.at(-1);
    if (!last || !isSuccess(last.answer)) continue;
    const path = rename(last.item.path, producer.path, operation.path);
    const isNew = Object.keys(name).length > 0 || last.answer.status === 201;
    return { path, template: operation.path, exchanges, own: isNew };
  }
  return undefined;
}

const withRandomBody = (run: Run, plain: Case) => randomBody(run.material, plain, run.nextSeed());

async function make(run: Run, item: Case | undefined, around: Resource): Promise<Exchange[]> {
  if (!item) return [];
  const exchanges = [...around.exchanges, await run.send(item)];
  note(run, exchanges);
  return exchanges;
}

async function find(run: Run, list: Operation, operation: Named): Promise<Resource | undefined> {
  const around = await obtain(run, list);
  if (!around) return undefined;
  const exchange = await run.send(plainCase(run.material, list, around.path));
  const exchanges = [...around.exchanges, exchange];
  note(run, exchanges);
  const path = readListed(exchange, operation, rename(around.path, list.path, operation.path));
  return path && { path: { ...around.path, ...path }, template: operation.path, exchanges, own: false };
}

/** @returns the path's last parameter with a valid value that this run did not use before; nothing when none can be made */
export function madeUpName(run: Run, { path, parameters }: Operation): PathValues {
  const last = namesIn(path).at(-1);
  const parameter = parameters.find(({ in: place, name }) => place === 'path' && name === last);
  if (!parameter) return {};
  const { material } = run;
  const seed = run.nextSeed();
  const values = validValue(parameter.schema, material.validators.sent(parameter.schema));
  const drawn = values ? fc.sample(values, { seed, numRuns: DRAWN }).map(String) : [];
  const fresh = freshText(material, parameter.schema, 'made-up', seed) ?? '';
  // Odd names are for other steps: of this one every service has to make something.
  const plain = [fresh, ...drawn].filter(
    (text) => /^[\w-]+$/.test(text) && judgeParameter(material, parameter, text) === 'kept',
  );
  const chosen = plain.find(({ length }) => length >= 4) ?? plain[0];
  return chosen === undefined ? {} : { [parameter.name]: chosen };
}

const DRAWN = 50;
/** Fewer different names than this may all be of something. */
const FEW = 20;
const FEW_NUMBERS = 1000;

/** Whether the path's last parameter has so few values that each may name something. */
export function hasFewNames(run: Run, { path, parameters }: Operation): boolean {
  const last = namesIn(path).at(-1);
  const { schema = {} } = parameters.find(({ in: place, name }) => place === 'path' && name === last) ?? {};
  const isNarrow = alternatives(schema).some(
    ({ minimum = -Infinity, maximum = Infinity }) => maximum - minimum <= FEW_NUMBERS,
  );
  return isNarrow || makeUp(run.material, schema).length < FEW;
}

export const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('{'));

/** On `/tasks/` for `/tasks/{id}`, else on the one path like `/projects/{}/tasks`: what is made there is named alone. */
export function collectionOperation(run: Run, path: string, method: string): Operation | undefined {
  if (!path.includes('{')) return undefined;
  const collection = collectionOf(path);
  const last = shapeOf(collection).split('/').at(-1) ?? '';
  // Before a parameter that follows another one there is no name of what it names.
  const within = /^\{\}|^$/.test(last) ? [] : operationsEndingIn(run, `${method} `, `{}/${last}`);
  return operationOn(run, collection, method) ?? (within.length === 1 ? within[0] : undefined);
}

const operationsEndingIn = (run: Run, start: string, end: string) =>
  [...indexOf(run).byShape].flatMap(([shape, operation]) =>
    shape.startsWith(start) && shape.endsWith(end) ? [operation] : [],
  );

/** A service that leaves names to its clients makes things by PUT on their own path (RFC 9110, 9.3.4). */
function namingOperation(run: Run, path: string): Operation | undefined {
  return path.includes('{') ? operationOn(run, path.slice(0, path.lastIndexOf('}') + 1), 'PUT') : undefined;
}

/** The POST on the path before its last parameter, else the PUT on itself. */
export const producerOf = (run: Run, { path }: Operation): Operation | undefined =>
  collectionOperation(run, path, 'POST') ?? namingOperation(run, path);

export const isProducer = (run: Run, operation: Operation) => followersOf(run, operation).length > 0;

export const followersOf = (run: Run, producer: Operation): readonly Operation[] =>
  indexOf(run).followers.get(producer) ?? [];

const MOST_TURNS = 4;

/** What may bring it into another state: each operation such as `POST /orders/{id}/transitions`, with each of its words. */
export function actionsOn(run: Run, followers: readonly Operation[], resource: Resource): Case[] {
  const actions = followers.filter(
    (one) => one.method === 'POST' && !('201' in one.responses) && !isWhole(one) && !isProducer(run, one),
  );
  return actions.flatMap((action) => {
    const [body] = action.bodies;
    const plain: Case = { ...plainOn(run, action, resource, body), mode: 'neutral', about: 'another state' };
    if (!body) return [plain];
    const turns = Array.from({ length: MOST_TURNS }, (_, turn) =>
      fullest(run.material, body.schema, turn),
    ).flat();
    return [...new Map(turns.map((value) => [writeJson(value), value])).values()].flatMap(
      (value) => withBody(run.material, plain, body, value) ?? [],
    );
  });
}

const operationOn = (run: Run, path: string, method: string) =>
  indexOf(run).byShape.get(`${method} ${shapeOf(path)}`);

interface Index {
  readonly byShape: Map<string, Operation>;
  readonly followers: Map<Operation, Operation[]>;
}

/** Large documents have a thousand operations: they are not searched again and again. */
const indices = new WeakMap<Run, Index>();

function indexOf(run: Run): Index {
  const known = indices.get(run);
  if (known) return known;
  const index: Index = { byShape: new Map(), followers: new Map() };
  indices.set(run, index);
  for (const operation of [...run.operations()].reverse())
    index.byShape.set(`${operation.method} ${shapeOf(operation.path)}`, operation);
  for (const operation of run.operations()) {
    const producer = producerOf(run, operation);
    if (producer) index.followers.set(producer, [...(index.followers.get(producer) ?? []), operation]);
  }
  return index;
}

/** Paths for an operation's requests: a fresh one for each where the request removes what it names. */
export async function makeResources(run: Run, operation: Operation): Promise<() => Promise<Resource>> {
  const nothing: Resource = { path: {}, template: operation.path, exchanges: [], own: false };
  if (operation.method === 'DELETE') return async () => (await obtain(run, operation)) ?? nothing;
  const shared = (await obtain(run, operation)) ?? nothing;
  return async () => shared;
}

export type PathValues = Readonly<Record<string, string>>;

/** Large documents ask for them again and again. */
const memoize = <Value>(make: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
};

export const namesIn = memoize((path): readonly string[] =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
);

/** The value of the last parameter. */
export const nameIn = (values: PathValues, { path }: Named) => values[namesIn(path).at(-1) ?? ''];

/** Paths that differ in their parameters' names alone are identical (OpenAPI 3.0.3, 4.7.8.1); so is one with a last slash here. */
export const shapeOf = memoize((path) => path.replace(/\{[^}]+\}/g, '{}').replace(/\/$/, ''));

/** @returns the values by the names that `to` has at their places, where it begins alike; all others keep their names */
export function rename(values: PathValues, from: string, to: string): PathValues {
  const [names, before] = [namesIn(to), namesIn(from)];
  const others = Object.entries(values).filter(([name]) => !before.includes(name));
  const isAlike = from.split('{')[0] === to.split('{')[0];
  const renamed = before.flatMap((name, index) => {
    const [value, other] = [values[name], names[index]];
    return !isAlike || value === undefined || other === undefined ? [] : [[other, value]];
  });
  return Object.fromEntries([...others, ...renamed]);
}

export type Named = Pick<Operation, 'path'>;

/** By `Location`, or by a member of the body. @param around what stands before the resource's own name */
export function readIdentity(exchange: Exchange, operation: Named, around: PathValues) {
  const found = [
    readLocation(exchange, operation),
    readMember(readExactJson(exchange.answer), operation, around),
  ];
  return found.map((path) => complete({ ...around, ...path }, operation)).find((path) => path !== undefined);
}

export function readListed({ answer }: Exchange, operation: Named, around: PathValues) {
  const body = readExactJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  const path = Array.isArray(items) ? readMember(items[0], operation, around) : {};
  return complete({ ...around, ...path }, operation);
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
export const sameName = (object: Member, name: string) =>
  Object.entries(object).flatMap(([key, value]) => (plainName(key) === plainName(name) ? [value] : []));

export const plainName = (text: string) => text.replace(/[_-]/g, '').toLowerCase();

const isName = (value: unknown) => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

function complete(values: Member, { path }: Named): PathValues | undefined {
  const names = namesIn(path);
  if (!names.every((name) => isName(values[name]))) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])]));
}

/** Whether it is about the resource itself, and not a part of it. */
export const isWhole = ({ path }: Operation) => path.replace(/\/$/, '').endsWith('}');

export class Life {
  /** @param followers all operations on the resource and within it; the reader shows it */
  constructor(
    readonly run: Run,
    readonly followers: readonly Operation[],
    readonly resource: Resource,
    readonly reader: Operation,
  ) {}

  of(resource: Resource): Life {
    return new Life(this.run, this.followers, resource, this.reader);
  }

  /** @returns those on the address that the reader reads */
  on(...methods: readonly string[]): Operation[] {
    const own = shapeOf(this.reader.path);
    return this.followers.filter(({ method, path }) => methods.includes(method) && shapeOf(path) === own);
  }

  isOn(check: CheckName, operation: Operation): boolean {
    return this.run.target.configuration.isOn(check, operation);
  }

  plain(operation: Operation, body?: Body): Case {
    return plainOn(this.run, operation, this.resource, body);
  }

  /** With texts that nothing else has: what is there already changes nothing. */
  fresh(operation: Operation, body?: Body): Case {
    return withFreshTexts(this.run.material, this.plain(operation, body), this.run.nextSeed());
  }

  /** A request whose acceptance no rule promises. */
  send(item: Case, about: string): Promise<Exchange> {
    return this.run.send({ ...item, mode: 'neutral', about });
  }

  read(): Promise<Exchange> {
    return this.run.send(this.plain(this.reader));
  }

  report(check: CheckName, violation: Violation, ...exchanges: readonly Exchange[]): void {
    this.run.report(check, violation, [...new Set([...this.resource.exchanges, ...exchanges])]);
  }
}
