/** What POST, PUT and PATCH stored can be read back, and what they were not sent is as HTTP says. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, type Body, isRecord, type Json, type Member, type Operation } from '../document/model.js';
import { isBytesBody, isForm, isJson, isJsonBody, readRecord, writeJson } from '../document/parse.js';
import {
  bodyExample,
  carrying,
  plainCase,
  randomBody,
  withBody,
  withFreshTexts,
} from '../generation/cases.js';
import { bodyVariants } from '../generation/coverage.js';
import { EVERY_BYTE, fullest, oddBodies, richest } from '../generation/rich.js';
import { alternatives, defaultOf, propertiesOf } from '../generation/schemas.js';
import { judgeBody } from '../generation/verdict.js';
import { fileBytes } from '../generation/write.js';
import { note } from '../phases/attempt.js';
import {
  type Life,
  type Named,
  nameIn,
  namesIn,
  type PathValues,
  readIdentity,
  rename,
} from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import {
  CHECK,
  differencesAnswered,
  differencesIn,
  flawOf,
  isEmpty,
  isSame,
  membersFor,
  pointerOf,
  recordShownBy,
  show,
  showsStored,
} from './compare-data.js';
import { itemSchema, keyOfItem, listAround } from './lists.js';

const TRIES = 16;
const MOST_MEMBERS = 10;

type Hold = (item: Case) => Promise<boolean>;

/** What the request that made the resource carried; before anything else changes it. */
export async function createdData(life: Life): Promise<void> {
  const maker = life.resource.exchanges.at(-1);
  if (maker && life.resource.own && life.isOn(CHECK, maker.item.operation)) await compare(life, maker);
}

/** Further resources, made with all that the body may have. */
export async function createdWhole(life: Life): Promise<void> {
  const { operation, path } = life.resource.exchanges.at(-1)?.item ?? {};
  if (operation?.method !== 'POST' || !path || !life.isOn(CHECK, operation)) return;
  await makeWholes(life.run, operation, path, (item) => holdCreation(life, item));
}

async function makeWholes(run: Run, operation: Operation, path: PathValues, hold: Hold): Promise<void> {
  for (const body of storedBodies(operation)) {
    const plain = plainCase(run.material, operation, path, body);
    const isTaken = await holdWholes(run, plain, body, hold);
    if (!(await holdOdd(run, plain, body, hold)) && !isTaken)
      run.untried(CHECK, operation, 'with all optional fields: none was accepted');
  }
}

export async function storedData(life: Life): Promise<void> {
  const { run, reader } = life;
  if (!life.isOn(CHECK, reader)) return;
  for (const writer of life.on('PUT', 'PATCH', ...(givesBytes(reader) ? ['POST'] : []))) {
    const [body] = storedBodies(writer);
    if (!body) continue;
    const plain = life.plain(writer, body);
    const hold: Hold = (item) => holdChange(life, item);
    const taken = [await holdWholes(run, plain, body, hold), await holdOdd(run, plain, body, hold)];
    for (const item of partialBodies(run, plain, body)) taken.push(await hold(item));
    if (!taken.includes(true)) run.untried(CHECK, writer, 'with new values: none was accepted');
  }
}

const isFormBody = ({ mediaType }: Body) => isForm(mediaType);

/** JSON comes first. */
const storedBodies = ({ bodies }: Operation) =>
  bodies
    .filter((body) => [isJsonBody, isFormBody, isBytesBody].some((is) => is(body)))
    .toSorted((one, other) => Number(isJsonBody(other)) - Number(isJsonBody(one)));

/** Each of the words of a list is kept: further bodies have the next ones. */
const MOST_WORDS = 8;

/** A body for each branch of the schema, and the example with more. */
async function holdWholes(run: Run, plain: Case, body: Body, hold: Hold): Promise<boolean> {
  const { value: example } = bodyExample(run.material, body);
  let isTaken = false;
  const values = isBytesBody(body)
    ? [EVERY_BYTE]
    : [
        ...Array.from({ length: MOST_WORDS }, (_, turn) => fullest(run.material, body.schema, turn)).flat(),
        richest(run.material, body, example),
      ];
  for (const value of new Map(values.map((one) => [writeJson(one), one])).values()) {
    const item = withBody(run.material, plain, body, value);
    if (item && (await hold(item))) isTaken = true;
  }
  return isTaken;
}

