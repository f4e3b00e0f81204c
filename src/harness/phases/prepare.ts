/** Gives a request what only the service knows: the current ETag where one is asked for, and ids of what is there. */
import { type Case, isSuccess, type Payload } from '../case.js';
import { asRecord, isRecord, type Json, type Operation, type Schema } from '../document/model.js';
import { bodyExample, parameterExample, plainCase, withFreshTexts } from '../generation/cases.js';
import { alternatives, kindsOf, propertiesOf } from '../generation/schemas.js';
import { judgeBody } from '../generation/verdict.js';
import { textOf, writePayload } from '../generation/write.js';
import type { Exchange, Run } from '../run.js';
import {
  actionsOn,
  collectionOf,
  followersOf,
  nameIn,
  namesIn,
  obtain,
  plainName,
  producerOf,
  shapeOf,
} from './resources.js';

export const prepareCase = async (run: Run, item: Case): Promise<Case> =>
  withReferences(run, withFreshValues(run, await withCurrentTag(run, item)));

/** Where the example may be sent once, so may what is made of it: what it has of the example becomes something else. */
function withFreshValues(run: Run, item: Case): Case {
  const { made, mode, operation } = item;
  if (!run.taken.has(operation) || mode === 'neutral' || !made) return item;
  const [value, example] = [asRecord(made.value), asRecord(bodyExample(run.material, made.body).value)];
  const own = Object.entries(value).filter(([name, one]) => one !== example[name]);
  const { made: fresh } = withFreshTexts(run.material, item, run.nextSeed());
  const changed = { ...asRecord(fresh?.value), ...Object.fromEntries(own) } as Record<string, Json>;
  if (!isRecord(made.value) || judgeBody(run.material, made.body, changed) === 'open') return item;
  return { ...item, made: { ...made, value: changed }, body: writePayload(made.body, changed) };
}

const CHANGING = ['PUT', 'PATCH', 'DELETE'];
/** They are about the header, or about another method. */
const OTHER_PROBES: readonly unknown[] = ['missing-header', 'unsupported-method', 'options'];

/** A condition that a rule has set itself stays. */
async function withCurrentTag(run: Run, item: Case): Promise<Case> {
  const { operation, path, headers, probe, mode } = item;
  const isTag = (name: string) => name.toLowerCase() === 'if-match';
  const parameter = operation.parameters.find(({ in: place, name }) => place === 'header' && isTag(name));
  const isAskedFor = parameter?.required === true || operation.responses[428] !== undefined;
  if (!isAskedFor || !CHANGING.includes(operation.method) || OTHER_PROBES.includes(probe)) return item;
  const name = Object.keys(headers).find(isTag) ?? parameter?.name ?? 'If-Match';
  const usual = parameter && textOf(parameterExample(run.material, parameter).value);
  if (headers[name] !== undefined && headers[name] !== usual && mode !== 'positive') return item;
  const reader = run.operations().find((one) => one.method === 'GET' && one.path === operation.path);
  if (!reader) return item;
  const { answer } = await run.send({ ...plainCase(run.material, reader, path), mode: 'neutral' });
  const { etag } = answer.headers;
  return isSuccess(answer) && etag !== undefined ? { ...item, headers: { ...headers, [name]: etag } } : item;
}

/** Ids that stand for what a path without parameters makes or lists, by that path; undefined where there is none. */
const known = new WeakMap<Run, Map<string, string | undefined>>();

const idsOf = (run: Run) => {
  const ids = known.get(run) ?? new Map<string, string | undefined>();
  known.set(run, ids);
  return ids;
};

/** The paths whose records a body refers to. */
const referred = new WeakMap<Payload, ReadonlySet<string>>();

/** An `authorId` that keeps its schema becomes the id of one of the `/authors`. */
async function withReferences(run: Run, item: Case): Promise<Case> {
  const { made } = item;
  if (!made || !isRecord(made.value)) return item;
  const used = new Set<string>();
  const value = await refer(run, item, made.body.schema, made.value as Json, used);
  if (used.size === 0) return item;
  const body = writePayload(made.body, value);
  referred.set(body, used);
  return { ...item, made: { ...made, value }, body };
}

async function refer(run: Run, item: Case, schema: Schema, value: Json, used: Set<string>): Promise<Json> {
  if (Array.isArray(value)) {
    const { items = {} } = alternatives(schema).find((one) => one.items !== undefined) ?? {};
    const all: Json[] = [];
    for (const one of value) all.push(await refer(run, item, items, one, used));
    return all;
  }
  if (!isRecord(value)) return value;
  const members = { ...(value as Record<string, Json>) };
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const { [name]: given } = members;
    if (given === undefined || given === null) continue;
    const collection = collectionFor(run, item.operation, name);
    if (!collection) {
      if (typeof given === 'object') members[name] = await refer(run, item, property, given, used);
      continue;
    }
    if (run.validators.sent(property)(given).length > 0) continue;
    const id = await idIn(run, collection);
    const other = id === undefined ? undefined : written(run, property, id);
    if (other === undefined) continue;
    members[name] = other;
    used.add(collection.path);
  }
  return members;
}

