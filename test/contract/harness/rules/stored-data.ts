/** What POST, PUT and PATCH stored can be read back, and what they were not sent is as HTTP says. */
import { type Case, isSuccess } from '../case.js';
import { type Body, isRecord, type Json, type Member, type Operation } from '../document/model.js';
import { isForm, isJson, isJsonBody, readJson, writeJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { awkwardBodies } from '../generation/awkward.js';
import { bodyExample, plainCase, randomBody, withFreshTexts } from '../generation/cases.js';
import { EVERY_BYTE, fullest } from '../generation/fullest.js';
import { alternatives, defaultOf, propertiesOf } from '../generation/schemas.js';
import { pointerWithin } from '../generation/variants.js';
import { judgeBody } from '../generation/verdict.js';
import { canWrite, fileBytes, isClear, waysOf, writePayload } from '../generation/write.js';
import { noteMadeUp } from '../phases/attempt.js';
import { namesIn, readIdentity, readListed, rename } from '../phases/read-identity.js';
import { collectionOperation, obtain, pathFor, type Resource } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import {
  CHECK,
  type Difference,
  differences,
  isEmpty,
  isSame,
  membersFor,
  show,
  shownBy,
} from './compare-data.js';
import { holdTag } from './http.js';

/** A made-up body may be refused for reasons that no schema says. */
const TRIES = 4;
const MOST_MEMBERS = 6;
/** RFC 9110, 15.3.3 and 15.5.10. */
const ACCEPTED = 202;
const CONFLICT = 409;

/** After each PUT and PATCH of the resource. @param followers operations on it, of which one may give the file of a form */
export async function storedData(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  resource: Resource,
  followers: readonly Operation[] = [],
): Promise<void> {
  const hold = (item: Case) => holdWrite(run, reader, resource, item, followers);
  if (!run.target.configuration.isOn(CHECK, reader)) return;
  for (const writer of writers.filter(({ method }) => method === 'PUT' || method === 'PATCH')) {
    const written = writer.bodies.filter(canWrite);
    const body = written.find(isJsonBody) ?? written.find(({ mediaType }) => isForm(mediaType));
    if (!body) continue;
    const plain = plainCase(run.material, writer, 'stateful', pathFor(resource, writer), body);
    const others = await neighbours(run, reader, resource);
    const accepted = [];
    for (const item of wholeBodies(run, plain, body)) accepted.push(await hold(item));
    accepted.push(await storedAwkward(run, plain, body, hold));
    for (const item of partialBodies(run, plain, body)) accepted.push(await hold(item));
    const rounds = accepted.includes(true) ? 2 : TRIES;
    let isTaken = accepted.includes(true);
    for (let round = 0; round < rounds; round += 1)
      for (let tries = 0; tries < TRIES; tries += 1) {
        const random = randomBody(run.material, plain, run.nextSeed(), body);
        const item = random && filled(run, body, random);
        if (!item) break;
        if (await hold(item)) {
          isTaken = true;
          break;
        }
      }
    if (isTaken) await holdNeighbours(run, reader, body, others, writer);
    else run.untried(CHECK, writer, 'with new values: none was accepted');
  }
}

interface Neighbour {
  readonly resource: Resource;
  readonly before: Exchange;
}

/** The first of the list, and one that is made now. */
async function neighbours(run: Run, reader: Operation, resource: Resource): Promise<Neighbour[]> {
  const path = pathFor(resource, reader);
  const list = collectionOperation(run, reader.path, 'GET');
  const around = rename(path, reader.path, list?.path ?? '');
  const listed = list && (await run.send(plainCase(run.material, list, 'stateful', around)));
  const first = listed && readListed(listed, reader, rename(around, list.path, reader.path));
  const made = await obtain(run, reader, 'stateful');
  const resources: (Resource | undefined)[] = [
    first && { path: first, template: reader.path, exchanges: [], own: false },
    made,
  ];
  const found: Neighbour[] = [];
  for (const other of resources) {
    if (!other || writeJson({ ...pathFor(other, reader) }) === writeJson({ ...path })) continue;
    const before = await read(run, reader, other);
    if (memberOf(before)) found.push({ resource: other, before });
  }
  return found;
}

/** A change of one leaves the others: what was told of them by the members that the change may have. */
async function holdNeighbours(
  run: Run,
  reader: Operation,
  body: Body,
  others: readonly Neighbour[],
  writer: Operation,
): Promise<void> {
  if (others.length === 0) run.untried(CHECK, writer, 'beside another resource: there is none');
  for (const { resource, before } of others) {
    const exchange = await read(run, reader, resource);
    const [old, now] = [memberOf(before), memberOf(exchange)];
    if (!old || !now) continue;
    run.countCheck(CHECK);
    const changed = Object.keys(propertiesOf(body.schema)).find(
      // There may be one of which something is true.
      (name) => typeof old[name] !== 'boolean' && writeJson(old[name]) !== writeJson(now[name]),
    );
    if (changed === undefined) continue;
    const message = `${writer.method} of another resource changed ${changed} of this one from ${show(old[changed])} to ${show(now[changed])}.`;
    const pointer = pointerWithin(body.schema, body.pointer, 'properties', changed);
    run.report(
      CHECK,
      { message, pointer, field: `/${changed}`, subject: 'another', operation: writer.label },
      [...resource.exchanges, before, exchange],
    );
  }
}

/** Each value that services change, in all members that may have it, else in one after the other. */
async function storedAwkward(
  run: Run,
  plain: Case,
  body: Body,
  hold: (item: Case) => Promise<boolean>,
): Promise<boolean> {
  let isTaken = false;
  for (const { whole, members } of awkwardBodies(run.material, body, () => run.nextSeed().toString(36))) {
    const isPatch = plain.operation.method === 'PATCH';
    const all = withBody(run, plain, body, isPatch ? members : whole);
    if (all && (await hold(all))) {
      isTaken = true;
      continue;
    }
    for (const [name, value] of Object.entries(members)) {
      const fresh = withFreshTexts(run.material, plain, run.nextSeed()).made?.value;
      const base = isPatch || !isRecord(fresh) ? {} : (fresh as Record<string, Json>);
      const one = withBody(run, plain, body, { ...base, [name]: value });
      if (one && (await hold(one))) isTaken = true;
    }
  }
  return isTaken;
}

/** @returns whether the service took it */
async function holdWrite(
  run: Run,
  reader: Operation,
  resource: Resource,
  item: Case,
  followers: readonly Operation[],
): Promise<boolean> {
  const before = await read(run, reader, resource);
  const written = await sendFresh(run, { ...item, mode: 'neutral', about: 'new values' });
  await noteMadeUp(run, [...resource.exchanges, written]);
  if (!isSuccess(written.answer)) return false;
  await compare(run, reader, resource, written, before);
  await storedFile(run, followers, resource, written);
  return true;
}

/** What there may be once is sent again with other texts. */
async function sendFresh(run: Run, item: Case): Promise<Exchange> {
  const exchange = await run.send(item);
  if (exchange.answer.status !== CONFLICT) return exchange;
  return run.send(withFreshTexts(run.material, item, run.nextSeed()));
}

/** One for each branch of the body's schema. */
const wholeBodies = (run: Run, plain: Case, body: Body): Case[] =>
  fullest(run.material, body.schema).flatMap((value) => {
    const whole = withBody(run, plain, body, value);
    const odd = whole && withOddTexts(run, whole, body, value);
    return [...(whole ? [whole] : []), ...(odd ? [odd] : [])];
  });

/** Composed characters, other planes, and U+0000, at which some texts end. */
const ODD_TEXTS = ['e\u0301 漢字 עברית 👩‍👩‍👧\u0000 end', 'e\u0301 漢字 עברית 👩‍👩‍👧 end'];

/** @returns undefined where no text may be such */
function withOddTexts(run: Run, plain: Case, body: Body, whole: Json): Case | undefined {
  if (!isRecord(whole)) return undefined;
  let value = whole as Record<string, Json>;
  for (const [name, member] of Object.entries(value)) {
    const odd = typeof member === 'string' ? ODD_TEXTS : [];
    const changed = odd.map((text) => ({ ...value, [name]: text }));
    value = changed.find((one) => judgeBody(run.material, body, one) === 'kept') ?? value;
  }
  return value === whole ? undefined : withBody(run, plain, body, value);
}

/** PUT with what is required alone, PATCH with one member at a time and with null: the rest shows what they do to it. */
function partialBodies(run: Run, plain: Case, body: Body): Case[] {
  const bases = [...fullest(run.material, body.schema), bodyExample(run.material, body).value].filter(
    isRecord,
  );
  const [base = {}] = bases.filter((value) => judgeBody(run.material, body, value as Json) === 'kept');
  const members = Object.entries(base as Record<string, Json>).slice(0, MOST_MEMBERS);
  const required = alternatives(body.schema).flatMap((one) => one.required ?? []);
  const values: Json[] =
    plain.operation.method === 'PUT'
      ? [
          Object.fromEntries(
            Object.entries(base as Record<string, Json>).filter(([name]) => required.includes(name)),
          ),
        ]
      : members.flatMap(([name, value]) => [{ [name]: value }, { [name]: null }]);
  return values.flatMap((value) => withBody(run, plain, body, value) ?? []);
}

/** @returns undefined when the schema does not allow the value */
export function withBody(run: Run, plain: Case, body: Body, value: Json): Case | undefined {
  if (judgeBody(run.material, body, value) !== 'kept') return undefined;
  return { ...plain, made: { body, value }, body: writePayload(body, value) };
}

/** With the example's members where the random body has none, as far as they go together. */
function filled(run: Run, body: Body, item: Case): Case {
  const { value: example } = bodyExample(run.material, body);
  const { value } = item.made ?? {};
  if (!isRecord(example) || !isRecord(value)) return item;
  return withBody(run, item, body, { ...example, ...value } as Json) ?? item;
}

/** Holds what a request carried against its answer, and against what is read then. */
async function compare(
  run: Run,
  reader: Operation,
  resource: Resource,
  written: Exchange,
  earlierRead: Exchange | undefined,
): Promise<void> {
  const before = memberOf(earlierRead);
  const { item, answer } = written;
  if (!item.made || !isRecord(item.made.value) || answer.status === ACCEPTED) return;
  const { method } = item.operation;
  const earlier = resource.exchanges.includes(written) ? [] : [written];
  const told = readJson(answer);
  for (const { field, sent, told: value } of differencesIn(run, written, item.operation, written)) {
    const message = `${method} got ${show(sent)} for ${field.slice(1)}, and its answer says ${show(value)}.`;
    report(run, written, { message, field }, [...resource.exchanges, ...earlier]);
  }
  const exchange = await run.send(plainCase(run.material, reader, 'stateful', pathFor(resource, reader)));
  const all = [...resource.exchanges, ...earlier, exchange];
  if (earlierRead) holdTag(run, [...resource.exchanges, earlierRead, written, exchange]);
  const after = isSuccess(exchange.answer) ? readJson(exchange.answer) : undefined;
  if (exchange.answer.status === 404 && isSuccess(answer) && before !== undefined)
    report(run, written, { message: `${method} was accepted, and a read answers 404.`, field: '' }, all);
  if (!isRecord(after)) return;
  run.countCheck(CHECK);
  for (const { field, sent, told: value } of differencesIn(run, written, reader, exchange)) {
    // Its answer has said so.
    if (
      isRecord(told) &&
      differencesIn(run, written, item.operation, written).some((one) => one.field === field)
    )
      continue;
    const name = field.slice(1);
    const isTop = !name.includes('/');
    const message =
      isTop && before !== undefined && isSame(before[name], value)
        ? `${method} was accepted, and ${name} is still ${show(value)} instead of ${show(sent)}.`
        : `${method} got ${show(sent)} for ${name}, and a read gives ${show(value)}.`;
    report(run, written, { message, field }, all);
  }
  const rest = before ? flawsOfRest(reader, written, before, after) : [];
  for (const flaw of [...rest, ...flawsOfDefaults(reader, written, before ?? {}, after)])
    report(run, written, flaw, all);
}

interface Flaw {
  readonly message: string;
  readonly field: string;
}

function report(
  run: Run,
  { item }: Exchange,
  { message, field }: Flaw,
  exchanges: readonly Exchange[],
): void {
  const { body } = item.made ?? {};
  if (!body) return;
  const [, name = ''] = field.split('/');
  const pointer = pointerWithin(body.schema, body.pointer, 'properties', name);
  run.report(CHECK, { message, pointer, field, operation: item.operation.label }, exchanges);
}

/** @param teller declares what the exchange tells */
function differencesIn(run: Run, { item }: Exchange, teller: Operation, { answer }: Exchange): Difference[] {
  const shown = shownBy(teller, answer.status);
  const told = readJson(answer);
  if (!item.made || !isRecord(item.made.value) || !shown || !isRecord(told)) return [];
  const { body, value } = item.made;
  const sent = isForm(body.mediaType) ? clearMembers(body, value) : value;
  const found = differences(run.material, body.schema, shown, sent, told);
  // A service that makes names for what it creates may ignore the client's.
  const isNamedByService = ({ field }: Difference) =>
    item.operation.method === 'POST' && field.slice(1) === identityIn(teller, told);
  return found.filter((one) => !isNamedByService(one));
}

/** Of a form what each service reads alike. */
function clearMembers(body: Body, value: Member): Member {
  const wayOf = waysOf(body);
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => isClear(wayOf(name), member as Json)),
  );
}

