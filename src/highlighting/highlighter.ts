/** Highlights in a pool of threads, with a time limit a snippet and a bounded queue (design.md, section 7). */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { ServiceUnavailable } from '../errors/index.js';
import { type Highlighted, plainDocument } from './highlight.js';
import type { HighlightInput, PlainReason } from './html-page.js';
import { isLanguage } from './languages.js';
import { isStyle } from './styles.js';
import type { Task } from './worker.js';

export type { Highlighted } from './highlight.js';
export type { HighlightInput, PlainReason } from './html-page.js';

export interface Highlighter {
  /**
   * The document of one snippet; `plain` when the code could not be highlighted within the limits.
   *
   * @throws ServiceUnavailable when the queue is full or the highlighter is closed
   * @throws Error when the language or the style is none of `languages` and `styles`
   */
  highlight(input: HighlightInput): Promise<Highlighted>;
  /** Ends all threads; what still waits or runs is refused with ServiceUnavailable. */
  close(): Promise<void>;
}

export interface HighlighterOptions {
  /** How long a thread may work on one snippet, in milliseconds; waiting for a thread does not count. */
  timeoutMs: number;
  /** Default: one fewer than the cores, at least 2, at most 8. */
  threads?: number;
  /** What a thread may hold, in megabytes; beyond it the thread dies alone. Default: 128, twice the worst known code. */
  memoryMb?: number;
  /** How many snippets may wait for a thread. Default: 64. */
  maxQueue?: number;
  /** Told of each snippet that came out plain, for the log and the metrics. */
  onPlain?: (reason: PlainReason, language: string) => void;
}

/** How long a new thread may take to come up, in milliseconds, before its first snippet is given up. */
const startAllowanceMs = 10_000;

interface Job {
  input: HighlightInput;
  resolve(result: Highlighted): void;
  reject(error: unknown): void;
}

interface Run {
  clock: NodeJS.Timeout;
  abort: AbortController;
}

export function createHighlighter(options: HighlighterOptions): Highlighter {
  const {
    timeoutMs,
    threads = defaultThreads(),
    memoryMb = 128,
    maxQueue = 64,
    onPlain = () => {},
  } = options;
  const pool = new Piscina<Task, Highlighted>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
  });
  const waiting: Job[] = [];
  const runs = new Map<number, Run>();
  let lastId = 0;
  let closed = false;

  // A thread says when it begins: the pool's own signal would count the time in the queue as well.
  pool.on('message', (id: number) => {
    const run = runs.get(id);
    if (run === undefined) return;
    clearTimeout(run.clock);
    run.clock = setTimeout(expire, timeoutMs, id);
  });
  // A thread that dies while idle is replaced by the pool, and nobody waits for it.
  pool.on('error', () => {});

  /** A result may lie in the port already when the event loop was late itself: it is read before this turn ends. */
  function expire(id: number): void {
    setImmediate(() => runs.get(id)?.abort.abort());
  }

  async function run(job: Job): Promise<void> {
    const id = ++lastId;
    const abort = new AbortController();
    runs.set(id, { abort, clock: setTimeout(expire, startAllowanceMs + timeoutMs, id) });
    try {
      const result = await pool.run({ ...job.input, id }, { signal: abort.signal });
      job.resolve(told(result, job.input));
    } catch {
      if (closed) job.reject(new ServiceUnavailable(1));
      else
        job.resolve(told(plainDocument(job.input, abort.signal.aborted ? 'timeout' : 'failed'), job.input));
    } finally {
      clearTimeout(runs.get(id)?.clock);
      runs.delete(id);
      startWaiting();
    }
  }

  function told(result: Highlighted, input: HighlightInput): Highlighted {
    if (result.reason !== undefined) onPlain(result.reason, input.language);
    return result;
  }

  function startWaiting(): void {
    while (!closed && runs.size < threads) {
      const job = waiting.shift();
      if (job === undefined) return;
      run(job).catch(job.reject);
    }
  }

  return {
    async highlight(input) {
      if (!isLanguage(input.language)) throw new Error(`Unknown language: ${input.language}`);
      if (!isStyle(input.style)) throw new Error(`Unknown style: ${input.style}`);
      if (closed || (runs.size >= threads && waiting.length >= maxQueue)) throw new ServiceUnavailable(1);
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        startWaiting();
      });
    },

    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new ServiceUnavailable(1));
      await pool.destroy();
    },
  };
}

/**
 * One core is left to the event loop. Never fewer than two threads: a hostile snippet holds one of them up to the time
 * limit, and the others still get through. Never more than eight: each holds some 20 MB.
 */
function defaultThreads(): number {
  return Math.min(Math.max(availableParallelism() - 1, 2), 8);
}
