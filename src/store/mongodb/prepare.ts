/** Retries until MongoDB answers, its indexes exist and its schema version is right. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type MongoClient, MongoNetworkTimeoutError } from 'mongodb';
import { makeFaultLog } from '../../observability/fault-log.js';
import type { AnyDefinitions } from '../definition.js';
import type { Collections } from '../definitions.js';
import { announceForm, noteNewStore, readForm, type Schema } from '../schema/schema.js';
import { SchemaWatch } from '../schema/schema-watch.js';
import { claimSecretKey } from '../secret-fingerprint.js';
import type { StoreLog } from '../store-log.js';
import { StoreRefused, StoreUnavailable } from '../store-unavailable.js';
import { refuseUnfinishedImport } from '../unfinished-import.js';
import { redact } from './client-options.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

export interface Preparation {
  /** Resolves when everything is prepared. Rejects when it can never be. */
  readonly ready: Promise<void>;
  /** Throws StoreUnavailable, or the reason why the store can never be ready. */
  check(): void;
  /** Whether MongoDB answers, and indexes or records are being prepared. */
  readonly isPreparing: boolean;
  readonly watch: SchemaWatch;
  stop(): void;
}

interface Opened {
  readonly collections: Collections;
  readonly definitions: AnyDefinitions;
  readonly schema: Schema;
  readonly secretKey: string | undefined;
  readonly bringsForward: boolean;
  readonly takesUnfinishedImport: boolean;
}

export function prepareUntilDone(client: MongoClient, db: Db, opened: Opened, log: StoreLog): Preparation {
  const stopped = new AbortController();
  const watch = new SchemaWatch(opened.collections.meta, opened.schema, ({ message }) =>
    log.error({ database: db.databaseName }, message),
  );
  let isPreparing = false;
  let obstacle: Error | undefined = new StoreUnavailable('MongoDB has not answered yet.');

  async function run(): Promise<void> {
    const hosts = client.options.hosts.map(String);
    const fault = makeFaultLog(log, 'MongoDB is not ready, trying again', 'MongoDB is ready');
    for (let pause = FIRST_PAUSE_MS; ; ) {
      if (stopped.signal.aborted) throw new StoreUnavailable('The store is closed.');
      try {
        // After a failed first connection the driver keeps a closed topology. Only this call replaces it.
        await client.connect();
        const found = await readForm(opened.collections.meta, opened.schema);
        isPreparing = true;
        await prepare(db, opened, found, log);
        obstacle = undefined;
        isPreparing = false;
        fault.ends({ database: db.databaseName });
        return;
      } catch (error) {
        isPreparing = false;
        const reason = redact(error instanceof Error ? error.message : String(error));
        obstacle = new StoreUnavailable(`MongoDB is not ready: ${reason}`, { cause: error });
        if (error instanceof StoreRefused) {
          obstacle = error;
          log.error({ hosts, database: db.databaseName }, reason);
          throw error;
        }
        if (stopped.signal.aborted) continue;
        fault.begins({ hosts, reason });
        await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  const ready = run();
  ready.catch(() => undefined); // prevents an unhandled rejection; callers that await `ready` still get the error
  return {
    ready,
    get isPreparing() {
      return isPreparing;
    },
    watch,
    check() {
      if (obstacle) throw obstacle;
    },
    stop: () => stopped.abort(),
  };
}

/**
 * Safe if several processes do this at once: createIndexes keeps existing indexes and waits for those that are
 * being built. If building takes longer than the time limit of an answer, the next attempt waits again.
 */
export async function prepareIndexes(db: Db, definitions: AnyDefinitions): Promise<void> {
  for (const { name, indexes } of Object.values(definitions)) {
    if (indexes.length === 0) continue;
    const wanted = indexes.map((index) => ({ ...index, key: { ...index.key } }));
    await db.collection(name).createIndexes(wanted);
  }
}

/**
 * The same for the records of an import: building may take longer than an answer may, and goes on when the connection
 * is closed. Another attempt waits for it again.
 */
export async function prepareIndexesPatiently(db: Db, definitions: AnyDefinitions): Promise<void> {
  for (;;) {
    try {
      return await prepareIndexes(db, definitions);
    } catch (error) {
      if (!(error instanceof MongoNetworkTimeoutError)) throw error;
    }
  }
}

/** A command leaves a store of an older form as it is. */
async function prepare(db: Db, opened: Opened, found: number | undefined, log: StoreLog): Promise<void> {
  const { collections, schema, secretKey, bringsForward, takesUnfinishedImport } = opened;
  const { meta } = collections;
  if (found === undefined || found === schema.writes || bringsForward)
    await prepareIndexes(db, opened.definitions);
  if (found === undefined) await noteNewStore(meta, schema);
  else if (bringsForward) await announceForm(meta, schema, found, log);
  if (!takesUnfinishedImport) await refuseUnfinishedImport(meta);
  if (secretKey !== undefined) await claimSecretKey(meta, secretKey);
}
