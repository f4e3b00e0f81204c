/** Highlights snippets in a pool of threads, with a time limit for each snippet and a bounded queue. */
import { ServiceUnavailable } from '../errors/index.js';
import { RETRY_AFTER, type Sender } from '../scheduling/fair-queue.js';
import { makeFairTurns } from '../scheduling/fair-turns.js';
import { type CompressedPage, compressPlain } from './compress-page.js';
import { plainHtml } from './highlight.js';
import type { HighlightInput, PlainReason } from './html-page.js';
import { isLanguage } from './languages.js';
import { isStyle } from './styles.js';
import { defaultThreads, makeThreads, OutOfTime } from './threads.js';
import { makeTimeBudgets } from './time-budget.js';

export type { CompressedPage } from './compress-page.js';
export type { HighlightInput, PlainReason } from './html-page.js';

export interface Highlighter {
  /**
   * Returns the page of a snippet. `plain` is true if the code could not be highlighted within the limits.
   *
   * @param sender the user or ip that the work is for; senders take turns
   * @param signal aborted when nobody waits for the page any more. What has begun is finished
   * @throws ServiceUnavailable if the queue has no place for this sender, or the highlighter is closed
   * @throws Error if `languages` or `styles` does not contain the given value
   */
  highlight(input: HighlightInput, sender: Sender, signal?: AbortSignal): Promise<CompressedPage>;
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

/** Snippets that go to a thread in one message, if each is short: a message costs as much as highlighting one. */
const MOST_TOGETHER = 8;
/** Characters. Even hostile code of this length takes only some hundred milliseconds. */
const SHORT = 4000;

interface Job {
  readonly input: HighlightInput;
  readonly sender: Sender;
  resolve(page: CompressedPage): void;
  reject(error: unknown): void;
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
  const pool = makeThreads(threads, memoryMb);
  let closed = false;

  const turns = makeFairTurns<Job>({
    concurrency: threads,
    capacity: maxQueue,
    // A sender whose snippets time out may not use all threads.
    mayStart: (sender, running) => running < (budgets.isSlow(sender) ? Math.max(threads - 1, 1) : threads),
    mayJoin: (job, before) => before.length < MOST_TOGETHER && [...before, job].every(isShort),
    start: highlightAll,
    refuse: ({ reject }, reason) => reject(reason),
  });

  function isShort({ input, sender }: Job): boolean {
    return input.code.length <= SHORT && !budgets.isSlow(sender);
  }

  async function highlightAll(jobs: readonly [Job, ...Job[]]): Promise<void> {
    if (jobs.length === 1) return highlightOne(jobs[0]);
    try {
      const inputs = jobs.map(({ input }) => input);
      const pages = await pool.run(inputs, Math.min(...jobs.map(({ sender }) => budgets.of(sender))));
      for (const [i, job] of jobs.entries()) finish(job, pages[i]);
    } catch {
      // One of them is too much for the thread: alone, each has its own time and memory.
      for (const job of jobs) await highlightOne(job);
    }
  }

  async function highlightOne(job: Job): Promise<void> {
    try {
      const [page] = await pool.run([job.input], budgets.of(job.sender));
      finish(job, page);
    } catch (error) {
      if (closed) return job.reject(new ServiceUnavailable(RETRY_AFTER, { cause: error }));
      const reason = error instanceof OutOfTime ? 'timeout' : 'failed';
      finish(job, await compressPlain(job.input, plainHtml(job.input, reason, error)));
    }
  }

  function finish({ input, sender, resolve }: Job, page: CompressedPage | undefined): void {
    if (page === undefined) throw new Error('The thread returned too few pages.');
    budgets.record(sender, page.reason === 'timeout');
    if (page.reason !== undefined) onPlain(page.reason, input.language, page.cause);
    resolve(page);
  }

  return {
    async highlight(input, sender, signal) {
      checkInput(input);
      return new Promise((resolve, reject) => turns.add(sender, { input, sender, resolve, reject }, signal));
    },

    get waiting() {
      return turns.waiting;
    },

    get isAccepting() {
      return !closed && turns.waiting < maxQueue;
    },

    async close() {
      closed = true;
      turns.close();
      await pool.close();
    },
  };
}

function checkInput({ language, style }: HighlightInput): void {
  if (!isLanguage(language)) throw new Error(`Unknown language: ${language}`);
  if (!isStyle(style)) throw new Error(`Unknown style: ${style}`);
}
