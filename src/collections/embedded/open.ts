/** Opens the embedded store: one SQLite file in DATA_DIR, readable by its owner alone. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Identified } from '../collection.js';
import { type Collections, definitions } from '../definitions.js';
import { bringForward, readSchemaVersion } from '../schema-version.js';
import type { Store, StoreLog } from '../store.js';
import { EmbeddedCollection } from './collection.js';
import { Connection } from './connection.js';
import { sweep } from './sweep.js';
import { createTable, type Table, tableOf } from './table.js';

export const FILE_NAME = 'snippet-store.sqlite';
const SWEEP_EVERY_MS = 60_000;

export async function openEmbedded(dataDir: string, log: StoreLog): Promise<Store> {
  const path = prepareFile(dataDir);
  const connection = await Connection.open(path);
  const tables = Object.values(definitions).map(tableOf);
  try {
    await createTables(connection, tables);
    const collections = openCollections(connection, tables);
    await readSchemaVersion(collections.meta);
    await createIndexes(connection, tables);
    await bringForward(collections, log);
    const timer = setInterval(() => {
      sweep(connection, tables).catch((error) => log.warn({ err: error }, 'expired documents stay for now'));
    }, SWEEP_EVERY_MS).unref();
    return {
      kind: 'embedded',
      ...collections,
      ready: Promise.resolve(),
      ping: async () => void (await connection.read('select 1', [])),
      close: async () => {
        clearInterval(timer);
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite gives its -wal and -shm files the mode of the file itself, so that has to be right first. */
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

async function createIndexes(connection: Connection, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const indexes = table.indexes.map((index) => ({ ...index }));
    await new EmbeddedCollection(connection, table).createIndexes(indexes);
  }
}

function openCollections(connection: Connection, tables: readonly Table[]): Collections {
  const opened = tables.map((table) => [
    table.name,
    new EmbeddedCollection<Identified, never>(connection, table),
  ]);
  // Each name got the collection of its own definition, which fromEntries cannot express.
  return Object.fromEntries(opened) as Collections;
}
