/** What POST stored can be read back: the fields of the example, and the optional ones that it lacks. */

import { isSuccess } from '../../answer.js';
import type { Case } from '../../case.js';
import { writeJson } from '../../document/exact-numbers.js';
import type { Body, Operation } from '../../document/model.js';
import { isRecord, type Json } from '../../document/values.js';
import { propertiesOf } from '../../generation/alternatives.js';
import { plainCase } from '../../generation/examples.js';
import { judgeBody } from '../../generation/judge-body.js';
import { makeUp } from '../../generation/make-up.js';
import { isJsonBody } from '../../generation/media-types.js';
import { canWrite, writePayload } from '../../generation/payload.js';
import { randomBody } from '../../generation/positive-cases.js';
import type { Exchange, Run } from '../../run.js';
import { note } from '../note.js';
import { rename } from '../path-names.js';
import { readIdentity } from '../read-identity.js';
import { pathFor, type Resource } from '../resources.js';
import { CHECK, compare, filled } from './stored-data.js';

/** A made-up body may be refused for reasons that no schema says. */
const TRIES = 4;

/** What the request that made the resource carried; before anything else changes it. */
export async function createdData(run: Run, reader: Operation, resource: Resource): Promise<void> {
  const maker = resource.exchanges.at(-1);
  if (!maker || !resource.own || !run.target.configuration.isOn(CHECK, maker.item.operation)) return;
  await compare(run, reader, resource, maker, undefined);
}

/** Another resource, made with all that the body may have. */
export async function createdWhole(
  run: Run,
  reader: Operation,
  remover: Operation | undefined,
  resource: Resource,
): Promise<void> {
  const maker = resource.exchanges.at(-1);
  if (maker?.item.operation.method !== 'POST' || !run.target.configuration.isOn(CHECK, maker.item.operation))
    return;
  const whole = await makeWhole(run, reader, resource, maker);
  const made = whole?.exchanges.at(-1);
  if (!whole || !made) return;
  await compare(run, reader, whole, made, undefined);
  if (remover) await run.send(plainCase(run.material, remover, 'stateful', pathFor(whole, remover)));
}

async function makeWhole(
  run: Run,
  reader: Operation,
  { exchanges }: Resource,
  { item: { operation, path } }: Exchange,
): Promise<Resource | undefined> {
  const body = operation.bodies.filter(canWrite).find(isJsonBody);
  if (!body) return undefined;
  const plain = plainCase(run.material, operation, 'stateful', path, body);
  const before = exchanges.slice(0, -1);
  for (let tries = 0; tries < TRIES; tries += 1) {
    // The example's values may be taken.
    const random = tries === 0 ? plain : randomBody(run.material, plain, run.nextSeed(), body);
    const item = random && withAll(run, body, filled(run, body, random), tries);
    if (!item) return undefined;
    const exchange = await run.send({ ...item, mode: 'neutral', about: 'with all optional fields' });
    note(run, [...before, exchange]);
    if (!isSuccess(exchange.answer)) continue;
    const named = readIdentity(exchange, reader, rename(path, operation.path, reader.path));
    return named && { path: named, template: reader.path, exchanges: [...before, exchange], own: true };
  }
  return undefined;
}

/** @returns undefined when there is no member to add */
function withAll(run: Run, body: Body, item: Case, tries: number): Case | undefined {
  const { source } = run.material;
  if (!isRecord(item.made?.value)) return undefined;
  let whole = item.made.value as Record<string, Json>;
  const given = Object.keys(whole).length;
  for (const [name, property] of Object.entries(propertiesOf(source, body.schema))) {
    if (whole[name] !== undefined) continue;
    // The longest first: what a service cuts off is at the end.
    const values = makeUp(run.material, property).toSorted((a, b) => lengthOf(b) - lengthOf(a));
    const value = values[tries % values.length];
    if (value === undefined) continue;
    const more = { ...whole, [name]: value };
    if (judgeBody(run.material, body, more) === 'kept') whole = more;
  }
  if (Object.keys(whole).length === given && tries === 0) return undefined;
  return { ...item, made: { body, value: whole }, body: writePayload(source, body, whole) };
}

const lengthOf = (value: Json) => writeJson(value).length;
