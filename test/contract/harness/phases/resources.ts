/** Finds, or makes, what the parameters of a path name: without it a run would prove that 404 works. */
import { isSuccess } from '../answer.js';
import type { Case, Phase } from '../case.js';
import type { Operation } from '../document/model.js';
import { plainCase } from '../generation/examples.js';
import { MADE_UP, randomBody } from '../generation/positive-cases.js';
import type { Exchange, Run } from '../run.js';
import { noteMadeUp } from './blame.js';
import { madeUpName } from './made-up-name.js';
import { note } from './note.js';
import { type PathValues, rename } from './path-names.js';
import { collectionOf, collectionOperation, namingOperation } from './producers.js';
import { type Named, readIdentity, readListed } from './read-identity.js';

export interface Resource {
  readonly path: PathValues;
  /** The path whose parameters they are. */
  readonly template: string;
  /** The requests that it came from. */
  readonly exchanges: readonly Exchange[];
  /** Whether this run made it, and may delete it. */
  readonly own: boolean;
}

/** After the example, which a service may take only once, so many made-up bodies are tried. */
const TRIES = 3;

/** @returns what an operation calls the parameters that name the resource */
export const pathFor = ({ path, template }: Resource, operation: Operation): PathValues =>
  rename(path, template, operation.path);

/** @returns a resource of its own for each call where one can be made, else one that is there, else nothing */
export async function obtain(run: Run, operation: Named, phase: Phase): Promise<Resource | undefined> {
  const { path: template } = operation;
  if (!template.includes('{')) return { path: {}, template, exchanges: [], own: false };
  const poster = collectionOperation(run, template, 'POST');
  const posted = poster && (await post(run, poster, operation, phase));
  if (posted) return posted;
  const putter = namingOperation(run, template);
  const named = putter && (await put(run, putter, operation, phase));
  if (named) return named;
  const list = collectionOperation(run, template, 'GET');
  return list && find(run, list, operation, phase);
}

async function post(
  run: Run,
  producer: Operation,
  operation: Named,
  phase: Phase,
): Promise<Resource | undefined> {
  // What is made within another resource needs that one first.
  const around = await obtain(run, producer, phase);
  if (!around) return undefined;
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const plain = plainCase(run.material, producer, phase, around.path);
    const exchanges = await make(run, tries === 0 ? plain : withRandomBody(run, plain), around);
    const last = exchanges.at(-1);
    if (!last || !isSuccess(last.answer)) continue;
    const path = readIdentity(last, operation, rename(around.path, producer.path, operation.path));
    return path && { path, template: operation.path, exchanges, own: true };
  }
  return undefined;
}

async function put(
  run: Run,
  producer: Operation,
  operation: Named,
  phase: Phase,
): Promise<Resource | undefined> {
  const around = await obtain(run, { ...producer, path: collectionOf(producer.path) }, phase);
  if (!around) return undefined;
  for (let tries = 0; tries <= TRIES; tries += 1) {
    // The example's name may be taken: it comes last.
    const name = tries === TRIES ? {} : madeUpName(run, producer);
    const plain = plainCase(run.material, producer, phase, { ...around.path, ...name });
    const isPlain = tries === 0 || tries === TRIES;
    const exchanges = await make(run, isPlain ? plain : withRandomBody(run, plain), around);
    const last = exchanges.at(-1);
    if (!last || !isSuccess(last.answer)) continue;
    const path = rename(last.item.path, producer.path, operation.path);
    const isNew = Object.keys(name).length > 0 || last.answer.status === CREATED;
    return { path, template: operation.path, exchanges, own: isNew };
  }
  return undefined;
}

/** RFC 9110, 15.3.2. */
const CREATED = 201;

const withRandomBody = (run: Run, plain: Case) => randomBody(run.material, plain, run.nextSeed());

/** @returns all that was sent, the last request being the one that makes something */
async function make(run: Run, item: Case | undefined, around: Resource): Promise<Exchange[]> {
  if (!item) return [];
  const exchanges = [...around.exchanges, await run.send(item)];
  if (item.about === MADE_UP) await noteMadeUp(run, exchanges);
  else note(run, exchanges);
  return exchanges;
}

async function find(
  run: Run,
  list: Operation,
  operation: Named,
  phase: Phase,
): Promise<Resource | undefined> {
  const around = await obtain(run, list, phase);
  if (!around) return undefined;
  const exchange = await run.send(plainCase(run.material, list, phase, around.path));
  const exchanges = [...around.exchanges, exchange];
  note(run, exchanges);
  const path = readListed(exchange, operation, rename(around.path, list.path, operation.path));
  return path && { path, template: operation.path, exchanges, own: false };
}
