/** Highlights snippets in a few threads, with a time limit for each snippet and a bounded queue. */
import { availableParallelism } from 'node:os';
import { makeFairLimit, type Sender } from '../scheduling/fair-limit.js';
import { PLAIN_TEXT } from './detect-language.js';
import { type PlainReason, plainMarkup } from './highlight.js';
import { isLanguage } from './languages.js';
import { type Done, makeThreads, type Task } from './threads.js';

export interface Highlighter {
  /**
   * Returns the markup of a snippet, in the form in which it is stored.
   *
   * @param sender the user or ip that the work is for; senders take turns
   * @param signal aborted when nobody waits for the markup any more. What has begun is finished
   * @throws ServiceUnavailable if the queue has no place for this sender, or the highlighter is closed
   * @throws Error if the language is unknown
   */
  highlight(task: Task, sender: Sender, signal?: AbortSignal): Promise<Done>;
  /** Snippets that wait for a thread, for the metrics. */
  readonly waiting: number;
  /** False when it is closed, or its queue is full: a save is refused then. */
  readonly isAccepting: boolean;
  /** Refuses snippets that wait with ServiceUnavailable, and resolves when those that run have ended. */
  close(): Promise<void>;
}

export interface HighlighterOptions {
  /** The time of a thread for one snippet, in milliseconds, without the time in the queue. */
  timeoutMs: number;
  threads?: number;
  /** Memory of a thread, in megabytes. Beyond it only this thread dies. Default: 128, twice the worst known code. */
  memoryMb?: number;
  /** How many snippets may wait for a thread. Default: 64. */
  maxQueue?: number;
  /** Called for each snippet that falls back to plain text, for the log and the metrics. */
  onPlain?: (reason: PlainReason, language: string, cause: unknown) => void;
}

/**
 * Leaves one core to the event loop. At least two: a hostile snippet may block one until the time limit, and the other
 * still works. At most eight: each needs about 20 MB.
 */
const DEFAULT_THREADS = Math.min(Math.max(availableParallelism() - 1, 2), 8);

export function createHighlighter(options: HighlighterOptions): Highlighter {
  const {
    timeoutMs,
    threads: count = DEFAULT_THREADS,
    memoryMb = 128,
    maxQueue = 64,
    onPlain = () => {},
  } = options;
  const threads = makeThreads(timeoutMs, memoryMb);
  const limit = makeFairLimit({
    concurrency: count,
    capacity: maxQueue,
    // One thread is left to others.
    mostOfASender: Math.max(count - 1, 1),
  });
  let isClosed = false;

  async function run(task: Task): Promise<Done> {
    try {
      return await threads.run(task);
    } catch (error) {
      // A thread that runs out of memory dies with this snippet only.
      return { ...plainMarkup(task.code, 'failed', error), language: task.language ?? PLAIN_TEXT };
    }
  }

  return {
    async highlight({ code, language }, sender, signal) {
      if (language !== undefined && !isLanguage(language)) throw new Error(`Unknown language: ${language}`);
      const done = await limit.run(sender, () => run({ code, language }), signal);
      if (done.plain !== null) onPlain(done.plain, done.language, done.cause);
      return done;
    },

    get waiting() {
      return limit.waiting;
    },

    get isAccepting() {
      return !isClosed && limit.waiting < maxQueue;
    },

    async close() {
      isClosed = true;
      limit.close();
      await threads.close();
    },
  };
}
