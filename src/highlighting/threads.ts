/** The threads that highlight, each task with a time limit that counts from its hand-over to a started thread. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CompressedPage } from './compress-page.js';
import type { HighlightInput } from './html-page.js';

export interface Threads {
  /**
   * At most as many calls at once as there are threads.
   *
   * @param budget milliseconds for all inputs together
   * @throws OutOfTime, or the error of the thread, which is replaced
   */
  run(inputs: readonly HighlightInput[], budget: number): Promise<CompressedPage[]>;
  close(): Promise<void>;
}

export class OutOfTime extends Error {}

/** The time that a new thread may take to start, in milliseconds, before its first snippet is given up. */
const START_ALLOWANCE_MS = 10_000;

/** @param memoryMb of a thread */
export function makeThreads(count: number, memoryMb: number): Threads {
  let pool: Pool | undefined;
  let running = 0;
  /** Threads that have answered. A call beyond them may get one that is still starting. */
  let started = 0;

  return {
    async run(inputs, budget) {
      // With the first snippet: starting a thread costs more than anything else in a start.
      pool ??= makePool(count, memoryMb);
      running += 1;
      try {
        if (running > started) {
          // An empty task, so that the time limit of the snippet does not include the start of the thread.
          await runLimited(pool, [], START_ALLOWANCE_MS);
          started += 1;
        }
        return await runLimited(pool, inputs, budget);
      } catch (error) {
        started = Math.max(started - 1, 0);
        throw error;
      } finally {
        running -= 1;
      }
    },
    close: async () => pool?.destroy(),
  };
}

type Pool = Piscina<readonly HighlightInput[], CompressedPage[]>;

async function runLimited(
  pool: Pool,
  inputs: readonly HighlightInput[],
  budget: number,
): Promise<CompressedPage[]> {
  const abort = new AbortController();
  // If the event loop was late, the result may already be in the message port. This reads it before the abort.
  const clock = setTimeout(() => setImmediate(() => abort.abort()), budget);
  try {
    return await pool.run(inputs, { signal: abort.signal });
  } catch (error) {
    throw abort.signal.aborted ? new OutOfTime() : error;
  } finally {
    clearTimeout(clock);
  }
}

function makePool(threads: number, memoryMb: number): Pool {
  const pool: Pool = new Piscina({
    filename: new URL('./worker.js', import.meta.url).href,
    // The others start when a snippet finds all threads busy, and stay: most services never need them.
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
  });
  // The pool replaces a thread that dies while idle. No snippet is affected.
  pool.on('error', () => {});
  return pool;
}

/**
 * Leaves one core to the event loop. At least two threads: a hostile snippet may block one until the time
 * limit, and the other still works. At most eight threads: each needs about 20 MB.
 */
export function defaultThreads(): number {
  return Math.min(Math.max(availableParallelism() - 1, 2), 8);
}
