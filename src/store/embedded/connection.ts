/** A connection to the file. No other file imports the driver, which has the interface of `node:sqlite`. */
import { isMainThread, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Value } from './table.js';

/** Of this process, shared by its threads: whether it ends, and how many threads are inside a statement. */
export const state: Int32Array = workerData?.state ?? new Int32Array(new SharedArrayBuffer(8));
const [ENDS, INSIDE] = [0, 1];
/** A disk that hangs may hold a statement for good. */
const LONGEST_END_MS = 5000;

// A process that ends while a thread is inside a statement is aborted (status 134), and its own status is lost.
if (isMainThread)
  process.once('exit', () => {
    Atomics.store(state, ENDS, 1);
    const deadline = performance.now() + LONGEST_END_MS;
    let inside = Atomics.load(state, INSIDE);
    while (inside > 0 && performance.now() < deadline) {
      Atomics.wait(state, INSIDE, inside, LONGEST_END_MS);
      inside = Atomics.load(state, INSIDE);
    }
  });

/** Before the driver is used. The start of a thread loads it, so `leave` is called there. */
export const enter = (): void => void Atomics.add(state, INSIDE, 1);

export function leave(): void {
  Atomics.sub(state, INSIDE, 1);
  Atomics.notify(state, INSIDE);
}

/** Thrown in a thread in place of the next statement, when the process ends. */
export class ProcessEnds extends Error {}

function inside<T>(statement: () => T): T {
  enter();
  try {
    if (Atomics.load(state, ENDS) === 1) throw new ProcessEnds();
    return statement();
  } finally {
    leave();
  }
}

/** Milliseconds by a clock that all threads share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Holds a thread up between statements, for instance until another process frees the file. */
export const pause = (ms: number): void => void Atomics.wait(state, ENDS, 0, ms);

/** How many rows a statement changed, and the rowid that was inserted last. */
export interface Change {
  readonly changes: number;
  readonly id: number;
}

interface ConnectionOptions {
  readonly readOnly?: boolean;
  /** How long a statement waits for a lock. Default: not at all. */
  readonly timeout?: number;
}

export class Connection {
  readonly #database: InstanceType<typeof DatabaseSync>;
  readonly #statements = new Map<string, ReturnType<InstanceType<typeof DatabaseSync>['prepare']>>();

  constructor(path: string, options: ConnectionOptions = {}) {
    this.#database = inside(() => new DatabaseSync(path, { ...options, returnArrays: true }));
  }

  /** For statements without values and results. */
  exec(sql: string): Change {
    inside(() => this.#database.exec(sql));
    return { changes: 0, id: 0 };
  }

  run(sql: string, values: readonly Value[]): Change {
    const { changes, lastInsertRowid } = inside(() => this.#prepare(sql).run(...values));
    return { changes, id: Number(lastInsertRowid) };
  }

  rows(sql: string, values: readonly Value[] = []): unknown[][] {
    return inside(() => this.#prepare(sql).all(...values));
  }

  /** @returns the first column of the first row */
  first(sql: string, values: readonly Value[] = []): unknown {
    return this.rows(sql, values)[0]?.[0];
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** The driver has no way to end statements: SQLite closes the file when they are collected, or the thread ends. */
  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) inside(() => this.#database.close());
  }

  #prepare(sql: string) {
    const prepared = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Below it two connections that write or checkpoint a file at once may damage it (sqlite.org/wal.html, 11). */
const SAFE = '3.51.3';

/** @throws Error when the driver carries a SQLite that may lose committed writes */
export function requireSafeSqlite(version: string): void {
  if (version.localeCompare(SAFE, 'en', { numeric: true }) < 0)
    throw new Error(
      `SQLite ${version} may lose writes when two processes use one file; use ${SAFE} or later`,
    );
}
