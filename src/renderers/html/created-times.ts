/** When the items of a list were created. Pages alone say it: the representation has no such member. */
import type { Endpoint } from '../../contract/contract.js';
import { collectionNamed } from '../../store/collection-named.js';
import type { Store } from '../../store/store.js';

/** @returns undefined for an item whose record has no such date, or is gone */
export type TimeOf = (id: unknown) => Date | undefined;

export type CreatedTimes = (endpoint: Endpoint | undefined, body: unknown) => Promise<TimeOf>;

/** The most ids of one query; a page shows fewer. */
const MOST = 200;

/** Of lists whose POST names the collection (`x-creates`). */
export function makeCreatedTimes(store: Store): CreatedTimes {
  return async function createdTimes(endpoint, body) {
    const name = endpoint?.operations.get('post')?.creates;
    const collection =
      name !== undefined && 'created' in datesOf(store, name) && collectionNamed(store, name);
    if (!collection || !Array.isArray(body) || body.length === 0) return () => undefined;
    const ids = body.slice(0, MOST).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    const found = await collection.find({ _id: { $in: ids } }, { projection: { created: 1 } }).toArray();
    const times = new Map<unknown, unknown>(found.map(({ _id, created }) => [_id, created]));
    return (id) => {
      const time = times.get(id);
      return time instanceof Date ? time : undefined;
    };
  };
}

function datesOf({ definitions }: Store, name: string): object {
  return definitions[name]?.dates ?? {};
}