/** The member that a path names the resource by. */
const identityIn = ({ path }: Operation, told: Member) =>
  told.id === undefined ? namesIn(path).at(-1) : 'id';

/** What was not sent: PUT replaces all (RFC 9110, 9.3.4), PATCH leaves it (RFC 5789, 2); null takes a value away (RFC 7396). */
function flawsOfRest(reader: Operation, { item }: Exchange, before: Member, after: Member): Flaw[] {
  const { made, operation } = item;
  const shown = shownBy(reader, 200);
  if (!made || !isRecord(made.value) || !shown) return [];
  const { value: sent } = made;
  const [taken, declared] = [membersFor(made.body.schema, sent), membersFor(shown, after)];
  return Object.keys(before).flatMap((name): Flaw[] => {
    const property = taken(name);
    const [old, now] = [before[name], after[name]];
    if (!property || !declared(name) || property.readOnly === true || isEmpty(old)) return [];
    const field = `/${name}`;
    const isKept = isSame(old, now);
    if (name in sent) {
      if (sent[name] !== null || !isKept) return [];
      return [{ message: `${operation.method} got null for ${name}, and it is still ${show(now)}.`, field }];
    }
    if (operation.method === 'PATCH')
      return isKept
        ? []
        : [{ message: `PATCH got no ${name}, and changed it from ${show(old)} to ${show(now)}.`, field }];
    // Without a default and without a PATCH, a service may say that its PUT is one.
    if (!isKept || defaultOf(property) !== undefined || !operation.siblings.includes('PATCH')) return [];
    return [{ message: `PUT got no ${name}, and it is still ${show(now)}.`, field }];
  });
}

