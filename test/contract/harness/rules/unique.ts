/** What there may be once is refused the second time: by POST, and by PUT and PATCH of another. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, type Body, isRecord, type Json, type Operation, type Schema } from '../document/model.js';
import { isJsonBody, readJson } from '../document/parse.js';
import { freshText, plainCase, randomBody, withFreshTexts } from '../generation/cases.js';
import { alternatives, propertiesOf } from '../generation/schemas.js';
import { pointerWithin } from '../generation/variants.js';
import { canWrite } from '../generation/write.js';
import { noteMadeUp } from '../phases/attempt.js';
import { namesIn, readIdentity, rename } from '../phases/read-identity.js';
import { pathFor, type Resource } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { show } from './compare-data.js';
import { withBody } from './stored-data.js';

const CHECK = 'uniqueness_conformance';
/** How members are called that tell things apart. */
const KEYS =
  /^(isbn|ean|sku|vin|plate|licen[cs]e_?plate|(user|login|host|domain)?_?name|login|e_?mail|slug|code|key|number|serial(_?number)?|tag|barcode|handle|nick(_?name)?|.*[a-z]Code|.*Number)$/i;
const UNIQUE = /unique|already|exists?\b|taken|duplicate/i;
const TRIES = 4;

interface Key {
  readonly name: string;
  readonly schema: Schema;
  /** The document says of the member, or of the 409, that there is one. */
  readonly isNamed: boolean;
}

const wordsIn = (text: string) => text.toLowerCase().split(/[^\w-]+/);

const textOf = (schema: Schema) =>
  [schema, ...alternatives(schema)].map(({ description }) => String(description ?? '')).join(' ');

/** Those that the document names come first. */
function keysOf(run: Run, { responses }: Operation, body: Body): Key[] {
  const refusal = responses[409];
  if (!refusal) return [];
  const required = alternatives(body.schema).flatMap((one) => one.required ?? []);
  const texts = Object.entries(propertiesOf(body.schema)).filter(
    ([, schema]) => freshText(run.material, schema, '', 1) !== undefined && isText(schema),
  );
  const needed = texts.filter(([name]) => required.includes(name));
  const saysSo = UNIQUE.test(refusal.description);
  const mentions = (name: string) => wordsIn(refusal.description).includes(name.toLowerCase());
  const isMentioned = Object.keys(propertiesOf(body.schema)).some(mentions);
  // Then a 409 may be about what is referred to, or about a time that is taken.
  const isAboutOthers = Object.entries(propertiesOf(body.schema)).some(
    ([name, schema]) =>
      required.includes(name) &&
      (/(Id|ID|_id)$/.test(name) ||
        alternatives(schema).some(({ format = '' }) => format.startsWith('date'))),
  );
  const likely = needed.filter(([name]) => KEYS.test(name));
  return texts.flatMap(([name, schema]): Key[] => {
    const isOwn = UNIQUE.test(textOf(schema));
    const isOnly = needed.length === 1 && needed[0]?.[0] === name;
    const isLikely = needed.some(([other]) => other === name) && (isOnly || KEYS.test(name));
    if (!isOwn && !isLikely && !mentions(name)) return [];
    // Of several that may be meant, none is.
    const isAlone = isOnly || (likely.length === 1 && KEYS.test(name));
    const isMeant = mentions(name) || (!isMentioned && !isAboutOthers && isAlone);
    return [
      { name, schema, isNamed: isOwn || (saysSo && isLikely && isMeant) || (saysSo && mentions(name)) },
    ];
  });
}

const isText = (schema: Schema) =>
  alternatives(schema).some(
    ({ type, format }) => type === 'string' && format !== 'binary' && format !== 'password',
  );

/** @param resource of which further ones are made, in the same place */
export async function uniqueness(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  const made = resource.exchanges.at(-1)?.item;
  const body = made?.operation.bodies.filter(canWrite).find(isJsonBody);
  if (!made || !body || made.operation.method !== 'POST') return;
  if (!run.target.configuration.isOn(CHECK, made.operation)) return;
  const plain = plainCase(run.material, made.operation, 'stateful', made.path, body);
  for (const key of keysOf(run, made.operation, body)) await holdKey(run, reader, writers, plain, body, key);
}

async function holdKey(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  plain: Case,
  body: Body,
  key: Key,
): Promise<void> {
  const { operation } = plain;
  const { name } = key;
  const first = await create(run, plain, body, key);
  // Several members together may be what is unique: but for its texts, each further item is as the first.
  const base = first?.item ?? plain;
  const second = first && (await create(run, base, body, key, { isRandom: false }));
  const value = first && membersOf(first.item)[name];
  if (!first || !second || value === undefined || !isKeptAs(first, name, value)) {
    run.untried(CHECK, operation, `for ${name}: two new items could not be made`);
    return;
  }
  run.countCheck(CHECK);
  const again = await create(run, base, body, key, { isRandom: false, value });
  if (again) {
    const message = `A second POST with the ${name} ${show(value)} got ${again.answer.status}, and a 409 is declared for it.`;
    const pointer = pointerWithin(body.schema, body.pointer, 'properties', name);
    if (key.isNamed && isKeptAs(again, name, value)) run.report(CHECK, { message, pointer }, [first, again]);
    return;
  }
  if (!(await isRefusedForIt(run, base, body, key, value))) return;
  for (const writer of writers.filter(({ method }) => ['PUT', 'PATCH'].includes(method)))
    await holdWriter(run, reader, writer, { first, second, name, value });
}

