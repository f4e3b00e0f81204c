/** Opens the embedded store: one SQLite file in DATA_DIR, which only its owner can read. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import type { Identified } from '../collection.js';
import { type Collections, withOwn } from '../definitions.js';
import { claimSecretKey } from '../secret-fingerprint.js';
import type { OpenOptions, Store } from '../store.js';
import type { StoreLog } from '../store-log.js';
import { refuseUnfinishedImport } from '../unfinished-import.js';
import { requireVersion } from '../version.js';
import { EmbeddedCollection } from './collection.js';
import { Connection } from './connection.js';
import { FILE_NAME } from './file-name.js';
import { type EmbeddedCollections, makeInsertNext } from './insert-next.js';
import { beginMaintenance } from './maintenance.js';
import { prepareTables } from './prepare-tables.js';
import { tableOf } from './table.js';

export async function openEmbedded(
  dataDir: string,
  log: StoreLog,
  {
    sweepEveryMs,
    further,
    secretKey,
    takesUnfinishedImport = false,
  }: OpenOptions & { sweepEveryMs?: number } = {},
): Promise<Store> {
  const path = prepareFile(dataDir);
  const connection = await Connection.open(path);
  const definitions = withOwn(further);
  const tables = Object.values(definitions).map(tableOf);
  const opened = tables.map((table) => new EmbeddedCollection<Identified, never>(connection, table));
  const byName: EmbeddedCollections = Object.fromEntries(
    Object.keys(definitions).map((name, i) => [name, opened[i]]),
  );
  // Each name gets the collection of its own definition, which fromEntries cannot express.
  const collections = byName as object as Collections;
  const { meta } = collections;
  try {
    // First, and without the others: those of another version may have other columns.
    await prepareTables(
      connection,
      tables.filter(({ name }) => name === 'meta'),
    );
    await requireVersion(meta);
    await prepareTables(connection, tables);
    if (!takesUnfinishedImport) await refuseUnfinishedImport(meta);
    if (secretKey !== undefined) await claimSecretKey(meta, secretKey);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const endMaintenance = beginMaintenance({ connection, collections: opened, log, sweepEveryMs });
  const ping = async () => {
    await connection.read('select 1', []);
  };
  return {
    kind: 'embedded',
    definitions,
    ...collections,
    async readMany(collection, filter, options) {
      await yieldToEventLoop();
      options.signal?.throwIfAborted();
      // All collections of this store are embedded ones.
      const embedded = collection as unknown as EmbeddedCollection<Identified, never>;
      return embedded.reader.find(filter, options) as never;
    },
    load: (collection, records) => {
      // See readMany.
      const embedded = collection as unknown as EmbeddedCollection<Identified, never>;
      return connection.write(() => {
        for (const record of records) embedded.insertNow(record);
      });
    },
    // The index of terms is as fast while the records are loaded as afterwards.
    dropIndexes: async () => undefined,
    makeIndexes: async () => undefined,
    insertNext: makeInsertNext(connection, byName),
    // 6.4 MB of the longest code, read in one turn of the event loop.
    mostAtOnce: 64,
    ready: Promise.resolve(),
    isPreparing: false,
    connections: undefined,
    checks: {
      store: { problem: 'The file of the store cannot be read.', run: ping },
    },
    ping,
    close: async () => {
      endMaintenance();
      await connection.close();
    },
  };
}

/** SQLite gives its -wal and -shm files the mode of the main file, so the main file's mode must be set first. */
function prepareFile(dataDir: string): string {
  const path = join(dataDir, FILE_NAME);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw new Error(`DATA_DIR: the embedded store cannot be written at ${path}: ${String(error)}`, {
      cause: error,
    });
  }
  return path;
}
