/** Integer ids from an atomic counter: from 1, rising, never given twice, also not after a delete. */
import { retryUpsert } from './retry-upsert.js';
import type { Store } from './store.js';

/** The next id of a collection. A number is spent once asked for, whatever becomes of the document. */
export async function nextId(
  store: Pick<Store, 'counters'>,
  name: 'snippets' | 'users' | 'tokens',
): Promise<number> {
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
