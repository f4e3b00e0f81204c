/** Inserts records with the next id: the counter and the record in one transaction, which syncs the disk once. */
import type { Identified } from '../collection.js';
import type { CounterRecord } from '../records.js';
import type { Store } from '../store.js';
import type { EmbeddedCollection } from './collection.js';
import type { Connection } from './connection.js';

/** By name. */
export type EmbeddedCollections = Readonly<Record<string, EmbeddedCollection<Identified, never> | undefined>>;

export function makeInsertNext(
  connection: Connection,
  collections: EmbeddedCollections,
): Store['insertNext'] {
  // Its definition says what it holds.
  const counters = collections.counters as unknown as EmbeddedCollection<CounterRecord, never>;
  return async (name, record) => {
    const content = await record;
    return connection.write(() => {
      const step = { $inc: { value: 1 }, $max: { created: new Date() } };
      const { after } = counters.updateNow({ _id: name }, step, { upsert: true });
      const collection = collections[name];
      if (!after || !collection) throw new Error(`The collection "${name}" or its counter is missing.`);
      const { value: _id, created } = after;
      collection.insertNow({ ...content, _id, created } as Identified);
      return _id;
    });
  };
}
