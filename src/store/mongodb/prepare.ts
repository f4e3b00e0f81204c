/** Retries until MongoDB answers, its indexes exist and its version is right. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, MongoClient } from 'mongodb';
import { warnSeldom } from '../../observability/warn-seldom.js';
import type { AnyDefinitions } from '../definition.js';
import type { Collections } from '../definitions.js';
import { StoreRefused, StoreUnavailable } from '../errors.js';
import { claimSecretKey } from '../keys.js';
import { refuseUnfinishedImport, requireVersion } from '../state.js';
import type { StoreLog } from '../store.js';
import { redact } from './client-options.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

export interface Preparation {
  /** Resolves when everything is prepared. Rejects when it can never be. */
  readonly ready: Promise<void>;
  /** Throws StoreUnavailable, or the reason why the store can never be ready. */
  check(): void;
  /** Whether MongoDB answers, and indexes are being made. */
  readonly isPreparing: boolean;
  stop(): void;
}

interface Opened {
  readonly collections: Collections;
  readonly definitions: AnyDefinitions;
  readonly secretKey: string | undefined;
  readonly takesUnfinishedImport: boolean;
}

export function prepareUntilDone(client: MongoClient, db: Db, opened: Opened, log: StoreLog): Preparation {
  const stopped = new AbortController();
  let isPreparing = false;
  let obstacle: Error | undefined = new StoreUnavailable('MongoDB has not answered yet.');

  async function run(): Promise<void> {
    const hosts = client.options.hosts.map(String);
    const warn = warnSeldom(log, 'MongoDB is not ready, trying again');
    for (let pause = FIRST_PAUSE_MS; ; ) {
      if (stopped.signal.aborted) throw new StoreUnavailable('The store is closed.');
      try {
        // After a failed first connection the driver keeps a closed topology. Only this call replaces it.
        await client.connect();
        await requireVersion(opened.collections.meta);
        isPreparing = true;
        await prepare(db, opened);
        obstacle = undefined;
        isPreparing = false;
        if (pause > FIRST_PAUSE_MS) log.info({ database: db.databaseName }, 'MongoDB is ready');
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
        warn({ hosts, reason });
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

async function prepare(db: Db, opened: Opened): Promise<void> {
  const { collections, definitions, secretKey, takesUnfinishedImport } = opened;
  const { meta } = collections;
  await prepareIndexes(db, definitions);
  if (!takesUnfinishedImport) await refuseUnfinishedImport(meta);
  if (secretKey !== undefined) await claimSecretKey(meta, secretKey);
}
