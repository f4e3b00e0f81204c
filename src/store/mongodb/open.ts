/** Opens MongoDB with the official driver's collections. Prepares them in the background if MongoDB does not answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Document,
  type Collection as DriverCollection,
  MongoClient,
  type MongoClientOptions,
} from 'mongodb';
import { warnSeldom } from '../../observability/warn-seldom.js';
import { withTimeout } from '../../scheduling/with-timeout.js';
import type { RecordWith } from '../definition.js';
import { type Collections, type Definitions, withOwn } from '../definitions.js';
import { StoreRefused, StoreUnavailable } from '../errors.js';
import { claimSecretKey } from '../keys.js';
import { refuseUnfinishedImport, requireVersion, STORE_VERSION, VERSION } from '../state.js';
import { IDS_AT_ONCE, type OpenOptions, type Store, type StoreLog } from '../store.js';
import { KEPT, prepareUsage } from '../usage.js';
import { visibleTo } from '../visibility.js';
import { makeBatchedWrites } from './batched-writes.js';
import { readMany } from './read-many.js';
import { UsageKeeper } from './usage.js';

/** How long startup waits for MongoDB to answer before it continues. */
const PATIENCE_MS = 2000;
/** Between two attempts to prepare MongoDB. */
const PAUSE_MS = 1000;
/** Longer than a write takes that the driver tries twice (`clientOptions`). */
const LONGEST_WRITE_MS = 15_000;

type Drivers = {
  [N in keyof Definitions]: DriverCollection<RecordWith<Definitions[N]['fields']>>;
};

