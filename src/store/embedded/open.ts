/** Opens the embedded store: one SQLite file in DATA_DIR, which only its owner can read. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Identified } from '../collection.js';
import type { AnyDefinitions } from '../definition.js';
import { type Collections, withOwn } from '../definitions.js';
import { bringForward, readSchemaVersion } from '../schema-version.js';
import type { Store, StoreLog } from '../store.js';
import { EmbeddedCollection } from './collection.js';
import { Connection } from './connection.js';
import { addColumn, createTable, type Table, tableOf } from './table.js';

/** 2 MB of 4 KB pages: some ten milliseconds of the event loop. */
const PAGES_A_SWEEP = 500;

export const FILE_NAME = 'snippet-store.sqlite';

export async function openEmbedded(
  dataDir: string,
  log: StoreLog,
  { sweepEveryMs = 60_000, further }: { sweepEveryMs?: number; further?: AnyDefinitions | undefined } = {},
): Promise<Store> {
  const connection = await Connection.open(prepareFile(dataDir));
  const definitions = withOwn(further);
  const tables = Object.values(definitions).map(tableOf);
  const opened = tables.map((table) => new EmbeddedCollection<Identified, never>(connection, table));
  const byName: object = Object.fromEntries(Object.keys(definitions).map((name, i) => [name, opened[i]]));
  // Each name gets the collection of its own definition, which fromEntries cannot express.
  const collections = byName as Collections;
  try {
    await createTables(connection, tables);
    await readSchemaVersion(collections.meta);
    await addColumns(connection, tables);
    for (const [i, { indexes }] of tables.entries()) await opened[i]?.createIndexes([...indexes]);
    await bringForward(collections, log);
  } catch (error) {
    connection.close();
    throw error;
  }
  let closed = false;
  const timer = setInterval(async () => {
    try {
      for (const collection of opened) await collection.sweep();
      await connection.returnPages(PAGES_A_SWEEP);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'expired documents stay until the next sweep');
    }
  }, sweepEveryMs).unref();
  return {
    kind: 'embedded',
    definitions,
    ...collections,
    ready: Promise.resolve(),
    ping: async () => void (await connection.read('select 1', [])),
    close: async () => {
      closed = true;
      clearInterval(timer);
      connection.close();
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

function createTables(connection: Connection, tables: readonly Table[]): Promise<void> {
  return connection.write(() => {
    for (const table of tables) connection.run(createTable(table));
  });
}

/** Adds what the tables of an older release lack. */
function addColumns(connection: Connection, tables: readonly Table[]): Promise<void> {
  return connection.write(() => {
    for (const table of tables) {
      const found = connection
        .rows('select name from pragma_table_info(?)', [table.name])
        .map(([name]) => name);
      const missing = table.detached.filter((column) => !found.includes(column));
      for (const column of missing) connection.run(addColumn(table, column));
    }
  });
}
