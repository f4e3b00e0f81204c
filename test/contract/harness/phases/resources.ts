/** Finds, or makes, what the parameters of a path name: without it a run would prove that 404 works. */
import { isSuccess } from '../answer.js';
import type { Phase } from '../case.js';
import type { Operation } from '../document/model.js';
import { plainCase } from '../generation/examples.js';
import { randomBody } from '../generation/positive-cases.js';
import type { Exchange, Run } from '../run.js';
import { note } from './note.js';
import { readIdentity, readListed } from './read-identity.js';

export interface Resource {
  readonly path: Readonly<Record<string, string>>;
  /** The requests that it came from. */
  readonly exchanges: readonly Exchange[];
  /** Whether this run made it, and may delete it. */
  readonly own: boolean;
}

/** After the example, which a service may take only once, so many made-up bodies are tried. */
const TRIES = 3;

/** The operation that makes what `operation`'s path names: the POST on the path before its last parameter. */
export function producerOf(run: Run, { path }: Operation): Operation | undefined {
  return collectionOperation(run, path, 'POST');
}

/** @returns a resource of its own for each call where one can be made, else one that is there, else nothing */
export async function obtain(run: Run, operation: Operation, phase: Phase): Promise<Resource | undefined> {
  if (!operation.path.includes('{')) return { path: {}, exchanges: [], own: false };
  const producer = producerOf(run, operation);
  const made = producer && (await produce(run, producer, operation, phase));
  if (made) return made;
  const list = collectionOperation(run, operation.path, 'GET');
  return list && find(run, list, operation, phase);
}

async function produce(
  run: Run,
  producer: Operation,
  operation: Operation,
  phase: Phase,
): Promise<Resource | undefined> {
  // What is made within another resource needs that one first.
  const around = await obtain(run, producer, phase);
  if (!around) return undefined;
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const plain = plainCase(run.material, producer, phase, around.path);
    const item = tries === 0 ? plain : randomBody(run.material, plain, run.nextSeed());
    if (!item) continue;
    const exchange = await run.send(item);
    const exchanges = [...around.exchanges, exchange];
    note(run, exchanges);
    if (!isSuccess(exchange.answer)) continue;
    const path = readIdentity(exchange, operation, around.path);
    return path && { path, exchanges, own: true };
  }
  return undefined;
}

async function find(
  run: Run,
  list: Operation,
  operation: Operation,
  phase: Phase,
): Promise<Resource | undefined> {
  const around = await obtain(run, list, phase);
  if (!around) return undefined;
  const exchange = await run.send(plainCase(run.material, list, phase, around.path));
  const exchanges = [...around.exchanges, exchange];
  note(run, exchanges);
  const path = readListed(exchange, operation, around.path);
  return path && { path, exchanges, own: false };
}

/** The operation on the path before the last parameter. */
export function collectionOperation(run: Run, path: string, method: string): Operation | undefined {
  const collection = path.slice(0, path.lastIndexOf('{'));
  const same = (candidate: Operation) => candidate.path.replace(/\/$/, '') === collection.replace(/\/$/, '');
  return run.operations().find((candidate) => candidate.method === method && same(candidate));
}
