/** Integer ids from an atomic counter: ascending from 1, and never used twice, even after a delete. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Collections, Definitions } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';

/** The collections whose ids are integers. */
export type Numbered = {
  [N in keyof Definitions]: Definitions[N]['idType'] extends 'integer' ? N : never;
}[keyof Definitions];

interface Pending {
  resolve(id: number): void;
  reject(error: unknown): void;
}

/** The callers of each counter that wait while a request to the database is in flight. */
const queues = new WeakMap<Collections['counters'], Map<Numbered, Pending[]>>();

/**
 * Returns the next id of a collection. The id is used up even if the record is never stored.
 *
 * All writers change the same counter. Calls of one turn share a request, and calls that arrive while it is in flight
 * share the next one, so that they do not wait for each other in the database.
 */
export function nextId({ counters }: Pick<Collections, 'counters'>, name: Numbered): Promise<number> {
  return new Promise((resolve, reject) => {
    const byName = queues.get(counters) ?? new Map<Numbered, Pending[]>();
    queues.set(counters, byName);
    const queue = byName.get(name);
    if (queue) queue.push({ resolve, reject });
    else void serve([{ resolve, reject }], counters, name, byName);
  });
}

/** Runs until no caller waits. */
async function serve(
  queue: Pending[],
  counters: Collections['counters'],
  name: Numbered,
  byName: Map<Numbered, Pending[]>,
): Promise<void> {
  byName.set(name, queue);
  // The first one waits for the others of its turn.
  await nextTurn();
  while (queue.length > 0) {
    const batch = queue.splice(0);
    try {
      const last = await take(batch.length, counters, name);
      for (const [i, { resolve }] of batch.entries()) resolve(last - batch.length + 1 + i);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  byName.delete(name);
}

/** @returns the last of `count` reserved numbers */
async function take(count: number, counters: Collections['counters'], name: Numbered): Promise<number> {
  const counter = await retryUpsert(() =>
    counters.findOneAndUpdate(
      { _id: name },
      { $inc: { value: count } },
      { upsert: true, returnDocument: 'after' },
    ),
  );
  if (counter === null) throw new Error(`The counter "${name}" was not made.`);
  return counter.value;
}
