/** Integer ids and times from an atomic counter: ids ascend from 1 and are never used twice, even after a delete. */
import type { Collections, Definitions, RecordOf } from './definitions.js';
import { isDuplicateKey } from './errors.js';

/** The collections whose ids come from a counter, with the time at which they were given. */
export type Numbered = {
  [N in keyof Definitions]: RecordOf<N> extends { _id: number; created: Date } ? N : never;
}[keyof Definitions];

/** An id and its time, given in one step: in every process, and after a clock was set back, times grow with ids. */
export interface Next {
  readonly _id: number;
  readonly created: Date;
}

type WithCounters = Pick<Collections, 'counters'>;

/** Returns the next id of a collection. The id is used up even if the record is never stored. */
export const nextId = (store: WithCounters, name: Numbered): Promise<Next> => nextIds(store, name, 1);

/** @returns the last of `count` ids, and the time of all of them */
export async function nextIds({ counters }: WithCounters, name: Numbered, count: number): Promise<Next> {
  const step = { $inc: { value: count }, $max: { created: new Date() } };
  const take = () =>
    counters.findOneAndUpdate({ _id: name }, step, { upsert: true, returnDocument: 'after' });
  const counter = await take().catch((error) => {
    // If two upserts create one record at once, MongoDB may let one of them fail. The record then exists.
    if (isDuplicateKey(error)) return take();
    throw error;
  });
  if (counter?.created === undefined) throw new Error(`The counter "${name}" was not made.`);
  return { _id: counter.value, created: counter.created };
}