/** Each value that services change, in all members that may have it. */
async function holdOdd(run: Run, plain: Case, body: Body, hold: Hold): Promise<boolean> {
  const isPatch = plain.operation.method === 'PATCH';
  let isTaken = false;
  for (const { whole, members } of oddBodies(run.material, body, () => run.nextSeed().toString(36))) {
    const item = withBody(run.material, plain, body, isPatch ? members : whole);
    if (item && (await hold(item))) isTaken = true;
  }
  return isTaken;
}

/** PUT with what is required alone, and without one member; PATCH with one member, and null for it. */
function partialBodies(run: Run, plain: Case, body: Body): Case[] {
  const { value: example } = bodyExample(run.material, body);
  const bases = [...fullest(run.material, body.schema), example].filter((value) => isRecord(value));
  const base = bases.find((value) => judgeBody(run.material, body, value) === 'kept') ?? {};
  const members = Object.entries(base as Record<string, Json>);
  const required = alternatives(body.schema).flatMap((one) => one.required ?? []);
  const pick = (isTaken: (name: string) => boolean) =>
    Object.fromEntries(members.filter(([name]) => isTaken(name)));
  const optional = members.slice(0, MOST_MEMBERS).filter(([name]) => !required.includes(name));
  const values =
    plain.operation.method === 'PUT'
      ? [
          pick((name) => required.includes(name)),
          ...optional.flatMap(([other]) => [base, pick((name) => name !== other)]),
        ]
      : members
          .slice(0, MOST_MEMBERS)
          .flatMap(([name, value]) => [value, null].map((one) => ({ [name]: one })));
  return values.flatMap((value) => withBody(run.material, plain, body, value as Json) ?? []);
}

/** No rule promises that it is accepted. */
async function sendFresh(run: Run, item: Case, about: string): Promise<Exchange> {
  const exchange = await run.send({ ...item, mode: 'neutral', about });
  if (exchange.answer.status !== 409) return exchange;
  return run.send({ ...withFreshTexts(run.material, item, run.nextSeed()), mode: 'neutral', about });
}

async function holdChange(life: Life, item: Case): Promise<boolean> {
  const before = await life.read();
  note(life.run, [...life.resource.exchanges, before]);
  const written = await sendFresh(life.run, item, 'new values');
  note(life.run, [...life.resource.exchanges, written]);
  if (!isSuccess(written.answer)) return false;
  await compare(life, written, before);
  await storedFile(life, written);
  return true;
}

async function holdCreation(life: Life, item: Case): Promise<boolean> {
  const { run, reader } = life;
  const before = life.resource.exchanges.slice(0, -1);
  const written = await sendFresh(run, item, 'with all optional fields');
  note(run, [...before, written]);
  if (!isSuccess(written.answer)) return false;
  const path = readIdentity(written, reader, rename(item.path, item.operation.path, reader.path));
  if (!path) return true;
  const made = life.of({ path, template: reader.path, exchanges: [...before, written], own: true });
  await compare(made, written);
  await storedFile(made, written);
  const [remover] = life.on('DELETE');
  if (remover) await run.send(made.plain(remover));
  return true;
}

/** Holds what a request carried against what is read then, alone and in the list. */
async function compare(life: Life, written: Exchange, earlier?: Exchange): Promise<void> {
  const { run, reader } = life;
  const { item, answer } = written;
  if (!item.made || !isRecord(item.made.value) || answer.status === 202) return;
  const { method } = item.operation;
  const exchange = await life.read();
  note(run, [...life.resource.exchanges, written, exchange]);
  const before = recordIn(earlier);
  if (exchange.answer.status === 404 && before)
    report(
      life,
      written,
      { message: `${method} was accepted, and a read answers 404.`, field: '' },
      exchange,
    );
  const after = recordIn(exchange);
  if (!after) return;
  run.countCheck(CHECK);
  const answered = showsStored(item, answer, run.validators)
    ? differencesAnswered(run.validators, item, answer)
    : [];
  // A service that makes names for what it creates may ignore the client's.
  const own = method === 'POST' ? ['/id', `/${namesIn(reader.path).at(-1)}`] : [];
  const flaws = differencesIn(run.validators, item, recordShownBy(reader, exchange.answer.status), after)
    // Its answer has said so.
    .filter(({ field }) => !own.includes(field) && answered.every((one) => one.field !== field))
    .map((one) => flawOf(item, one, 'a read gives'));
  for (const flaw of [...flaws, ...flawsOfRest(reader, written, before, after)])
    report(life, written, flaw, exchange);
  if (flaws.length + answered.length > 0) return;
  await compareListed(run, [...life.resource.exchanges, written], reader, life.plain(reader).path);
}