const membersOf = ({ made }: Case) => asRecord(made?.value) as Readonly<Record<string, Json>>;

const isKeptAs = ({ answer }: Exchange, name: string, value: Json) => {
  const told = readJson(answer);
  return !isRecord(told) || told[name] === undefined || told[name] === value;
};

/** @returns undefined when none was accepted */
async function create(
  run: Run,
  plain: Case,
  body: Body,
  { name, schema }: Key,
  { isRandom, value }: { readonly isRandom: boolean; readonly value?: Json } = { isRandom: true },
): Promise<Exchange | undefined> {
  for (let tries = 0; tries < (value === undefined ? TRIES : 2); tries += 1) {
    const chosen = value ?? freshKey(run, schema, plain, name);
    const exchange = await send(run, plain, body, isRandom && tries % 2 === 1, { name, value: chosen });
    if (exchange && isSuccess(exchange.answer)) return exchange;
  }
  return undefined;
}

/** @returns undefined when no such body keeps the schema */
async function send(
  run: Run,
  plain: Case,
  body: Body,
  isRandom: boolean,
  { name, value }: { readonly name: string; readonly value: Json | undefined },
): Promise<Exchange | undefined> {
  const seed = run.nextSeed();
  const other = isRandom
    ? randomBody(run.material, plain, seed, body)
    : withFreshTexts(run.material, plain, seed);
  const rest = other?.made?.value;
  if (!isRecord(rest) || value === undefined) return undefined;
  const item = withBody(run, plain, body, { ...rest, [name]: value } as Json);
  if (!item) return undefined;
  const exchange = await run.send({ ...item, mode: 'neutral', about: `with ${name} ${show(value)}` });
  await noteMadeUp(run, [exchange]);
  return exchange;
}

/** White space around it and the like are other questions. */
function freshKey(run: Run, schema: Schema, plain: Case, name: string): Json | undefined {
  const { [name]: example } = membersOf(plain);
  return freshText(run.material, schema, typeof example === 'string' ? example : 'key', run.nextSeed());
}

/** Not for anything else: with another key the same request is accepted. */
async function isRefusedForIt(run: Run, plain: Case, body: Body, key: Key, value: Json): Promise<boolean> {
  const refused = await send(run, plain, body, false, { name: key.name, value });
  return (
    refused?.answer.status === 409 && (await create(run, plain, body, key, { isRandom: false })) !== undefined
  );
}

interface Taken {
  readonly first: Exchange;
  readonly second: Exchange;
  readonly name: string;
  readonly value: Json;
}

/** The second is to get the key of the first. */
async function holdWriter(
  run: Run,
  reader: Operation,
  writer: Operation,
  { first, second, name, value }: Taken,
): Promise<void> {
  const body = writer.bodies.filter(canWrite).find(isJsonBody);
  const path = readIdentity(
    second,
    reader,
    rename(second.item.path, second.item.operation.path, reader.path),
  );
  if (!body || !path || !run.target.configuration.isOn(CHECK, writer)) return;
  if (propertiesOf(body.schema)[name] === undefined || namesIn(writer.path).includes(name)) return;
  const own = { path, template: reader.path, exchanges: [second], own: true };
  const plain = plainCase(run.material, writer, 'stateful', pathFor(own, writer), body);
  const rest = writer.method === 'PUT' ? membersOf(second.item) : {};
  const other = freshKey(run, propertiesOf(body.schema)[name] ?? {}, second.item, name);
  const [usual, taken] = [other ?? null, value].map((one) =>
    withBody(run, plain, body, { ...rest, [name]: one }),
  );
  const control = usual && (await run.send({ ...usual, mode: 'neutral', about: `with another ${name}` }));
  if (!control || !isSuccess(control.answer) || !taken) {
    run.untried(CHECK, writer, `for ${name}: no change of it was accepted`);
    return;
  }
  run.countCheck(CHECK);
  const exchange = await run.send({ ...taken, mode: 'neutral', about: `with the ${name} of another` });
  if (!isSuccess(exchange.answer)) return;
  const read = await run.send(plainCase(run.material, reader, 'stateful', pathFor(own, reader)));
  const told = readJson(read.answer);
  if (!isRecord(told) || told[name] !== value) return;
  const message = `${writer.method} gave an item the ${name} ${show(value)} of another, which POST refuses with 409.`;
  const pointer = pointerWithin(body.schema, body.pointer, 'properties', name);
  run.report(CHECK, { message, pointer, operation: writer.label }, [first, second, exchange, read]);
}
