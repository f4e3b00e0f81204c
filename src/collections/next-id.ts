/** Integer ids from an atomic counter: from 1, rising, never given twice, also not after a delete. */
import type { Definitions } from './definitions.js';
import { retryUpsert } from './retry-upsert.js';
import type { Store } from './store.js';

/** The collections whose ids are integers. */
type Numbered = {
  [N in keyof Definitions]: Definitions[N]['idType'] extends 'integer' ? N : never;
}[keyof Definitions];

/** The next id of a collection. A number is spent once asked for, whatever becomes of the document. */
export async function nextId(store: Pick<Store, 'counters'>, name: Numbered): Promise<number> {
  const counter = await retryUpsert(() =>
    store.counters.findOneAndUpdate(
      { _id: name },
      { $inc: { value: 1 } },
      { upsert: true, returnDocument: 'after' },
    ),
  );
  if (counter === null) throw new Error(`The counter "${name}" was not made.`);
  return counter.value;
}
