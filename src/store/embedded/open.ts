/** Opens the embedded store: one SQLite file in DATA_DIR, which only its owner can read. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { warnSeldom } from '../../observability/warn-seldom.js';
import { yieldToEventLoop } from '../../scheduling/event-loop.js';
import { type Collections, withOwn } from '../definitions.js';
import { StoreRefused } from '../errors.js';
import { claimSecretKey } from '../keys.js';
import { refuseUnfinishedImport, requireVersion, STORE_VERSION, type Step, VERSION } from '../state.js';
import type { OpenOptions, Store, StoreLog } from '../store.js';
import { KEPT, prepareUsage } from '../usage.js';
import { EmbeddedCollection } from './collection.js';
import { requireSafeSqlite } from './connection.js';
import { FILE_NAME, lockStore } from './file.js';
import { readIdsByOwner } from './ids-by-owner.js';
import { Reader } from './reader.js';
import { createTable, type Table, tableOf } from './table.js';
import { createTermsIndex, dropTermsIndex } from './terms-index.js';
import { countUsage } from './usage.js';
import { A_DAY_MS, LONGEST_SAVE_MS, Writer } from './writer.js';

const SWEEP_EVERY_MS = 60_000;
/** The collection whose records count for quotas. */
const COUNTED = 'snippets';

interface EmbeddedOptions extends OpenOptions {
  readonly sweepEveryMs?: number;
}

export async function openEmbedded(
  dataDir: string,
  log: StoreLog,
  {
    further,
    secretKey,
    hasQuota,
    isImport = false,
    takesUnfinishedImport = isImport,
    sweepEveryMs = SWEEP_EVERY_MS,
  }: EmbeddedOptions = {},
): Promise<Store> {
  const path = prepareFile(dataDir);
  let lock = lockStore(dataDir, isImport);
  const reader = new Reader(path);
  const writer = new Writer(path);
  const definitions = withOwn(further);
  const tables = Object.values(definitions).map(tableOf);
  // All collections of this store are embedded ones; `Store` has the types of their records.
  const embedded = (collection: object) => collection as EmbeddedCollection;
  const openTables = (keepsUsage: boolean) =>
    tables.map(
      (table) => new EmbeddedCollection(table, reader, writer, keepsUsage && table.name === COUNTED),
    );
  // Each name gets the collection of its own definition, which fromEntries cannot express.
  const byName = (all: readonly EmbeddedCollection[]) =>
    Object.fromEntries(Object.keys(definitions).map((name, i) => [name, all[i]])) as object as Collections;
  const countAll = () => writer.save([countUsage(COUNTED)], A_DAY_MS);
  let opened = openTables(false);
  let collections = byName(opened);
  const close = async () => {
    await reader.close();
    await writer.close();
    lock.close();
  };

  /** @throws StoreRefused when another process has the store open */
  async function doAlone(work: () => Promise<unknown>): Promise<void> {
    lock.close();
    try {
      lock = lockStore(dataDir, true);
      await work();
    } finally {
      lock.close();
      lock = lockStore(dataDir, isImport);
    }
  }

  /** In one transaction, and alone: another process would misread what it finds. */
  function bringForward(steps: readonly Step[]): Promise<void> {
    const text = `update meta set doc = json_object('value', ${STORE_VERSION}) where _id = '${VERSION._id}'`;
    return doAlone(() => writer.save([...steps.map(({ sql }) => ({ text: sql })), { text }], A_DAY_MS));
  }

  try {
    requireSafeSqlite(String(reader.read({ text: 'select sqlite_version()', values: [] })));
    // First, and without the others: those of another version may have other columns.
    await makeTables(
      writer,
      tables.filter(({ name }) => name === 'meta'),
    );
    await requireVersion(collections.meta, bringForward);
    await makeTables(writer, tables);
    if (!takesUnfinishedImport) await refuseUnfinishedImport(collections.meta);
    if (secretKey !== undefined) await claimSecretKey(collections.meta, secretKey);
    opened = openTables(await prepareUsage(collections, hasQuota, countAll));
    collections = byName(opened);
  } catch (error) {
    await close();
    throw error;
  }
  const warn = warnSeldom(log, 'expired records stay until the next sweep');
  const sweeping = setInterval(() => {
    Promise.all(opened.map((collection) => collection.sweep(Date.now()))).catch((err) => warn({ err }));
  }, sweepEveryMs).unref();
  return {
    kind: 'embedded',
    definitions,
    ...collections,
    async readMany(collection, filter, options) {
      await yieldToEventLoop();
      options.signal?.throwIfAborted();
      return embedded(collection).read(filter, options);
    },
    insertMany: (collection, records) => embedded(collection).insertMany(records),
    insertNext: (collection, record) => embedded(collection).insertNext(record),
    replace: (collection, at, set) => embedded(collection).replace(at, set),
    remove: (collection, at) => embedded(collection).remove(at),
    settle: () =>
      doAlone(async () => undefined).catch((error) => {
        if (!(error instanceof StoreRefused)) throw error;
        return sleep(LONGEST_SAVE_MS);
      }),
    async emptyTerms() {
      const sql = tables
        .filter(({ terms }) => terms)
        .map((table) => dropTermsIndex(table) + createTermsIndex(table));
      await writer.save([{ text: sql.join(';') }], A_DAY_MS);
    },
    async countUsage() {
      await collections.usage.deleteMany({});
      if ((await collections.meta.findOne(KEPT)) !== null) await countAll();
    },
    get waiting() {
      return writer.waiting;
    },
    idsByOwner: (owners, viewer, signal) => readIdsByOwner(reader, owners, viewer, signal),
    // 6.4 MB of the longest code, read in one turn of the event loop.
    mostAtOnce: 64,
    ready: Promise.resolve(),
    isPreparing: false,
    ping: async () => void reader.read({ text: 'select 1', values: [] }),
    async close() {
      clearInterval(sweeping);
      await close();
    },
  };
}

/** SQLite gives its -wal and -shm files the mode of the main file, so the main file's mode must be set first. */
function prepareFile(dataDir: string): string {
  const path = join(dataDir, FILE_NAME);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return path;
}

/** Makes what is missing, in one transaction: another process may start meanwhile. */
function makeTables(writer: Writer, tables: readonly Table[]): Promise<unknown> {
  const sql = tables.map((table) => createTable(table) + (table.terms ? createTermsIndex(table) : ''));
  return writer.save([{ text: sql.join(';') }]);
}
