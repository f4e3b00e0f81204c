/** Opens MongoDB with the official driver's collections. Prepares them in the background if MongoDB does not answer. */
import { type Document, type Collection as DriverCollection, MongoClient } from 'mongodb';
import { withTimeout } from '../../scheduling/with-timeout.js';
import type { RecordWith } from '../definition.js';
import { type Collections, type Definitions, withOwn } from '../definitions.js';
import { StoreUnavailable } from '../errors.js';
import type { OpenOptions, Store, StoreLog, Usage } from '../store.js';
import { optionsFor, redact } from './client-options.js';
import { makeInsertNext } from './insert-next.js';
import { prepareUntilDone } from './prepare.js';
import { readMany } from './read-many.js';

/** How long startup waits for MongoDB to answer before it continues. */
const PATIENCE_MS = 2000;

type Drivers = {
  [N in keyof Definitions]: DriverCollection<RecordWith<Definitions[N]['fields']>>;
};

export async function openMongodb(
  url: string,
  log: StoreLog,
  { further, secretKey, takesUnfinishedImport = false }: OpenOptions = {},
): Promise<Store> {
  const definitions = withOwn(further);
  const client = makeClient(url);
  const db = client.db(databaseName(url));
  const opened = Object.entries(definitions).map(([key, { name }]) => [key, db.collection<Document>(name)]);
  // Each name got the collection of its own record type, which fromEntries cannot express.
  const collections: Collections = Object.fromEntries(opened) as Drivers;
  const preparation = prepareUntilDone(
    client,
    db,
    { collections, definitions, secretKey, takesUnfinishedImport },
    log,
  );
  // This wait avoids 503s after a normal start. A store of another version is refused here if MongoDB answers in time.
  await withTimeout(PATIENCE_MS, preparation.ready, undefined).catch(async (error) => {
    await client.close();
    throw error;
  });
  const inserters = new Map(
    Object.values(definitions).map(({ name }) => [
      name,
      makeInsertNext(db.collection('counters'), db.collection(name)),
    ]),
  );
  return {
    kind: 'mongodb',
    definitions,
    ...collections,
    readMany,
    async insertMany(collection, records) {
      // The collections of this store are the driver's.
      await (collection as unknown as DriverCollection<Document>).insertMany(
        [...(records as readonly Document[])],
        { ordered: false },
      );
    },
    async insertNext({ collectionName }, record) {
      const insert = inserters.get(collectionName);
      if (insert === undefined) throw new Error(`The store has no collection "${collectionName}".`);
      return insert(record);
    },
    async usageOf(ownerId) {
      const sums = { _id: null, snippets: { $sum: 1 }, bytes: { $sum: '$bytes' } };
      const [usage] = await db
        .collection('snippets')
        .aggregate<Usage>([{ $match: { ownerId } }, { $group: sums }, { $unset: '_id' }])
        .toArray();
      return usage ?? { snippets: 0, bytes: 0 };
    },
    // Not more, because a large batch would be decoded in one turn of the event loop.
    mostAtOnce: 256,
    ready: preparation.ready,
    get isPreparing() {
      return preparation.isPreparing;
    },
    async ping() {
      preparation.check();
      // A primary that has lost the majority steps down by itself.
      const { isWritablePrimary } = await db.command({ hello: 1 });
      if (!isWritablePrimary) throw new StoreUnavailable('MongoDB has no primary.');
    },
    async close() {
      preparation.stop();
      await client.close();
    },
  };
}

function makeClient(url: string): MongoClient {
  try {
    return new MongoClient(url, optionsFor(url));
  } catch (error) {
    // No cause, because the driver's message may contain the whole URL.
    throw new Error(`MONGODB_URL: ${redact(error instanceof Error ? error.message : String(error))}`);
  }
}

/** The path of the URL. Without one the driver would use "test". */
function databaseName(url: string): string {
  const path = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return path === undefined ? 'snippet-store' : decodeURIComponent(path);
}
