/**
 * Syncs the write-ahead log outside the event loop. SQLite itself syncs the log before a checkpoint copies it into the
 * file, and the file before the log begins anew (sqlite.org/wal.html), so an acknowledged commit is always on the disk.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { makeShareRuns } from '../../scheduling/share-runs.js';
import { StoreUnavailable } from '../store-unavailable.js';

/**
 * Pages of the log after which a checkpoint begins: 4 MB, as SQLite's own.
 */
const LONG_LOG = 1000;
/** About the pages that a change writes beside those of its record: indexes, counters. */
const PAGES_A_CHANGE = 6;
const PAGE = 4096;

export class WriteAheadLog {
  readonly #path: string;
  readonly #share = makeShareRuns<void>();
  /** One descriptor for the life of the connection. */
  #file: Promise<FileHandle> | undefined;
  #pages = 0;
  #checkpoint: Promise<void> | undefined;
  #thread: Worker | undefined;

  /** @param path of the file of the store */
  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void> {
    return this.#share('sync', async () => {
      this.#file ??= open(`${this.#path}-wal`, 'r+');
      try {
        await (await this.#file).datasync();
      } catch (error) {
        throw new StoreUnavailable('The disk did not confirm a write.', { cause: error });
      }
    });
  }

  /** Counts what a transaction has written. @param bytes of its records */
  grew(changes: number, bytes: number): void {
    this.#pages += changes * PAGES_A_CHANGE + Math.ceil(bytes / PAGE);
  }

  /** When the log has become long: moves it into the file, in a thread. Writers wait for it, readers do not. */
  async shorten(): Promise<void> {
    if (this.#pages < LONG_LOG) return;
    this.#checkpoint ??= this.#runCheckpoint().finally(() => {
      this.#checkpoint = undefined;
    });
    await this.#checkpoint;
  }

  /** The connection is closed: the last one deletes the log, after it has moved and synced what the log holds. */
  forget(): void {
    const file = this.#file;
    this.#file = undefined;
    // After the syncs that are under way.
    file?.then((handle) => handle.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#checkpoint;
    await this.#thread?.terminate();
    this.#thread = undefined;
  }

  #runCheckpoint(): Promise<void> {
    this.#pages = 0;
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    return new Promise((resolve) => {
      // A checkpoint that fails is tried again when the log has grown on; the log itself is safe.
      const end = () => {
        thread.off('message', end).off('error', fail).off('exit', fail);
        resolve();
      };
      const fail = () => {
        this.#thread = undefined;
        end();
      };
      thread.on('message', end).on('error', fail).on('exit', fail);
      thread.postMessage('checkpoint');
    });
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./checkpoint-thread.js', import.meta.url), { workerData: this.#path });
    thread.unref();
    return thread;
  }
}