/** The list shows a record as it was written. @param exchanges the last one wrote it */
async function compareListed(run: Run, exchanges: readonly Exchange[], named: Named, path: PathValues) {
  const written = exchanges.at(-1);
  const list = await listAround(run, named, path);
  const shown = list && itemSchema(list.exchange.item.operation);
  if (!written || !list || !shown) return;
  const told = readRecord(written.answer);
  const name = nameIn(path, named);
  const key = name === undefined ? keyOfItem(told, named.path) : `id ${name}`;
  const item = list.items.find((one) => key !== undefined && keyOfItem(one, named.path) === key);
  for (const one of differencesIn(run.validators, written.item, shown, item)) {
    const flaw = { ...flawOf(written.item, one, 'the list shows'), operation: written.item.operation.label };
    run.report(CHECK, { ...flaw, subject: 'list' }, [...exchanges, list.exchange]);
  }
}

function recordIn(exchange: Exchange | undefined): Member | undefined {
  return exchange && isSuccess(exchange.answer) ? readRecord(exchange.answer) : undefined;
}

interface Flaw {
  readonly message: string;
  readonly field: string;
}

function report(life: Life, written: Exchange, { message, field }: Flaw, ...more: readonly Exchange[]): void {
  const { made, operation } = written.item;
  const pointer = pointerOf(made?.body, field);
  life.report(CHECK, { message, pointer, field, operation: operation.label }, written, ...more);
}

/** What was not sent: PUT replaces all (RFC 9110, 9.3.4), PATCH leaves it (RFC 5789, 2), null takes it away (RFC 7396). */
function flawsOfRest(reader: Operation, { item }: Exchange, before: Member = {}, after: Member): Flaw[] {
  const { made, operation } = item;
  const shown = recordShownBy(reader, 200);
  if (!made || !isRecord(made.value) || !shown) return [];
  const { method } = operation;
  const { value: sent } = made;
  const [taken, declared] = [membersFor(made.body.schema, sent), membersFor(shown, after)];
  const flawOf = (name: string): string | undefined => {
    const property = taken(name);
    if (!property || !declared(name) || property.readOnly === true) return undefined;
    const [old, now] = [before[name], after[name]];
    const isKept = !isEmpty(old) && isSame(old, now);
    if (name in sent)
      return sent[name] === null && isKept
        ? `got null for ${name}, and it is still ${show(now)}.`
        : undefined;
    if (method === 'PATCH') {
      if (isEmpty(old) || isKept) return undefined;
      return `got no ${name}, and changed it from ${show(old)} to ${show(now)}.`;
    }
    // Without a default and without a PATCH, a service may say that its PUT is one.
    const isOwn = operation.siblings.includes('PATCH') && defaultOf(property) === undefined;
    return isKept && isOwn ? `got no ${name}, and it is still ${show(now)}.` : undefined;
  };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const flaw = flawOf(name);
    return flaw === undefined ? [] : [{ message: `${method} ${flaw}`, field: `/${name}` }];
  });
}

/** What was refused has changed nothing. @param before a read of the record */
export async function holdUnchanged(life: Life, before: Exchange, refused: Exchange): Promise<void> {
  const { operation, made } = refused.item;
  const old = recordIn(before);
  if (isSuccess(refused.answer) || !old || !life.isOn(CHECK, operation)) return;
  const after = await life.read();
  const now = recordIn(after);
  life.run.countCheck(CHECK);
  const said = `${operation.method} was refused with ${refused.answer.status}, and`;
  const changed = Object.keys(now && made ? propertiesOf(made.body.schema) : {}).find(
    (name) => writeJson(old[name]) !== writeJson(now?.[name]),
  );
  const isGone = after.answer.status === 404;
  if (changed === undefined && !isGone) return;
  const message = isGone
    ? `${said} a read answers 404.`
    : `${said} changed ${changed} from ${show(old[changed ?? ''])} to ${show(now?.[changed ?? ''])}.`;
  const violation = { message, field: `/${changed ?? ''}`, subject: 'refused', operation: operation.label };
  life.report(CHECK, { ...violation, pointer: operation.pointer }, before, refused, after);
}