export async function openMongodb(
  url: string,
  log: StoreLog,
  { further, secretKey, hasQuota, isImport = false, takesUnfinishedImport = isImport }: OpenOptions = {},
): Promise<Store> {
  const definitions = withOwn(further);
  const client = makeClient(url);
  const db = client.db(databaseName(url));
  const opened = Object.entries(definitions).map(([key, { name }]) => [key, db.collection<Document>(name)]);
  // Each name got the collection of its own record type, which fromEntries cannot express.
  const collections: Collections = Object.fromEntries(opened) as Drivers;

  const closing = new AbortController();
  const usage = new UsageKeeper(db, warnSeldom(log, 'usage is wrong until snippet-store check --repair'));
  let keepsUsage = false;
  let isPreparing = false;
  /** Why the store is not ready. */
  let obstacle: Error | undefined = new StoreUnavailable('MongoDB has not answered yet.');
  const ready = prepareUntilDone();
  // What awaits `ready` still gets the error.
  ready.catch(() => undefined);
  // This wait avoids 503s after a normal start. A store of another version is refused here if MongoDB answers in time.
  await withTimeout(PATIENCE_MS, ready, undefined).catch(async (error) => {
    await client.close();
    throw error;
  });

  /** Until MongoDB answers, its indexes exist and its version is right. */
  async function prepareUntilDone(): Promise<void> {
    const hosts = client.options.hosts.map(String);
    const warn = warnSeldom(log, 'MongoDB is not ready, trying again');
    while (!closing.signal.aborted) {
      try {
        await prepare();
        obstacle = undefined;
        return;
      } catch (error) {
        if (error instanceof StoreRefused) {
          obstacle = error;
          throw error;
        }
        const reason = redact(error instanceof Error ? error.message : String(error));
        obstacle = new StoreUnavailable(`MongoDB is not ready: ${reason}`, { cause: error });
        if (!closing.signal.aborted) warn({ hosts, reason });
      } finally {
        isPreparing = false;
      }
      await sleep(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    throw new StoreUnavailable('The store is closed.');
  }

  /**
   * Several processes may do this at once: createIndexes keeps existing indexes and waits for those that are being
   * built. If that takes longer than the time limit of an answer, the next attempt waits again.
   */
  async function prepare(): Promise<void> {
    // After a failed first connection the driver keeps a closed topology. Only this call replaces it.
    await client.connect();
    await requireVersion(collections.meta, async (steps) => {
      for (const step of steps) await step.mongodb(db);
      await collections.meta.updateOne(VERSION, { $set: { value: STORE_VERSION } });
    });
    isPreparing = true;
    for (const { name, indexes } of Object.values(definitions))
      if (indexes.length > 0)
        await db
          .collection(name)
          .createIndexes(indexes.map((index) => ({ ...index, key: { ...index.key } })));
    if (!takesUnfinishedImport) await refuseUnfinishedImport(collections.meta);
    if (secretKey !== undefined) await claimSecretKey(collections.meta, secretKey);
    keepsUsage = await prepareUsage(collections, hasQuota, () => usage.count());
  }

  const batched = new Map<string, ReturnType<typeof makeBatchedWrites>>();
  const isCounted = (name: string) => keepsUsage && name === definitions.snippets?.name;
  const writesOf = ({ collectionName: name }: { readonly collectionName: string }) => {
    const counting = isCounted(name) ? usage : undefined;
    const key = `${name} ${keepsUsage}`;
    const writes =
      batched.get(key) ?? makeBatchedWrites(db.collection('counters'), db.collection(name), counting);
    batched.set(key, writes);
    return writes;
  };
  return {
    kind: 'mongodb',
    definitions,
    ...collections,
    readMany,
    async insertMany({ collectionName }, records) {
      const documents = [...(records as readonly Document[])];
      await db.collection(collectionName).insertMany(documents, { ordered: false });
    },
    insertNext: async (collection, record) => writesOf(collection).insertNext(record),
    async replace(collection, at, set) {
      const writes = writesOf(collection);
      const counts = isCounted(collection.collectionName);
      return counts ? writes.replaceCounted(at, set) : writes.replace({ at, set });
    },
    remove: async (collection, at) => writesOf(collection).remove(at),
    settle: () => sleep(LONGEST_WRITE_MS),
    async countUsage() {
      await collections.usage.deleteMany({});
      if ((await collections.meta.findOne(KEPT)) !== null) await usage.count();
    },
    async idsByOwner(owners, viewer, signal) {
      const byOwner = new Map<number, number[]>(owners.map((owner) => [owner, []]));
      const found = db
        .collection<{ _id: number; ownerId: number }>('snippets')
        .find(
          { ownerId: { $in: [...owners] }, ...visibleTo(viewer) },
          { projection: { ownerId: 1 }, sort: { ownerId: 1, _id: 1 }, batchSize: 2000 },
        );
      let total = 0;
      for await (const { _id, ownerId } of found) {
        signal.throwIfAborted();
        total += 1;
        // The first one is read whole; of another one a part is of no use.
        if (total > IDS_AT_ONCE && ownerId !== owners[0]) {
          for (const owner of owners) if (owner >= ownerId) byOwner.delete(owner);
          break;
        }
        byOwner.get(ownerId)?.push(_id);
      }
      return new Map(Array.from(byOwner, ([owner, ids]) => [owner, ids.join()]));
    },
    // Not more, because a large batch would be decoded in one turn of the event loop.
    mostAtOnce: 256,
    ready,
    get isPreparing() {
      return isPreparing;
    },
    async ping() {
      if (obstacle) throw obstacle;
      // A primary that has lost the majority steps down by itself.
      const { isWritablePrimary } = await db.command({ hello: 1 });
      if (!isWritablePrimary) throw new StoreUnavailable('MongoDB has no primary.');
    },
    async close() {
      closing.abort();
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

/** An outage is reported within seconds, and an acknowledged write is never lost. */
const clientOptions: MongoClientOptions = {
  appName: 'snippet-store',
  // By default the driver looks for a server for 30 s and waits for a connection or an answer without a limit.
  // (Its one option for all of this, timeoutMS, has no effect since 7.8.) A server that hangs costs an operation one
  // wait for its answer and, as the driver tries again, one for a connection: 7.5 s.
  serverSelectionTimeoutMS: 2500,
  connectTimeoutMS: 2500,
  waitQueueTimeoutMS: 2500,
  socketTimeoutMS: 5000,
  maxPoolSize: 50,
  // A write that most members have survives the loss of a member. Reading only such writes, from the primary,
  // never returns a write that a failover undoes, and always returns the caller's own writes.
  writeConcern: { w: 'majority', wtimeoutMS: 4000 },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
};

/** Options in the URL override these, because the operator knows the deployment. */
function optionsFor(url: string): MongoClientOptions {
  const given = new Map(
    [...new URLSearchParams(url.split('?')[1])].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const from = given.get('readpreference') ?? 'primary';
  if (from !== 'primary')
    throw new Error(
      `readPreference=${from} is refused: logins and a user's own writes are read from the primary`,
    );
  const named = new Set(given.keys());
  if (named.has('w')) named.add('writeconcern');
  if (named.has('readconcernlevel')) named.add('readconcern');
  return Object.fromEntries(Object.entries(clientOptions).filter(([name]) => !named.has(name.toLowerCase())));
}

/** @returns a message of the driver without the credentials of the URL */
const redact = (text: string): string =>
  text.replace(/\S+/g, (word) => {
    const [begin = ''] = /^.*?mongodb(?:\+srv)?:\/\//.exec(word) ?? [];
    const end = word.lastIndexOf('@');
    return begin !== '' && end >= begin.length ? `${begin}***${word.slice(end)}` : word;
  });

/** The path of the URL. Without one the driver would use "test". */
function databaseName(url: string): string {
  const path = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return path === undefined ? 'snippet-store' : decodeURIComponent(path);
}