/** What POST and PUT were not sent is its declared default. */
function flawsOfDefaults(reader: Operation, { item }: Exchange, before: Member, after: Member): Flaw[] {
  const { made, operation } = item;
  const shown = shownBy(reader, 200);
  if (!made || !isRecord(made.value) || !shown || operation.method === 'PATCH') return [];
  const { value: sent } = made;
  const [taken, declared] = [membersFor(made.body.schema, sent), membersFor(shown, after)];
  return Object.entries(after).flatMap(([name, now]): Flaw[] => {
    const property = taken(name);
    const usual = property && defaultOf(property);
    if (!property || usual === undefined || name in sent || !declared(name) || property.readOnly === true)
      return [];
    if (isSame(usual, now)) return [];
    const still = before[name] !== undefined && isSame(before[name], now) ? 'still ' : '';
    const message = `${operation.method} got no ${name}, and it is ${still}${show(now)} instead of its default ${writeJson(usual)}.`;
    return [{ message, field: `/${name}` }];
  });
}

const read = (run: Run, reader: Operation, resource: Resource): Promise<Exchange> =>
  run.send(plainCase(run.material, reader, 'stateful', pathFor(resource, reader)));

function memberOf(exchange: Exchange | undefined): Member | undefined {
  const value = exchange && isSuccess(exchange.answer) ? readJson(exchange.answer) : undefined;
  return isRecord(value) ? value : undefined;
}

