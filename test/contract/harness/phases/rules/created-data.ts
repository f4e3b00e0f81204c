/** What POST stored can be read back: the fields of the example, and all that the body may have. */
import { isSuccess } from '../../answer.js';
import type { Case } from '../../case.js';
import type { Body, Operation } from '../../document/model.js';
import { isRecord, type Json } from '../../document/values.js';
import { propertiesOf } from '../../generation/alternatives.js';
import { plainCase } from '../../generation/examples.js';
import { judgeBody } from '../../generation/judge-body.js';
import { makeUp } from '../../generation/make-up.js';
import { isForm, isJsonBody } from '../../generation/media-types.js';
import { canWrite } from '../../generation/payload.js';
import { randomBody } from '../../generation/positive-cases.js';
import type { Run } from '../../run.js';
import { noteMadeUp } from '../blame.js';
import { rename } from '../path-names.js';
import { readIdentity } from '../read-identity.js';
import { pathFor, type Resource } from '../resources.js';
import { CHECK } from './compare-data.js';
import { storedFile } from './files.js';
import { compare, filled, wholeBodies, withBody } from './stored-data.js';

/** A made-up body may be refused for reasons that no schema says. */
const TRIES = 4;

export interface Life {
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
      if (!item || (await holdCreation(run, life, item))) break;
    }
  }
}

/** @returns whether the service took it */
async function holdCreation(run: Run, life: Life, item: Case): Promise<boolean> {
  const { reader, remover, followers, resource } = life;
  const before = resource.exchanges.slice(0, -1);
  const exchange = await run.send({ ...item, mode: 'neutral', about: 'with all optional fields' });
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
  const { source } = run.material;
  if (!isRecord(item.made?.value)) return undefined;
  let whole = item.made.value as Record<string, Json>;
  const given = Object.keys(whole).length;
  for (const [name, property] of Object.entries(propertiesOf(source, body.schema))) {
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
