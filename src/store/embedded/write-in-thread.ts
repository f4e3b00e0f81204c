/** The thread that writes. It owns the one connection of the process that does. */
import { workerData } from 'node:worker_threads';
import { isLocked, isUniqueViolation } from '../errors.js';
import { type Change, Connection, now, pause } from './connection.js';
import { fromThread, serveThread, toMain } from './thread.js';
import { LATE, type Outcome, type Save, type Statement } from './writer.js';

/** Milliseconds between two looks whether another process has freed the file. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1, 20];

let connection: Connection | undefined;

serveThread(transact, () => {
  if (connection) checkpoint(connection);
  connection?.close();
});

/**
 * After a stop one file is the whole store. Nothing waits here, and the pages are copied without the lock of writers, so
 * no other process is held up: where one reads, or the disk is full, the log stays.
 */
function checkpoint(opened: Connection): void {
  try {
    opened.exec('pragma wal_checkpoint(PASSIVE)');
    opened.exec('pragma wal_checkpoint(TRUNCATE)');
  } catch {
    // What is committed is in the log.
  }
}

function open(): Connection {
  const opened = new Connection(workerData.path);
  try {
    opened.exec('pragma journal_mode = WAL');
    // A commit is on the disk when it is acknowledged. On macOS, fsync alone would leave that to the disk.
    opened.exec('pragma synchronous = FULL; pragma fullfsync = on; pragma checkpoint_fullfsync = on');
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Begins a transaction when no other process writes. Between two attempts the process may end. */
function begin(deadline: number): Connection {
  for (let wait = SHORTEST_PAUSE; now() < deadline; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      connection ??= open();
      connection.exec('begin immediate');
      return connection;
    } catch (error) {
      if (!isLocked(error)) throw error;
      pause(wait);
    }
  }
  throw fromThread(LATE);
}

/**
 * Commits the saves together. A unique violation fails its save alone; after any other error each save is made again by
 * itself, so that none fails by the fault of another.
 *
 * @returns the outcome of each, once all of them are on the disk
 */
function transact(saves: readonly Save[]): Outcome[] {
  try {
    const begun = begin(Math.min(...saves.map(({ deadline }) => deadline)));
    const outcomes = saves.map(({ statements }) => runSave(begun, statements, saves.length > 1));
    begun.exec('commit');
    return outcomes;
  } catch (error) {
    if (connection?.isInTransaction) connection.exec('rollback');
    if (saves.length === 1) return [{ failure: toMain(error) }];
  }
  return saves.flatMap((save) => transact([save]));
}

/** @param isShared the transaction has other saves, which stay when this one fails before it changed anything */
function runSave(begun: Connection, statements: readonly Statement[], isShared: boolean): Outcome {
  const changed: Change[] = [];
  try {
    for (const { text, values, idOf, isGuard } of statements) {
      const given = idOf === undefined ? [] : [changed[idOf]?.id ?? null];
      const change = values ? begun.run(text, [...given, ...values]) : begun.exec(text);
      changed.push(change);
      if (isGuard && change.changes === 0) break;
    }
    return { changed };
  } catch (error) {
    if (!isShared || !isUniqueViolation(error) || changed.some(({ changes }) => changes > 0)) throw error;
    return { failure: toMain(error) };
  }
}
