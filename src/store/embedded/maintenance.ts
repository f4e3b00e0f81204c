/** What the embedded store does beside requests: deletes expired records, gives back free pages. */
import { warnSeldom } from '../../observability/warn-seldom.js';
import type { Identified } from '../collection.js';
import type { StoreLog } from '../store-log.js';
import type { EmbeddedCollection } from './collection.js';
import type { Connection } from './connection.js';

const SWEEP_EVERY_MS = 60_000;
/** 2 MB of 4 KB pages: some ten milliseconds of the event loop. */
const PAGES_A_SWEEP = 500;

interface Maintained {
  readonly connection: Connection;
  readonly collections: readonly EmbeddedCollection<Identified, never>[];
  readonly log: StoreLog;
  readonly sweepEveryMs: number | undefined;
}

/** @returns ends it */
export function beginMaintenance({
  connection,
  collections,
  log,
  sweepEveryMs = SWEEP_EVERY_MS,
}: Maintained): () => void {
  let [isRunning, isClosed] = [false, false];
  const warn = warnSeldom(log, 'expired records stay until the next sweep');
  // A clock that jumps ahead sweeps nothing early: used nonces stay used when it is set back.
  const began = Date.now() - performance.now();
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      const now = Math.min(Date.now(), began + performance.now());
      for (const collection of collections) await collection.sweep(now);
      await connection.returnPages(PAGES_A_SWEEP);
    } catch (err) {
      if (!isClosed) warn({ err });
    }
    isRunning = false;
  }, sweepEveryMs).unref();
  return () => {
    isClosed = true;
    clearInterval(timer);
  };
}