const MOST_BROKEN = 12;

/** Bodies in which all is new, and one rule is broken. */
function brokenBodies(run: Run, plain: Case): Case[] {
  const body = plain.operation.bodies.find(isJsonBody);
  if (!body) return [];
  const { made } = withFreshTexts(run.material, plain, run.nextSeed());
  const all = bodyVariants(run.material, body, richest(run.material, body, made?.value ?? {}));
  const wrong = all.filter(({ value }) => judgeBody(run.material, body, value) === 'broken');
  return [...new Map(wrong.map((one) => [one.pointer, one])).values()]
    .slice(0, MOST_BROKEN)
    .map(({ value, about, pointer }) => ({
      ...carrying(plain, body, value),
      ...{ mode: 'negative', about, pointer },
    }));
}

export async function refusedChanges(life: Life): Promise<void> {
  for (const writer of life.on('PUT', 'PATCH'))
    for (const item of brokenBodies(life.run, life.plain(writer))) {
      const before = await life.read();
      const refused = await life.run.send(item);
      note(life.run, [...life.resource.exchanges, refused]);
      await holdUnchanged(life, before, refused);
    }
}

/** A POST that is refused, for a rule or for what is there, adds nothing to the list. */
export async function refusedCreations(run: Run, operation: Operation, path: PathValues): Promise<void> {
  if (operation.method !== 'POST' || !run.target.configuration.isOn(CHECK, operation)) return;
  const named = { path: `${operation.path.replace(/\/$/, '')}/{id}` };
  const before = await listAround(run, named, path);
  if (!before?.isWhole) return;
  const plain = plainCase(run.material, operation, path);
  const random = Array.from({ length: TRIES }, () => randomBody(run.material, plain, run.nextSeed()) ?? []);
  const refused: Exchange[] = [];
  let accepted = 0;
  for (const item of [...random.flat(), ...brokenBodies(run, plain)]) {
    const exchange = await run.send(item);
    note(run, [exchange]);
    if (!isSuccess(exchange.answer)) refused.push(exchange);
    else accepted += 1;
  }
  const after = await listAround(run, named, path);
  if (!after?.isWhole || refused.length === 0) return;
  run.countCheck(CHECK);
  const expected = before.items.length + accepted;
  if (after.items.length <= expected) return;
  const message = `${refused.length} POSTs were refused, and the list has ${after.items.length} items instead of ${expected}.`;
  run.report(CHECK, { message, pointer: operation.pointer, operation: operation.label, subject: 'refused' }, [
    ...refused.slice(-3),
    after.exchange,
  ]);
}

const givesBytes = ({ method, responses }: Operation) =>
  method === 'GET' && responses[200]?.content.some((content) => isBytesBody(content)) === true;

/** Where one file was sent, and one address gives bytes without saying that they are of another kind. */
async function storedFile(life: Life, written: Exchange): Promise<void> {
  const file = fileIn(written);
  const [download, ...others] = life.followers.filter(givesBytes);
  if (!file || !download || others.length > 0) return;
  const exchange = await life.run.send(life.plain(download));
  const { mediaType = '', bytes } = exchange.answer;
  // An image or a page may have been made of it.
  const isOther = /^(image|video|audio|text)\//.test(mediaType) || isJson(mediaType);
  if (!isSuccess(exchange.answer) || isOther) return;
  life.run.countCheck(CHECK);
  const { name, sent } = file;
  if (sent.equals(bytes)) return;
  const at = sent.findIndex((byte, index) => byte !== bytes[index]);
  const message = `The file ${name} had ${sent.length} bytes, and a download has ${bytes.length}: they differ from byte ${Math.max(at, 0)} on.`;
  report(life, written, { message, field: `/${name}` }, exchange);
}

/** The body itself, or the only file of a form. */
function fileIn({ item: { made }, request }: Exchange): { name: string; sent: Buffer } | undefined {
  if (!made) return undefined;
  const { body, value } = made;
  if (isBytesBody(body) && request.body) return { name: 'that was sent', sent: request.body };
  const files = Object.entries(propertiesOf(body.schema)).filter(([, { format }]) => format === 'binary');
  const [[name = ''] = []] = files;
  const { [name]: text } = asRecord(value);
  return files.length === 1 && isFormBody(body) && typeof text === 'string'
    ? { name, sent: fileBytes(text) }
    : undefined;
}
