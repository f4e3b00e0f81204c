/** What was stored can be read back: a value that is lost, or changed, on the way is a fault. */

import { isSuccess } from '../../answer.js';
import type { Case } from '../../case.js';
import { readJson } from '../../checks/read-body.js';
import { isInteger, writeJson } from '../../document/exact-numbers.js';
import type { Body, Operation, Schema } from '../../document/model.js';
import { isRecord, type Json, type Member } from '../../document/values.js';
import { alternatives, propertiesOf } from '../../generation/alternatives.js';
import { bodyExample, plainCase } from '../../generation/examples.js';
import { judgeBody } from '../../generation/judge-body.js';
import { isJsonBody } from '../../generation/media-types.js';
import { canWrite, writePayload } from '../../generation/payload.js';
import { randomBody } from '../../generation/positive-cases.js';
import { pointerWithin } from '../../generation/variants.js';
import type { Exchange, Run } from '../../run.js';
import { note } from '../note.js';
import { pathFor, type Resource } from '../resources.js';

export const CHECK = 'stored_data_conformance';
/** A made-up body may be refused for reasons that no schema says. */
const TRIES = 4;
const ROUNDS = 4;

/** After each PUT and PATCH of the resource. */
export async function storedData(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  if (!run.target.configuration.isOn(CHECK, reader)) return;
  for (const writer of writers.filter(({ method }) => method === 'PUT' || method === 'PATCH')) {
    // Optional fields are not in each body.
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await read(run, reader, resource);
      const written = await write(run, writer, resource, before);
      if (written) await compare(run, reader, resource, written, before);
    }
  }
}

/** Sends values that differ from those that are there, so that a field that is ignored is seen. */
async function write(
  run: Run,
  writer: Operation,
  resource: Resource,
  before: Member | undefined,
): Promise<Exchange | undefined> {
  const body = writer.bodies.filter(canWrite).find(isJsonBody);
  if (!body) return undefined;
  const plain = plainCase(run.material, writer, 'stateful', pathFor(resource, writer), body);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const random = randomBody(run.material, plain, run.nextSeed(), body);
    const item = random && filled(run, body, random);
    if (!item?.made || !isRecord(item.made.value)) return undefined;
    const changed = Object.entries(item.made.value).some(([name, value]) => !isSame(value, before?.[name]));
    if (!changed) continue;
    const exchange = await run.send({ ...item, mode: 'neutral', about: 'new values' });
    note(run, [...resource.exchanges, exchange]);
    if (isSuccess(exchange.answer)) return exchange;
  }
  return undefined;
}

/** With the example's members where the random body has none, as far as they go together. */
export function filled(run: Run, body: Body, item: Case): Case {
  const { value: example } = bodyExample(run.material, body);
  const { value } = item.made ?? {};
  if (!isRecord(example) || !isRecord(value)) return item;
  const whole = { ...example, ...value } as Record<string, Json>;
  if (judgeBody(run.material, body, whole) !== 'kept') return item;
  return { ...item, made: { body, value: whole }, body: writePayload(run.material.source, body, whole) };
}

/** Holds the fields that a request carried against those that are read. */
export async function compare(
  run: Run,
  reader: Operation,
  resource: Resource,
  written: Exchange,
  before: Member | undefined,
): Promise<void> {
  const { made, operation } = written.item;
  if (!made || !isRecord(made.value)) return;
  const exchange = await run.send(plainCase(run.material, reader, 'stateful', pathFor(resource, reader)));
  const after = isSuccess(exchange.answer) ? readJson(exchange.answer) : undefined;
  if (!isRecord(after)) return;
  run.countCheck(CHECK);
  const { source } = run.material;
  const shown = shownBy(run, reader, exchange.answer.status);
  const writable = propertiesOf(source, made.body.schema);
  for (const [name, sent] of Object.entries(made.value)) {
    const property = writable[name];
    if (!property || !(name in shown) || isHidden(run, property) || isHidden(run, shown[name] ?? {}))
      continue;
    if (isSame(sent, after[name])) continue;
    // A field that has no value at all may be left out, or have a default.
    if (sent === null || (after[name] === undefined && isEmpty(sent))) continue;
    const wasIgnored = before !== undefined && isSame(before[name], after[name]);
    const message = wasIgnored
      ? `${operation.method} was accepted, and ${name} is still ${show(after[name])} instead of ${show(sent)}.`
      : `${operation.method} got ${show(sent)} for ${name}, and a read gives ${show(after[name])}.`;
    const pointer = pointerWithin(source, made.body.schema, made.body.pointer, 'properties', name);
    const violation = { message, pointer, field: `/${name}`, operation: operation.label };
    const all = [...resource.exchanges, ...(resource.exchanges.includes(written) ? [] : [written]), exchange];
    run.report(CHECK, violation, all);
  }
}

async function read(run: Run, reader: Operation, resource: Resource): Promise<Member | undefined> {
  const { answer } = await run.send(plainCase(run.material, reader, 'stateful', pathFor(resource, reader)));
  const value = isSuccess(answer) ? readJson(answer) : undefined;
  return isRecord(value) ? value : undefined;
}

/** The members that the answer declares. */
function shownBy(run: Run, { responses }: Operation, status: number): Readonly<Record<string, Schema>> {
  const content = (responses[status] ?? responses['2XX'] ?? responses.default)?.content ?? [];
  const named = content.flatMap(({ schema }) =>
    alternatives(run.material.source, schema).flatMap(({ properties = {} }) => Object.entries(properties)),
  );
  return Object.fromEntries(named);
}

/** What is write-only is not shown, and what is read-only is not taken. */
const isHidden = (run: Run, property: Schema) =>
  alternatives(run.material.source, property).some(
    ({ readOnly, writeOnly, format }) => readOnly === true || writeOnly === true || format === 'password',
  );

const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && writeJson(value).length <= 2);

/** Whether the one is the other, as far as services may write it differently. */
export function isSame(sent: unknown, read: unknown): boolean {
  if (sent === read) return true;
  if (isInteger(sent) && isInteger(read)) return BigInt(sent) === BigInt(read);
  if (typeof sent === 'number' && typeof read === 'number')
    return Math.abs(sent - read) <= Math.abs(sent) * 1e-9;
  if (typeof sent === 'string' && typeof read === 'string') return isSameText(sent, read);
  if (['number', 'bigint'].includes(typeof sent) && typeof read === 'string') return String(sent) === read;
  if (Array.isArray(sent) && Array.isArray(read)) return isSameList(sent, read);
  if (isRecord(sent) && isRecord(read))
    return Object.entries(sent).every(
      ([name, value]) => value === null || isEmpty(value) || isSame(value, read[name]),
    );
  return (sent === null || isEmpty(sent)) && (read === undefined || read === null);
}

/** Sets have no order. */
const isSameList = (sent: readonly unknown[], read: readonly unknown[]) =>
  sent.length === read.length &&
  sent.every((item, index) => isSame(item, read[index]) || read.some((one) => isSame(item, one)));

function isSameText(sent: string, read: string): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  if (plain(sent) === plain(read)) return true;
  const [one, other] = [Date.parse(sent), Date.parse(read)];
  // Services keep seconds, milliseconds or more.
  if (/^\d{4}-\d\d-\d\d/.test(sent) && !Number.isNaN(one)) return Math.abs(one - other) < 1000;
  return URL.canParse(sent) && URL.canParse(read) && new URL(sent).href === new URL(read).href;
}

const show = (value: unknown) => {
  const text = value === undefined ? 'missing' : writeJson(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
};
