/** Opens the embedded store: one SQLite file in DATA_DIR, which only its owner can read. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { yieldToEventLoop } from '../../scheduling/yield-to-event-loop.js';
import type { Identified } from '../collection.js';
import { type Collections, withOwn } from '../definitions.js';
import { bringForward } from '../schema/bring-forward.js';
import { schema as ownSchema } from '../schema/schema.js';
import { schemaCheck } from '../schema/schema-check.js';
import { META, readSchemaVersion } from '../schema/schema-version.js';
import { SchemaWatch } from '../schema/schema-watch.js';
import { claimSecretKey } from '../secret-fingerprint.js';
import type { OpenOptions, Store, StoreLog } from '../store.js';
import { refuseUnfinishedImport } from '../unfinished-import.js';
import { EmbeddedCollection } from './collection.js';
import { Connection } from './connection.js';
import { DiskReserve } from './disk-reserve.js';
import { FILE_NAME } from './file-name.js';
import { type EmbeddedCollections, makeInsertNext } from './insert-next.js';
import { beginScrubbing } from './scrub.js';
import { addColumn, createTable, type Table, tableOf } from './table.js';

/** 2 MB of 4 KB pages: some ten milliseconds of the event loop. */
const PAGES_A_SWEEP = 500;

/** How often to look at the disk. */
const LOOK_EVERY_MS = 1000;

export async function openEmbedded(
  dataDir: string,
  log: StoreLog,
  {
    sweepEveryMs = 60_000,
    further,
    schema: wanted = ownSchema,
    secretKey,
    takesUnfinishedImport = false,
  }: OpenOptions & { sweepEveryMs?: number } = {},
): Promise<Store> {
  const path = prepareFile(dataDir);
  const reserve = new DiskReserve(dataDir);
  await reserve.look();
  const connection = await Connection.open(path, reserve);
  const definitions = withOwn(further);
  const tables = Object.values(definitions).map(tableOf);
  const opened = tables.map((table) => new EmbeddedCollection<Identified, never>(connection, table));
  const byName: EmbeddedCollections = Object.fromEntries(
    Object.keys(definitions).map((name, i) => [name, opened[i]]),
  );
  // Each name gets the collection of its own definition, which fromEntries cannot express.
  const collections = byName as object as Collections;
  // Every write reads the version in its own transaction, so no write of an older form comes after an upgrade.
  const schema = { ...wanted, settleMs: 0 };
  const watch = new SchemaWatch(collections.meta, schema, ({ message }) => log.error({ dataDir }, message));
  try {
    await createTables(connection, tables);
    await readSchemaVersion(collections.meta, schema);
    await addColumns(connection, tables);
    for (const [i, { indexes }] of tables.entries()) await opened[i]?.createIndexes([...indexes]);
    watch.admit(await bringForward({ collections, schema, log }));
    if (!takesUnfinishedImport) await refuseUnfinishedImport(collections.meta);
    if (secretKey !== undefined) await claimSecretKey(collections.meta, secretKey);
    connection.beforeWrites(() => watch.admit(storedVersion(connection)));
  } catch (error) {
    connection.close();
    throw error;
  }
  let closed = false;
  // A clock that jumps ahead sweeps nothing early: used nonces stay used when it is set back.
  const began = Date.now() - performance.now();
  const timer = setInterval(async () => {
    try {
      const now = Math.min(Date.now(), began + performance.now());
      for (const collection of opened) await collection.sweep(now);
      await connection.returnPages(PAGES_A_SWEEP);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'expired records stay until the next sweep');
    }
  }, sweepEveryMs).unref();
  const ping = async () => {
    await connection.read('select 1', []);
    await watch.check();
  };
  const endScrubbing = beginScrubbing(connection, opened);
  const lookout = setInterval(async () => {
    try {
      await reserve.look();
      if (reserve.isLow && !closed) await connection.returnPages(PAGES_A_SWEEP);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'the disk could not be looked at');
    }
  }, LOOK_EVERY_MS).unref();
  return {
    kind: 'embedded',
    definitions,
    ...collections,
    async readMany(collection, filter, options) {
      await yieldToEventLoop();
      return collection.find(filter, options).toArray();
    },
    // All writes of a turn share a transaction.
    insertTogether: async (collection, record) => void (await collection.insertOne(record)),
    insertNext: makeInsertNext(connection, byName),
    // 6.4 MB of the longest code, read in one turn of the event loop.
    mostAtOnce: 64,
    ready: Promise.resolve(),
    // That is done above.
    isPreparing: false,
    connections: undefined,
    schema: watch,
    checks: {
      store: { problem: 'The file of the store cannot be read.', run: ping },
      disk: {
        problem: 'The disk is full. Snippets can be read and deleted, but not added. Make room on the disk.',
        run: () => reserve.requireRoom(),
      },
      schema: schemaCheck(watch),
      integrity: {
        problem: 'The file of the store is damaged. Run: snippet-store check',
        run() {
          if (connection.isDamaged) throw new Error('damage was met since the start');
        },
      },
    },
    ping,
    close: async () => {
      closed = true;
      endScrubbing();
      clearInterval(timer);
      clearInterval(lookout);
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

/** Read without the collection, because this is part of every write. */
function storedVersion(connection: Connection): unknown {
  const value = `iif(json_type(doc, '$.value') = 'integer', json_extract(doc, '$.value'), null)`;
  return connection.rows(`select ${value} from meta where _id = ?`, [META.schema])[0]?.[0];
}
