/** Integer ids from an atomic counter: from 1, rising, never given twice, also not after a delete. */
import type { Collections, Definitions } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';

/** The collections whose ids are integers. */
type Numbered = {
  [N in keyof Definitions]: Definitions[N]['idType'] extends 'integer' ? N : never;
}[keyof Definitions];

interface Order {
  resolve(id: number): void;
  reject(error: unknown): void;
}

/** By counter: who waits while a request to it is on its way. */
const lines = new WeakMap<Collections['counters'], Map<Numbered, Order[]>>();

/**
 * The next id of a collection. A number is spent once asked for, whatever becomes of the document.
 *
 * A counter is one document that all writers change: whoever asks while a request is on its way shares the next one,
 * instead of standing in the database's own line for it.
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

/** Until nobody waits any more. */
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

/** @returns the last of `count` numbers that nobody else gets */
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