interface Life {
  readonly reader: Operation;
  readonly remover: Operation | undefined;
  /** All operations on what is made. */
  readonly followers: readonly Operation[];
  readonly resource: Resource;
}

/** What the request that made the resource carried; before anything else changes it. */
export async function createdData(run: Run, { reader, resource }: Life): Promise<void> {
  const maker = resource.exchanges.at(-1);
  if (!maker || !resource.own || !run.target.configuration.isOn(CHECK, maker.item.operation)) return;
  await compare(run, reader, resource, maker, undefined);
}

/** Further resources, made with all that the body may have: one for each branch of its schema. */
export async function createdWhole(run: Run, life: Life): Promise<void> {
  const { operation, path } = life.resource.exchanges.at(-1)?.item ?? {};
  if (operation?.method !== 'POST' || !path || !run.target.configuration.isOn(CHECK, operation)) return;
  for (const body of operation.bodies
    .filter(canWrite)
    .filter((one) => isJsonBody(one) || isForm(one.mediaType))) {
    const plain = plainCase(run.material, operation, 'stateful', path, body);
    let taken = 0;
    for (const item of wholeBodies(run, plain, body)) if (await holdCreation(run, life, item)) taken += 1;
    for (let tries = 0; taken === 0 && tries < TRIES; tries += 1) {
      // The example's values may be taken.
      const random = tries === 0 ? plain : randomBody(run.material, plain, run.nextSeed(), body);
      const item = random && withAll(run, body, filled(run, body, random), tries);
      if (!item) break;
      if (await holdCreation(run, life, item)) taken += 1;
    }
    if (await storedAwkward(run, plain, body, (item) => holdCreation(run, life, item))) taken += 1;
    if (taken === 0) run.untried(CHECK, operation, 'with all optional fields: none was accepted');
  }
}

