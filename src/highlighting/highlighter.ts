/** Highlights in a pool of threads, with a time limit a snippet and a bounded queue (design.md, section 7). */
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
   * The HTML of one snippet; `plain` when the code could not be highlighted within the limits.
   *
   * @param sender whom the work is done for: senders take turns
   * @throws ServiceUnavailable when the queue has no place for this sender, or the highlighter is closed
   * @throws Error when the language or the style is none of `languages` and `styles`
   */
  highlight(input: HighlightInput, sender: Sender): Promise<Highlighted>;
  /** Snippets that wait for a thread, for the metrics. */
  readonly waiting: number;
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
  /** Called for each snippet that came out plain, for the log and the metrics. */
  onPlain?: (reason: PlainReason, language: string, cause: unknown) => void;
}

/** How long a new thread may take to come up, in milliseconds, before its first snippet is given up. */
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
  // A sender whose snippets time out leaves one thread to the others.
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
    // A thread says when it begins: the pool's own signal would count the time in the queue as well.
    started.on('message', (id: number) => {
      const run = runs.get(id);
      if (run === undefined) return;
      clearTimeout(run.clock);
      run.clock = setTimeout(expire, run.timeoutMs, id);
    });
    // A thread that dies while idle is replaced by the pool, and nobody waits for it.
    started.on('error', () => {});
    return started;
  }

  /** A result may lie in the port already when the event loop was late itself: it is read before this turn ends. */
  function expire(id: number): void {
    setImmediate(() => runs.get(id)?.abort.abort());
  }

  async function run(input: HighlightInput, sender: Sender): Promise<Highlighted> {
    const id = ++lastId;
    const abort = new AbortController();
    const budget = budgets.of(sender);
    runs.set(id, {
      abort,
      timeoutMs: budget,
      clock: setTimeout(expire, startAllowanceMs + budget, id),
    });
    try {
      pool ??= startPool();
      const result = await pool.run({ ...input, id }, { signal: abort.signal });
      budgets.record(sender, false);
      return told(result, input);
    } catch (error) {
      if (closed) throw new ServiceUnavailable(1, { cause: error });
      budgets.record(sender, abort.signal.aborted);
      return told(plainHtml(input, abort.signal.aborted ? 'timeout' : 'failed', error), input);
    } finally {
      clearTimeout(runs.get(id)?.clock);
      runs.delete(id);
    }
  }

  function told(result: Highlighted, input: HighlightInput): Highlighted {
    if (result.reason !== undefined) onPlain(result.reason, input.language, result.cause);
    return result;
  }

  return {
    async highlight(input, sender) {
      if (!isLanguage(input.language)) throw new Error(`Unknown language: ${input.language}`);
      if (!isStyle(input.style)) throw new Error(`Unknown style: ${input.style}`);
      return limit.run(sender, () => run(input, sender));
    },

    get waiting() {
      return limit.waiting;
    },

    async close() {
      closed = true;
      limit.close();
      await pool?.destroy();
    },
  };
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
 * One core is left to the event loop. Never fewer than two threads: a hostile snippet holds one of them up to the time
 * limit, and the others still get through. Never more than eight: each holds some 20 MB.
 */
function defaultThreads(): number {
  return Math.min(Math.max(availableParallelism() - 1, 2), 8);
}
