/** Integer ids and times from an atomic counter: ids ascend from 1 and are never used twice, even after a delete. */
import { makeBatcher } from '../scheduling/make-batcher.js';
import type { Collections, Definitions, RecordOf } from './definitions.js';
import { isDuplicateKey } from './duplicate-key.js';

/** The collections whose ids come from a counter, with the time at which they were given. */
export type Numbered = {
  [N in keyof Definitions]: RecordOf<N> extends { _id: number; created: Date } ? N : never;
}[keyof Definitions];

/** An id and its time, given in one step: in every process, and after a clock was set back, times grow with ids. */
export interface Next {
  readonly _id: number;
  readonly created: Date;
}

type Counters = Collections['counters'];
type Take = (_: undefined) => Promise<Next>;

/** All writers change the same counter, so callers share a request and do not wait for each other in the database. */
const takers = new WeakMap<Counters, Map<Numbered, Take>>();

/** Returns the next id of a collection. The id is used up even if the record is never stored. */
export function nextId({ counters }: Pick<Collections, 'counters'>, name: Numbered): Promise<Next> {
  const byName = takers.get(counters) ?? new Map<Numbered, Take>();
  takers.set(counters, byName);
  const take = byName.get(name) ?? makeTaker(counters, name);
  byName.set(name, take);
  return take(undefined);
}

function makeTaker(counters: Counters, name: Numbered): Take {
  return makeBatcher<undefined, Next>({
    most: Number.POSITIVE_INFINITY,
    async run({ length }) {
      const { value, created } = await takeMany(counters, name, length);
      return Array.from({ length }, (_, i) => ({ value: { _id: value - length + 1 + i, created } }));
    },
  });
}

/** @returns the last of `count` reserved ids, and their time */
async function takeMany(counters: Counters, name: Numbered, count: number) {
  const step = { $inc: { value: count }, $max: { created: new Date() } };
  const options = { upsert: true, returnDocument: 'after' } as const;
  const counter = await retryUpsert(() => counters.findOneAndUpdate({ _id: name }, step, options));
  if (counter?.created === undefined) throw new Error(`The counter "${name}" was not made.`);
  return { value: counter.value, created: counter.created };
}

/** If two upserts create one record at once, MongoDB may let one of them fail. The record then exists. */
async function retryUpsert<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (isDuplicateKey(error)) return upsert();
    throw error;
  }
}