/** @returns whether the service took it */
async function holdCreation(run: Run, life: Life, item: Case): Promise<boolean> {
  const { reader, remover, followers, resource } = life;
  const before = resource.exchanges.slice(0, -1);
  const exchange = await sendFresh(run, { ...item, mode: 'neutral', about: 'with all optional fields' });
  await noteMadeUp(run, [...before, exchange]);
  if (!isSuccess(exchange.answer)) return false;
  const path = readIdentity(exchange, reader, rename(item.path, item.operation.path, reader.path));
  if (!path) return true;
  const made = { path, template: reader.path, exchanges: [...before, exchange], own: true };
  await compare(run, reader, made, exchange, undefined);
  await storedFile(run, followers, made, exchange);
  if (remover) await run.send(plainCase(run.material, remover, 'stateful', pathFor(made, remover)));
  return true;
}

/** @returns undefined when there is no member to add */
function withAll(run: Run, body: Body, item: Case, tries: number): Case | undefined {
  if (!isRecord(item.made?.value)) return undefined;
  let whole = item.made.value as Record<string, Json>;
  const given = Object.keys(whole).length;
  for (const [name, property] of Object.entries(propertiesOf(body.schema))) {
    if (whole[name] !== undefined) continue;
    const values = makeUp(run.material, property);
    const value = values[tries % values.length];
    if (value === undefined) continue;
    const more = { ...whole, [name]: value };
    if (judgeBody(run.material, body, more) === 'kept') whole = more;
  }
  if (Object.keys(whole).length === given && tries === 0) return undefined;
  return withBody(run, item, body, whole);
}

