/** What `meta` says of the store itself: its version, and an import that has not ended. */
import type { Db } from 'mongodb';
import type { Collections } from './definitions.js';
import { insertOnce, StoreRefused } from './errors.js';

type Meta = Collections['meta'];

/** Raise it with every change after which another release would misread the records, and add the step that leads to it. */
export const STORE_VERSION = 9;
export const VERSION = { _id: 'schema' } as const;

/** Brings a store from one version to the next. */
export interface Step {
  /** Runs in the transaction that changes the version. */
  readonly sql: string;
  /** May run again after it was interrupted, and beside another process that does the same. */
  mongodb(db: Db): Promise<unknown>;
}

/** By the version that they begin with. */
const STEPS: Readonly<Record<number, Step>> = {
  // What a user has stored is counted, and not summed up from an index. The index of terms holds fewer beginnings.
  7: {
    sql: `drop index if exists "snippets.ownerId_1__id_1_bytes_1";
      create table held as select doc, group_concat(term, ' ') as terms from snippets_terms_held group by doc;
      drop table snippets_terms_held;
      drop table snippets_terms;
      create virtual table snippets_terms using fts5(terms, content='', contentless_delete=1, detail=none, prefix='3',
        tokenize="ascii tokenchars ':_-'");
      insert into snippets_terms (rowid, terms) select doc, terms from held;
      drop table held`,
    mongodb: (db) => dropIndex(db, 'snippets', 'ownerId_1__id_1_bytes_1'),
  },
  // The ids that others see of a user's snippets are read from one index.
  8: {
    sql: 'drop index if exists "snippets.ownerId_1__id_1"',
    mongodb: (db) => dropIndex(db, 'snippets', 'ownerId_1__id_1'),
  },
};

/** MongoDB says in two ways that there is no such index: there is no collection, or none in it. */
async function dropIndex(db: Db, collection: string, name: string): Promise<void> {
  const indexes = await db
    .collection(collection)
    .indexes()
    .catch(() => []);
  if (indexes.some((index) => index.name === name)) await db.collection(collection).dropIndex(name);
}

/**
 * Gives a new store its version, and brings an older one forward.
 *
 * @param bringForward takes the steps, and then sets the version
 * @throws StoreRefused when another release wrote the store
 */
export async function requireVersion(
  meta: Meta,
  bringForward: (steps: readonly Step[]) => Promise<unknown>,
): Promise<void> {
  const found = await meta.findOne(VERSION);
  // Another process may be first; it has the same version, or is refused in turn.
  if (found === null) await insertOnce(meta, { ...VERSION, value: STORE_VERSION });
  else if (found.value !== STORE_VERSION) await bringForward(stepsFrom(found.value));
}

/** @throws StoreRefused when none lead from there to the version of this release */
function stepsFrom(version: unknown): Step[] {
  const steps = Object.entries(STEPS).flatMap(([from, step]) =>
    Number(from) >= Number(version) ? [step] : [],
  );
  if (typeof version === 'number' && steps.length === STORE_VERSION - version && steps.length > 0)
    return steps;
  throw new StoreRefused(
    `The store has version ${JSON.stringify(version)}, this release reads ${STORE_VERSION}: start the release ` +
      'that wrote it. To move its records: snippet-store export FILE there, then import FILE here.',
  );
}

/** The record that exists while an import is under way: `value` is the path of its file. */
export const IMPORT = { _id: 'import' } as const;

/** @throws StoreRefused */
export async function refuseUnfinishedImport(meta: Meta): Promise<void> {
  const begun = await meta.findOne(IMPORT);
  if (begun !== null)
    throw new StoreRefused(
      `An import into this store was interrupted. Run it again, it begins anew: snippet-store import ${begun.value}`,
    );
}
