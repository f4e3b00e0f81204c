/** A backup of the embedded store: one SQLite file with the records and, in a table of its own, the secret key. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
} from 'node:fs';
import Database from 'libsql';
import { isDamage } from '../damage.js';
import { FILE_NAME } from './file-name.js';
import { findDamagedPages, findDamagedRecord, rows } from './integrity.js';

/** Why a file is no backup that can be restored, or a store cannot be backed up. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

export interface Backup {
  /** The key that the tokens in it were derived under. */
  readonly secretKey: string;
  /** ISO 8601. */
  readonly created: string;
  readonly snippets: number;
  readonly users: number;
}

const TABLE = '_backup';

/**
 * Writes a consistent copy, also while the store is in use; the file appears under its name when it is complete.
 *
 * @param file must not exist yet
 * @throws UnusableBackup when the store is damaged, or what was written does not read back whole
 * @throws Error with the code EEXIST when the file exists
 */
export function writeBackup(storeFile: string, file: string, secretKey: string): Backup {
  const draft = `${file}.partial`;
  rmSync(draft, { force: true });
  // Made first, so that the copy has this mode from its first byte; SQLite writes into an empty file.
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    copyStore(storeFile, draft);
    const copy = new Database(draft);
    try {
      copy.exec(`create table ${TABLE} (name text primary key, value text not null) strict`);
      const insert = copy.prepare(`insert into ${TABLE} values (?, ?)`);
      insert.run(['secret-key', secretKey]);
      insert.run(['created', new Date().toISOString()]);
    } finally {
      copy.close();
    }
    sync(draft);
    const backup = readBackup(draft);
    // A link, unlike a rename, never replaces a file.
    linkSync(draft, file);
    return backup;
  } catch (error) {
    // A damaged record was copied as it is.
    if (error instanceof UnusableBackup) requireUndamaged(storeFile);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function copyStore(storeFile: string, draft: string): void {
  try {
    const store = new Database(storeFile);
    try {
      store.exec(`VACUUM INTO '${draft.replaceAll("'", "''")}'`);
    } finally {
      store.close();
    }
  } catch (error) {
    // The copy is new, so the damage is that of the store.
    throw isDamage(error) ? damaged(storeFile, error.message, error) : error;
  }
}

/** @throws UnusableBackup */
function requireUndamaged(file: string): void {
  const [damage] = [...findDamagedPages(file), ...findDamagedRecord(file)];
  if (damage !== undefined) throw damaged(file, damage);
}

function damaged(file: string, damage: string, cause?: unknown): UnusableBackup {
  return new UnusableBackup(`${file} is damaged: ${damage}`, { cause });
}

/**
 * Reads all of it.
 *
 * @throws UnusableBackup when the file is damaged, or is no backup
 */
export function readBackup(file: string): Backup {
  if (!existsSync(file)) throw new UnusableBackup(`${file} does not exist`);
  try {
    requireUndamaged(file);
    const database = new Database(file, { readonly: true });
    try {
      const entries = new Map(
        rows(database, `select name, value from ${TABLE}`).map(([name, value]) => [name, value]),
      );
      return {
        secretKey: String(entries.get('secret-key')),
        created: String(entries.get('created')),
        snippets: count(database, 'snippets'),
        users: count(database, 'users'),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof UnusableBackup) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableBackup(`${file} is not a backup of this service: ${reason}`, { cause: error });
  }
}

/**
 * Puts the records of a backup, which has been read, into a data folder.
 *
 * @param dataDir exists and holds no store
 */
export function restoreBackup(file: string, dataDir: string): void {
  const target = `${dataDir}/${FILE_NAME}`;
  const draft = `${target}.partial`;
  try {
    copyFileSync(file, draft);
    chmodSync(draft, 0o600);
    const database = new Database(draft);
    try {
      // The key belongs into a file of its own; overwritten, so that no page keeps it.
      database.pragma('secure_delete = on');
      database.exec(`drop table ${TABLE}`);
    } finally {
      database.close();
    }
    sync(draft);
    linkSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

function count(database: Database.Database, table: string): number {
  return Number(rows(database, `select count(*) from "${table}"`)[0]?.[0]);
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
