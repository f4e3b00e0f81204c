/** The threads that highlight, each task with a time limit that counts from its start. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { CompressedPage } from './compress-page.js';
import type { HighlightInput } from './html-page.js';
import { sinceTick } from './start-clock.js';
import type { Task } from './worker.js';

export interface Threads {
  /**
   * At most as many calls at once as there are threads.
   *
   * @param budget milliseconds for all inputs together
   * @throws OutOfTime, or the error of the thread, which is replaced
   */
  run(inputs: readonly HighlightInput[], budget: number): Promise<CompressedPage[]>;
  readonly areIdle: boolean;
  close(): Promise<void>;
}

export class OutOfTime extends Error {}

/** The time that a new thread may take to start, in milliseconds, before its first task is given up. */
const START_ALLOWANCE_MS = 10_000;

/** @param memoryMb of a thread */
export function makeThreads(count: number, memoryMb: number): Threads {
  // When each thread has begun its task: in shared memory, because a message would cost as much as the task.
  const started = new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
  const places = [...started.keys()];
  let pool: Pool | undefined;

  /** A pool's own timeout would include the time in its queue. */
  function watchTime(place: number, budget: number): { signal: AbortSignal; end(): void } {
    const abort = new AbortController();
    const posted = performance.now();
    let clock = setTimeout(look, budget);

    function look(): void {
      const left = timeLeft();
      // A thread that has not begun may begin at any moment, and its limit counts from then.
      if (left > 0) clock = setTimeout(look, Math.min(left, budget));
      // If the event loop was late, the result may already be in the message port. This reads it before the abort.
      else setImmediate(() => abort.abort());
    }

    function timeLeft(): number {
      const tick = Atomics.load(started, place);
      if (tick === 0) return START_ALLOWANCE_MS + budget - (performance.now() - posted);
      return budget - sinceTick(tick);
    }

    return { signal: abort.signal, end: () => clearTimeout(clock) };
  }

  return {
    async run(inputs, budget) {
      const place = places.pop();
      if (place === undefined) throw new Error('All threads are busy.');
      Atomics.store(started, place, 0);
      const watch = watchTime(place, budget);
      try {
        // With the first snippet: starting a thread costs more than anything else in a start.
        pool ??= makePool(count, memoryMb, started);
        return await pool.run({ inputs, place }, { signal: watch.signal });
      } catch (error) {
        throw watch.signal.aborted ? new OutOfTime() : error;
      } finally {
        watch.end();
        places.push(place);
      }
    },
    get areIdle() {
      return places.length === count;
    },
    close: async () => pool?.destroy(),
  };
}

type Pool = Piscina<Task, CompressedPage[]>;

function makePool(threads: number, memoryMb: number, started: Int32Array): Pool {
  const pool = new Piscina<Task, CompressedPage[]>({
    filename: new URL('./worker.js', import.meta.url).href,
    workerData: started,
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
