/** The file of the embedded store: its name, SQLite's own check of it, and a consistent copy of it while it is in use. */
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../errors/error-code.js';
import { OperatorError } from '../../errors/operator-error.js';
import { isLocked, StoreRefused, sqliteCodeOf } from '../errors.js';
import { Connection } from './connection.js';

/** In DATA_DIR. */
export const FILE_NAME = 'snippet-store.sqlite';

/** An empty file in DATA_DIR. Each process that uses the store has it open and locked. */
export const LOCK_NAME = 'snippet-store.lock';

/**
 * Locks the store until the connection is closed, or the process ends, however that goes.
 *
 * @param isAlone against all others; otherwise against one that is to be alone
 * @throws StoreRefused when another process holds a lock against this one
 */
export function lockStore(dataDir: string, isAlone: boolean): Connection {
  const path = join(dataDir, LOCK_NAME);
  // To close a file ends all locks of the process on it (fcntl(2)), so it is opened to be made, and never again.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const lock = new Connection(path);
  try {
    lock.exec(isAlone ? 'begin exclusive' : 'begin; select * from sqlite_schema');
    return lock;
  } catch (error) {
    lock.close();
    if (!isLocked(error)) throw error;
    throw new StoreRefused(
      isAlone
        ? 'The store is in use. Stop the service and other commands first.'
        : 'An import into this store is under way. Wait for its end.',
    );
  }
}

/** A process that was killed leaves a log, which the next one reads back with the file locked. */
const LONGEST_LOCK_MS = 8000;
/** SQLite's result codes: of a statement, of the content of a file, of its format. */
const DAMAGED = [1, 11, 26];

/** @returns what SQLite's check of pages and indexes says is wrong, one line each; an empty list for a whole file */
export function findDamage(path: string): string[] {
  const file = new Connection(path, { readOnly: true, timeout: LONGEST_LOCK_MS });
  try {
    const lines = file.rows('pragma integrity_check(100)').map(String);
    return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
  } catch (error) {
    // SQLite gives up when it cannot read the page that the check begins with, or the format of the file.
    if (DAMAGED.includes(sqliteCodeOf(error)) && error instanceof Error) return [error.message];
    throw error;
  } finally {
    file.close();
  }
}

export interface Backup {
  readonly snippets: number;
  readonly users: number;
  /** Of the SECRET_KEY that the copy belongs to; undefined: it belongs to none yet. */
  readonly fingerprint: string | undefined;
}

/**
 * @param file must not exist yet
 * @throws OperatorError when the copy, and so the store, is damaged
 */
export function writeBackup(storeFile: string, file: string): Backup {
  // Made first, so that the copy has this mode from its first byte; SQLite writes into an empty file.
  closeSync(openSync(file, 'wx', 0o600));
  const store = new Connection(storeFile, { timeout: LONGEST_LOCK_MS });
  try {
    store.exec(`vacuum into '${file.replaceAll("'", "''")}'`);
  } finally {
    store.close();
  }
  const [damage] = findDamage(file);
  if (damage !== undefined) throw new OperatorError(`${storeFile} is damaged: ${damage}`);
  syncFile(file);
  const copy = new Connection(file, { readOnly: true });
  try {
    const fingerprint = copy.first(`select doc ->> '$.value' from meta where _id = 'secret-key'`);
    return {
      snippets: Number(copy.first('select count(*) from snippets')),
      users: Number(copy.first('select count(*) from users')),
      fingerprint: typeof fingerprint === 'string' ? fingerprint : undefined,
    };
  } finally {
    copy.close();
  }
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** What systems say that cannot sync a folder (Windows): they keep its entries by other means. */
const NO_SYNC = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF'];

/** Puts the entries of a folder on the disk. */
export function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (!NO_SYNC.includes(codeOf(error) ?? '')) throw error;
  }
}
