/** What there may be once is refused the second time: by POST, and by PUT and PATCH of another. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, type Body, isRecord, type Json, type Operation, type Schema } from '../document/model.js';
import { isJsonBody, readRecord } from '../document/parse.js';
import { freshText, plainCase, withBody } from '../generation/cases.js';
import { pointerWithin } from '../generation/coverage.js';
import { alternatives, propertiesOf } from '../generation/schemas.js';
import { type Creation, create } from '../phases/attempt.js';
import { isWhole, type Life, namesIn, readIdentity, rename } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { show } from './compare-data.js';

const CHECK = 'uniqueness_conformance';
/** How members are called that tell things apart. */
const KEYS =
  /^(isbn|ean|sku|vin|plate|licen[cs]e_?plate|(user|login|host|domain)?_?name|login|e_?mail|slug|code|key|number|serial(_?number)?|tag|barcode|handle|nick(_?name)?|.*[a-z]Code|.*Number)$/i;
const UNIQUE = /unique|already|exists?\b|taken|duplicate/i;

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

/** Makes further ones, in the same place. */
export async function uniqueness(life: Life): Promise<void> {
  const made = life.resource.exchanges.at(-1)?.item;
  const body = made?.operation.bodies.find(isJsonBody);
  if (!made || !body || made.operation.method !== 'POST' || !life.isOn(CHECK, made.operation)) return;
  const plain = plainCase(life.run.material, made.operation, made.path, body);
  for (const key of keysOf(life.run, made.operation, body)) await holdKey(life, plain, body, key);
}

async function holdKey(life: Life, plain: Case, body: Body, key: Key): Promise<void> {
  const { run } = life;
  const { name } = key;
  const first = await make(run, plain, key, { isRandom: true });
  // Several members together may be what is unique: but for its texts, each further item is as the first.
  const base = first?.item ?? plain;
  const second = first && (await make(run, base, key));
  const value = first && membersOf(first.item)[name];
  if (!first || !second || value === undefined || !isKeptAs(first, name, value))
    return run.untried(CHECK, plain.operation, `for ${name}: two new items could not be made`);
  run.countCheck(CHECK);
  const statuses: number[] = [];
  const again = await make(run, base, key, { value, statuses, most: 2 });
  if (again) {
    const message = `A second POST with the ${name} ${show(value)} got ${again.answer.status}, and a 409 is declared for it.`;
    const pointer = pointerWithin(body.schema, body.pointer, 'properties', name);
    if (key.isNamed && isKeptAs(again, name, value)) run.report(CHECK, { message, pointer }, [first, again]);
    return;
  }
  // Not for anything else: with another key the same request is accepted.
  if (statuses.at(-1) !== 409 || !(await make(run, base, key))) return;
  const writers = life.followers.filter((one) => isWhole(one) && ['PUT', 'PATCH'].includes(one.method));
  for (const writer of writers) await holdWriter(life, writer, { first, second, name, value });
}

const membersOf = ({ made }: Case) => asRecord(made?.value) as Readonly<Record<string, Json>>;

const isKeptAs = ({ answer }: Exchange, name: string, value: Json) => {
  const told = readRecord(answer);
  return !isRecord(told) || told[name] === undefined || told[name] === value;
};

interface Wanted extends Creation {
  readonly value?: Json;
}

const make = (run: Run, plain: Case, { name, schema }: Key, wanted: Wanted = {}) =>
  create(
    run,
    plain,
    () => {
      const value = wanted.value ?? freshKey(run, schema, plain, name);
      return value === undefined ? undefined : { [name]: value };
    },
    { isRandom: false, ...wanted },
  );

/** White space around it and the like are other questions. */
function freshKey(run: Run, schema: Schema, plain: Case, name: string): Json | undefined {
  const { [name]: example } = membersOf(plain);
  return freshText(run.material, schema, typeof example === 'string' ? example : 'key', run.nextSeed());
}

interface Taken {
  readonly first: Exchange;
  readonly second: Exchange;
  readonly name: string;
  readonly value: Json;
}

/** The second is to get the key of the first. */
async function holdWriter(life: Life, writer: Operation, { first, second, name, value }: Taken) {
  const { run, reader } = life;
  const body = writer.bodies.find(isJsonBody);
  const { operation, path: around } = second.item;
  const path = readIdentity(second, reader, rename(around, operation.path, reader.path));
  if (!body || !path || !life.isOn(CHECK, writer)) return;
  const { [name]: property } = propertiesOf(body.schema);
  if (property === undefined || namesIn(writer.path).includes(name)) return;
  const own = life.of({ path, template: reader.path, exchanges: [second], own: true });
  const rest = writer.method === 'PUT' ? membersOf(second.item) : {};
  const change = async (key: Json, about: string) => {
    const item = withBody(run.material, own.plain(writer, body), body, { ...rest, [name]: key });
    const exchange = item && (await own.send(item, about));
    return exchange && isSuccess(exchange.answer) ? exchange : undefined;
  };
  const other = freshKey(run, property, second.item, name);
  if (other === undefined || !(await change(other, `with another ${name}`)))
    return run.untried(CHECK, writer, `for ${name}: no change of it was accepted`);
  run.countCheck(CHECK);
  const exchange = await change(value, `with the ${name} of another`);
  if (!exchange) return;
  const read = await own.read();
  const told = readRecord(read.answer);
  if (!isRecord(told) || told[name] !== value) return;
  const message = `${writer.method} gave an item the ${name} ${show(value)} of another, which POST refuses with 409.`;
  const pointer = pointerWithin(body.schema, body.pointer, 'properties', name);
  run.report(CHECK, { message, pointer, operation: writer.label }, [first, second, exchange, read]);
}
