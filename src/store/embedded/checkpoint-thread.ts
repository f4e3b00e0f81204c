/** The thread that moves the write-ahead log into the file of the store. Its syncs would hold the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';

const database = new Database(String(workerData));
database.pragma('busy_timeout = 100');
database.pragma('synchronous = NORMAL');

/**
 * SQLite syncs the header of a log that begins anew in the thread that writes first. So this thread writes: a number
 * that nobody reads.
 */
function beginAnew(): void {
  const [[version] = [0]] = database.prepare('pragma user_version').raw().all([]) as [number][];
  database.pragma(`user_version = ${(Number(version) + 1) % 1_000_000}`);
}

parentPort?.on('message', () => {
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
    beginAnew();
  } catch {
    // Another process has the lock, or the disk is full: the next checkpoint moves what this one left.
  }
  parentPort?.postMessage('done');
});
