/** Highlights snippets in a pool of threads, with a time limit for each snippet and a bounded queue. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { ServiceUnavailable } from '../errors/index.js';
import { makeFairLimit } from '../scheduling/fair-limit.js';
import type { Sender } from '../scheduling/fair-queue.js';
import { type Highlighted, plainHtml } from './highlight.js';
import type { HighlightInput, PlainReason } from './html-page.js';
import { isLanguage } from './languages.js';
import { isStyle } from './styles.js';
import { makeTimeBudgets } from './time-budget.js';
import type { Task } from './worker.js';

export type { Highlighted } from './highlight.js';
export type { HighlightInput, PlainReason } from './html-page.js';

export interface Highlighter {
  /**
   * Returns the HTML of a snippet. `plain` is true if the code could not be highlighted within the limits.
   *
   * @param sender the user or ip that the work is for; senders take turns
   * @throws ServiceUnavailable if the queue has no place for this sender, or the highlighter is closed
   * @throws Error if `languages` or `styles` does not contain the given value
   */
  highlight(input: HighlightInput, sender: Sender): Promise<Highlighted>;
  /**
   * The same with the full time limit, for a snippet that fell back to plain text before. Nobody waits for it.
   *
   * @returns undefined if any other snippet waits or runs: try again later
   */
  highlightWhenIdle(input: HighlightInput): Promise<Highlighted | undefined>;
  /** Snippets that wait for a thread, for the metrics. */
  readonly waiting: number;
  /** False when it is closed, or its queue is full: a save is refused then. */
  readonly isAccepting: boolean;
  /** Stops all threads. Snippets that wait or run are refused with ServiceUnavailable. */
  close(): Promise<void>;
}

export interface HighlighterOptions {
  /** The time of a thread for one snippet, in milliseconds, without the time in the queue. */
  timeoutMs: number;
  /** Default: one fewer than the cores, at least 2, at most 8. */
  threads?: number;
  /** Memory of a thread, in megabytes. Beyond it only this thread dies. Default: 128, twice the worst known code. */
  memoryMb?: number;
  /** How many snippets may wait for a thread. Default: 64. */
  maxQueue?: number;
  /** Called for each snippet that falls back to plain text, for the log and the metrics. */
  onPlain?: (reason: PlainReason, language: string, cause: unknown) => void;
}

/** The sender of what nobody waits for. */
const NOBODY = '';

/** The time that a new thread may take to start, in milliseconds, before its first snippet falls back to plain text. */
const startAllowanceMs = 10_000;

interface Run {
  timeoutMs: number;
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
  const budgets = makeTimeBudgets(timeoutMs);
  // A sender whose snippets time out may not use all threads.
  const limit = makeFairLimit({
    concurrency: threads,
    capacity: maxQueue,
    mayStart: (sender, running) => running < (budgets.isSlow(sender) ? Math.max(threads - 1, 1) : threads),
  });
  const runs = new Map<number, Run>();
  let pool: Pool | undefined;
  let lastId = 0;
  let closed = false;

  /** With the first snippet: starting the threads costs more than anything else in a start. */
  function startPool(): Pool {
    const started = makePool(threads, memoryMb);
    // A thread reports when it starts to work. The pool's own timeout would include the time in the queue.
    started.on('message', (id: number) => {
      const run = runs.get(id);
      if (run === undefined) return;
      clearTimeout(run.clock);
      run.clock = setTimeout(expire, run.timeoutMs, id);
    });
    // The pool replaces a thread that dies while idle. No snippet is affected.
    started.on('error', () => {});
    return started;
  }

  /** If the event loop was late, the result may already be in the message port. This reads it before the abort. */
  function expire(id: number): void {
    setImmediate(() => runs.get(id)?.abort.abort());
  }

  async function run(input: HighlightInput, sender: Sender): Promise<Highlighted> {
    const result = await attempt(input, budgets.of(sender));
    budgets.record(sender, result.reason === 'timeout');
    if (result.reason !== undefined) onPlain(result.reason, input.language, result.cause);
    return result;
  }

  async function attempt(input: HighlightInput, budget: number): Promise<Highlighted> {
    const id = ++lastId;
    const abort = new AbortController();
    runs.set(id, {
      abort,
      timeoutMs: budget,
      clock: setTimeout(expire, startAllowanceMs + budget, id),
    });
    try {
      pool ??= startPool();
      return await pool.run({ ...input, id }, { signal: abort.signal });
    } catch (error) {
      if (closed) throw new ServiceUnavailable(1, { cause: error });
      return plainHtml(input, abort.signal.aborted ? 'timeout' : 'failed', error);
    } finally {
      clearTimeout(runs.get(id)?.clock);
      runs.delete(id);
    }
  }

  return {
    async highlight(input, sender) {
      checkInput(input);
      return limit.run(sender, () => run(input, sender));
    },

    async highlightWhenIdle(input) {
      checkInput(input);
      if (closed || runs.size > 0 || limit.waiting > 0) return undefined;
      return limit.run(NOBODY, () => attempt(input, timeoutMs));
    },

    get waiting() {
      return limit.waiting;
    },

    get isAccepting() {
      return !closed && limit.waiting < maxQueue;
    },

    async close() {
      closed = true;
      limit.close();
      await pool?.destroy();
    },
  };
}

function checkInput({ language, style }: HighlightInput): void {
  if (!isLanguage(language)) throw new Error(`Unknown language: ${language}`);
  if (!isStyle(style)) throw new Error(`Unknown style: ${style}`);
}

type Pool = Piscina<Task, Highlighted>;

function makePool(threads: number, memoryMb: number): Pool {
  return new Piscina<Task, Highlighted>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
  });
}

/**
 * Leaves one core to the event loop. At least two threads: a hostile snippet may block one until the time
 * limit, and the other still works. At most eight threads: each needs about 20 MB.
 */
function defaultThreads(): number {
  return Math.min(Math.max(availableParallelism() - 1, 2), 8);
}
