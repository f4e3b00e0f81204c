/** Opens MongoDB with the official driver's collections. Prepares them in the background if MongoDB does not answer. */
import { type Document, type Collection as DriverCollection, MongoClient } from 'mongodb';
import { withTimeout } from '../../scheduling/with-timeout.js';
import type { Definition } from '../definition.js';
import { type Collections, type Definitions, withOwn } from '../definitions.js';
import { type Numbered, nextId } from '../next-id.js';
import type { OpenOptions, Store, Usage } from '../store.js';
import type { StoreLog } from '../store-log.js';
import { optionsFor, redact } from './client-options.js';
import { countConnections } from './count-connections.js';
import { insertTogether } from './insert-together.js';
import { prepareUntilDone } from './prepare.js';
import { readMany } from './read-many.js';
import { requireMajority } from './require-majority.js';

/** How long startup waits for MongoDB to answer before it continues. */
const PATIENCE_MS = 2000;

type Drivers = {
  [N in keyof Definitions]: Definitions[N] extends Definition<infer D, infer _> ? DriverCollection<D> : never;
};

export async function openMongodb(
  url: string,
  log: StoreLog,
  { further, secretKey, takesUnfinishedImport = false }: OpenOptions = {},
): Promise<Store> {
  const definitions = withOwn(further);
  const client = makeClient(url);
  const connections = countConnections(client);
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
  const ping = async () => {
    preparation.check();
    await db.command({ ping: 1 });
  };
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
    async insertNext(collection, record) {
      // The type of its records says that they are numbered.
      const next = await nextId(collections, collection.collectionName as Numbered);
      await insertTogether(collection, { ...next, ...record });
      return next._id;
    },
    // Not more, because a large batch would be decoded in one turn of the event loop.
    async usageOf(ownerId) {
      const sums = { _id: null, snippets: { $sum: 1 }, bytes: { $sum: '$bytes' } };
      const [usage] = await db
        .collection('snippets')
        .aggregate<Usage>([{ $match: { ownerId } }, { $group: sums }, { $unset: '_id' }])
        .toArray();
      return usage ?? { snippets: 0, bytes: 0 };
    },
    mostAtOnce: 256,
    ready: preparation.ready,
    get isPreparing() {
      return preparation.isPreparing;
    },
    connections,
    checks: {
      store: { problem: 'MongoDB does not answer.', run: ping },
      majority: {
        problem: 'No majority of the members of MongoDB confirms writes.',
        run: () => requireMajority(db),
      },
    },
    ping,
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
