/**
 * Inserts records with the next ids. Those of one turn share a transaction and one change of the counter, which takes
 * as long as half of an insert.
 */
import { makeBatcher, type Outcome } from '../../scheduling/make-batcher.js';
import type { Identified } from '../collection.js';
import type { CounterRecord } from '../records.js';
import type { Store } from '../store.js';
import type { EmbeddedCollection } from './collection.js';
import type { Connection } from './connection.js';

/** By name. */
export type EmbeddedCollections = Readonly<Record<string, EmbeddedCollection<Identified, never> | undefined>>;

/** Records of one transaction. */
const MOST = 64;

type Insert = (content: object) => Promise<number>;

export function makeInsertNext(
  connection: Connection,
  collections: EmbeddedCollections,
): Store['insertNext'] {
  // Its definition says what it holds.
  const counters = collections.counters as unknown as EmbeddedCollection<CounterRecord, never>;
  const inserters = new Map<string, Insert>();

  function collectionNamed(name: string): EmbeddedCollection<Identified, never> {
    const collection = collections[name];
    if (!collection) throw new Error(`There is no collection "${name}".`);
    return collection;
  }

  function makeInserter(name: string): Insert {
    const collection = collectionNamed(name);
    const insertAll = (contents: readonly object[]) =>
      connection.write(() => {
        const step = { $inc: { value: contents.length }, $max: { created: new Date() } };
        const { after } = counters.updateNow({ _id: name }, step, { upsert: true });
        if (after?.created === undefined) throw new Error(`The counter "${name}" was not made.`);
        const { value, created } = after;
        return contents.map((content, i) => {
          const _id = value - contents.length + 1 + i;
          collection.insertNow({ ...content, _id, created } as Identified);
          return { value: _id };
        });
      });
    return makeBatcher<object, number>({
      most: MOST,
      async run(contents) {
        try {
          return await insertAll(contents);
        } catch (error) {
          if (contents.length === 1) throw error;
          // Each has its own outcome.
          const outcomes: Outcome<number>[] = [];
          for (const content of contents)
            outcomes.push(
              await insertAll([content]).then(
                ([inserted]) => inserted ?? { error },
                (alone: unknown) => ({ error: alone }),
              ),
            );
          return outcomes;
        }
      },
    });
  }

  return async ({ collectionName: name }, record) => {
    const content = await record;
    const insert = inserters.get(name) ?? makeInserter(name);
    inserters.set(name, insert);
    return insert(content);
  };
}
