/** Integer ids from an atomic counter: ascending from 1, and never used twice, even after a delete. */
import { makeBatcher } from '../scheduling/make-batcher.js';
import type { Collections, Definitions } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';

/** The collections whose ids are integers. */
export type Numbered = {
  [N in keyof Definitions]: Definitions[N]['idType'] extends 'integer' ? N : never;
}[keyof Definitions];

type Counters = Collections['counters'];

/** All writers change the same counter, so callers share a request and do not wait for each other in the database. */
const takers = new WeakMap<Counters, Map<Numbered, (_: undefined) => Promise<number>>>();

/** Returns the next id of a collection. The id is used up even if the record is never stored. */
export function nextId({ counters }: Pick<Collections, 'counters'>, name: Numbered): Promise<number> {
  const byName = takers.get(counters) ?? new Map<Numbered, (_: undefined) => Promise<number>>();
  takers.set(counters, byName);
  const take = byName.get(name) ?? makeTaker(counters, name);
  byName.set(name, take);
  return take(undefined);
}

function makeTaker(counters: Counters, name: Numbered): (_: undefined) => Promise<number> {
  return makeBatcher<undefined, number>({
    most: Number.POSITIVE_INFINITY,
    async run({ length }) {
      const last = await takeMany(counters, name, length);
      return Array.from({ length }, (_, i) => ({ value: last - length + 1 + i }));
    },
  });
}

/** @returns the last of `count` reserved numbers */
async function takeMany(counters: Counters, name: Numbered, count: number): Promise<number> {
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
