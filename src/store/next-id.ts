/** Integer ids from an atomic counter: ascending from 1, and never used twice, even after a delete. */
import type { Collections, Definitions } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';

/** The collections whose ids are integers. */
export type Numbered = {
  [N in keyof Definitions]: Definitions[N]['idType'] extends 'integer' ? N : never;
}[keyof Definitions];

interface Order {
  resolve(id: number): void;
  reject(error: unknown): void;
}

/** The callers of each counter that wait while a request to the database is in flight. */
const lines = new WeakMap<Collections['counters'], Map<Numbered, Order[]>>();

/**
 * Returns the next id of a collection. The id is used up even if the record is never stored.
 *
 * All writers change the same counter. Calls that arrive while a request is in flight share the next request,
 * so that they do not wait for each other in the database.
 */
export function nextId({ counters }: Pick<Collections, 'counters'>, name: Numbered): Promise<number> {
  return new Promise((resolve, reject) => {
    const byName = lines.get(counters) ?? new Map<Numbered, Order[]>();
    lines.set(counters, byName);
    const line = byName.get(name);
    if (line) line.push({ resolve, reject });
    else void serve([{ resolve, reject }], counters, name, byName);
  });
}

/** Runs until no caller waits. */
async function serve(
  first: Order[],
  counters: Collections['counters'],
  name: Numbered,
  byName: Map<Numbered, Order[]>,
): Promise<void> {
  const line: Order[] = [];
  byName.set(name, line);
  for (let orders = first; orders.length > 0; orders = line.splice(0)) {
    try {
      const last = await take(orders.length, counters, name);
      for (const [i, order] of orders.entries()) order.resolve(last - orders.length + 1 + i);
    } catch (error) {
      for (const order of orders) order.reject(error);
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