const BYTES = 'application/octet-stream';

/** Where one file was sent in a form, and one address gives bytes without saying that they are of another kind. */
async function storedFile(
  run: Run,
  followers: readonly Operation[],
  resource: Resource,
  written: Exchange,
): Promise<void> {
  const { body, value } = written.item.made ?? {};
  if (!body || !isForm(body.mediaType) || !isRecord(value)) return;
  const files = Object.entries(propertiesOf(body.schema)).filter(([, { format }]) => format === 'binary');
  const [[name = ''] = []] = files;
  const { [name]: sent } = value;
  const [download, ...others] = followers.filter(givesBytes);
  if (files.length !== 1 || !download || others.length > 0 || typeof sent !== 'string') return;
  await holdDownload(run, download, resource, written, { body, sent: fileBytes(sent), field: `/${name}` });
}

/** Where bytes are stored by PUT and read from the same address. */
export async function storedBytes(
  run: Run,
  reader: Operation,
  writer: Operation,
  resource: Resource,
): Promise<void> {
  const body = writer.bodies.find(({ mediaType }) => mediaType === BYTES);
  if (!body || !givesBytes(reader) || !run.target.configuration.isOn(CHECK, reader)) return;
  const sent = fileBytes(EVERY_BYTE);
  const plain = plainCase(run.material, writer, 'stateful', pathFor(resource, writer), body);
  const payload = { mediaType: BYTES, bytes: sent };
  const written = await run.send({ ...plain, mode: 'neutral', about: 'each byte', body: payload });
  if (isSuccess(written.answer))
    await holdDownload(run, reader, resource, written, { body, sent, field: '' });
}

const givesBytes = ({ method, responses }: Operation) =>
  method === 'GET' &&
  responses[200]?.content.some(
    ({ mediaType, schema }) => mediaType === BYTES || schema.format === 'binary',
  ) === true;

interface SentFile {
  readonly body: Body;
  readonly sent: Buffer;
  /** Where it stood in the body. */
  readonly field: string;
}

async function holdDownload(
  run: Run,
  download: Operation,
  resource: Resource,
  written: Exchange,
  { body, sent, field }: SentFile,
): Promise<void> {
  const exchange = await run.send(plainCase(run.material, download, 'stateful', pathFor(resource, download)));
  const { mediaType = '', bytes } = exchange.answer;
  // An image or a page may have been made of it.
  if (!isSuccess(exchange.answer) || /^(image|video|audio|text)\//.test(mediaType) || isJson(mediaType))
    return;
  run.countCheck(CHECK);
  if (sent.equals(bytes)) return;
  const at = sent.findIndex((byte, index) => byte !== bytes[index]);
  const message = `${field === '' ? 'What was sent' : `The file ${field.slice(1)}`} had ${sent.length} bytes, and a download has ${bytes.length}: they differ from byte ${Math.max(at, 0)} on.`;
  const violation = { message, pointer: body.pointer, field, operation: written.item.operation.label };
  const before = resource.exchanges.includes(written) ? [] : [written];
  run.report(CHECK, violation, [...resource.exchanges, ...before, exchange]);
}