/** As the member has it: a number, a text, or a list of one. */
function written(run: Run, property: Schema, id: string): Json | undefined {
  const numbers = /^-?\d{1,15}$/.test(id) ? [Number(id)] : [];
  const ids: Json[] = kindsOf(property).includes('integer') ? [...numbers, id] : [id, ...numbers];
  return [...ids, ...ids.map((one) => [one])].find((one) => run.validators.sent(property)(one).length === 0);
}

const meant = new WeakMap<Operation, Map<string, Operation | undefined>>();

/** @returns the operation on the path that a member's name means: `/categories` of `categoryId` and `mainCategoryId` */
function collectionFor(run: Run, operation: Operation, member: string): Operation | undefined {
  const known = meant.get(operation) ?? new Map<string, Operation | undefined>();
  meant.set(operation, known);
  if (!known.has(member)) known.set(member, findCollection(run, operation, member));
  return known.get(member);
}

function findCollection(run: Run, { path: own }: Operation, member: string): Operation | undefined {
  const [, named] = /^(.+?)(?:Id|ID|_id|Ids|_ids)$/.exec(member) ?? [];
  if (named === undefined) return collectionByName(run, own, member);
  const things = (text: string) => {
    const thing = plainName(text);
    return [thing, `${thing}s`, `${thing}es`, thing.replace(/y$/, 'ies'), thing.replace(/person$/, 'people')];
  };
  const collections = run
    .operations()
    .filter(({ method, path }) => ['GET', 'POST'].includes(method) && !path.includes('{'));
  const lastOf = ({ path }: Operation) => plainName(path.replace(/\/$/, '').split('/').at(-1) ?? '');
  const words = named.split(/(?=[A-Z])|_/);
  for (let index = 0; index < words.length; index += 1) {
    const wanted = things(words.slice(index).join(''));
    const found = collections.find((one) => wanted.includes(lastOf(one)));
    // What is made is not named by what it is made of, except by another one.
    if (found) return index === 0 && found.path === own ? undefined : found;
  }
  return undefined;
}

/** @returns the operation on `/catalogue/{sku}`, in the place of its collection, for a member `sku` of something else */
function collectionByName(run: Run, own: string, member: string): Operation | undefined {
  const isNamed = ({ path }: Operation) =>
    member !== 'id' && path.endsWith('}') && plainName(namesIn(path).at(-1) ?? '') === plainName(member);
  const found = run.operations().find((one) => one.method === 'GET' && isNamed(one));
  const path = found && collectionOf(found.path);
  // A part of it, or itself, is not made by its name.
  return !found || path === undefined || own.startsWith(path.replace(/\/$/, ''))
    ? undefined
    : { ...found, path };
}

async function idIn(run: Run, { path }: Operation): Promise<string | undefined> {
  const ids = idsOf(run);
  if (ids.has(path)) return ids.get(path);
  // What refers to another of its kind finds none while that one is made.
  ids.set(path, undefined);
  const follower = run.operations().find((one) => shapeOf(collectionOf(one.path)) === shapeOf(path));
  const named = follower ?? { path: `${path.replace(/\/$/, '')}/{id}` };
  const found = await obtain(run, named);
  const producer = follower && producerOf(run, follower);
  const ways = found && producer ? actionsOn(run, followersOf(run, producer), found) : [];
  if (ways.length > 0) {
    const sequences = [
      [],
      ...ways.map((one) => [one]),
      ...ways.flatMap((one) => ways.map((other) => [one, other])),
    ];
    const state = (run.states.get(path) ?? 0) % sequences.length;
    run.states.set(path, state);
    for (const action of sequences[state] ?? []) await run.send(action);
  }
  ids.set(path, found && nameIn(found.path, named));
  return ids.get(path);
}

/** Gone, or in use where it may be used once: the next request gets another. */
const REFUSALS = [404, 409, 422];

export function settleCase(run: Run, { item, answer }: Exchange): void {
  const isConflict = answer.status === 409 && item.mode === 'positive';
  if (isConflict) run.taken.add(item.operation);
  const paths = REFUSALS.includes(answer.status) && item.body ? referred.get(item.body) : undefined;
  for (const path of paths ?? []) {
    idsOf(run).delete(path);
    const state = run.states.get(path);
    if (isConflict && state !== undefined && !run.settled.has(item.operation))
      run.states.set(path, state + 1);
  }
  if (isSuccess(answer)) run.settled.add(item.operation);
}

export const referToOthers = (run: Run): void => idsOf(run).clear();
