/** What the embedded store does beside requests: deletes expired records, gives back free pages, looks for damage. */

import { makeFaultLog } from '../../observability/fault-log.js';
import type { Identified } from '../collection.js';
import type { StoreLog } from '../store-log.js';
import type { EmbeddedCollection } from './collection.js';
import type { Connection } from './connection.js';

const SWEEP_EVERY_MS = 60_000;
/** 2 MB of 4 KB pages: some ten milliseconds of the event loop. */
const PAGES_A_SWEEP = 500;
const LOOK_EVERY_MS = 1000;
/** Of one look for damage. A pass over 1,000,000 records takes 14 hours, and some thousandths of a processor. */
const RECORDS = 20;

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
  let isClosed = false;

  function every(ms: number, what: string, work: () => Promise<void>): NodeJS.Timeout {
    let isRunning = false;
    const fault = makeFaultLog(log, what, 'maintenance of the store goes on');
    const timer = setInterval(async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await work();
        fault.ends({ what });
      } catch (err) {
        if (!isClosed) fault.begins({ err });
      }
      isRunning = false;
    }, ms);
    return timer.unref();
  }

  // A clock that jumps ahead sweeps nothing early: used nonces stay used when it is set back.
  const began = Date.now() - performance.now();
  const readMore = makeReader(collections);
  const timers = [
    every(sweepEveryMs, 'expired records stay until the next sweep', async () => {
      const now = Math.min(Date.now(), began + performance.now());
      for (const collection of collections) await collection.sweep(now);
      await connection.returnPages(PAGES_A_SWEEP);
    }),
    every(LOOK_EVERY_MS, 'a look for damage met an error', async () => {
      // Once damage is known, `check` tells all of it.
      if (connection.damaged === 0) await readMore();
    }),
  ];
  return () => {
    isClosed = true;
    timers.forEach(clearInterval);
  };
}

/** @returns reads the next records; after the last record of all it begins again */
function makeReader(collections: readonly EmbeddedCollection<Identified, never>[]): () => Promise<void> {
  let [place, after]: [number, Identified['_id'] | undefined] = [0, undefined];
  return async () => {
    for (let [left, ends] = [RECORDS, 0]; left > 0 && ends <= collections.length; ) {
      const collection = collections[place % collections.length];
      if (!collection) return;
      const read = await collection.reader.readNext(after, left);
      left -= read.length;
      after = read.at(-1)?._id;
      if (left === 0) return;
      [place, after, ends] = [place + 1, undefined, ends + 1];
    }
  };
}
