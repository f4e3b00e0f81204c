/**
 * Highlights snippets in a few threads, with a bounded queue. No thread is ever ended from outside: that aborts the whole
 * process when it meets native code, such as the start of the thread. What takes too long is interrupted inside.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { makeFairQueue, type Sender } from '../scheduling/fair-limit.js';
import { NO_LANGUAGE } from './detect-language.js';
import { isLanguage } from './languages.js';
import { type Highlighted, type PlainReason, plainMarkup } from './markup.js';

export interface Task {
  readonly code: string;
  /** undefined: the one that the code looks like. */
  readonly language?: string | undefined;
}

export interface TaskResult extends Highlighted {
  readonly language: string;
}

export interface Highlighter {
  /**
   * Returns the markup of a snippet, in the form in which it is stored.
   *
   * @param sender the user or ip that the work is for; senders take turns
   * @param signal aborted when nobody waits for the markup any more. What has begun is finished
   * @throws ServiceUnavailable if the queue has no place for this sender, or the highlighter is closed
   * @throws Error if the language is unknown
   */
  highlight(task: Task, sender: Sender, signal?: AbortSignal): Promise<TaskResult>;
  /** Snippets that wait for a turn, for the metrics. */
  readonly waiting: number;
  /** False when it is closed, or its queue is full: a save is refused then. */
  readonly isAccepting: boolean;
  /** Refuses snippets that wait with ServiceUnavailable, and resolves when those that run, and the threads, have ended. */
  close(): Promise<void>;
}

export interface HighlighterOptions {
  /** The time of a thread for one turn, in milliseconds: for one snippet, or for short ones that fit into it. */
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
 * One sender may use all but one: a hostile snippet blocks its thread until the time limit, and the last one still works
 * for others. It starts only when it is needed. At most nine: each needs about 20 MB.
 */
const DEFAULT_THREADS = Math.min(Math.max(availableParallelism() - 1, 2), 8) + 1;

/** Short snippets of one sender go to a thread together: a message and a time limit cost as much as highlighting one. */
const MOST_TOGETHER = 8;
/** UTF-16 code units. Most hostile code of this length takes less than a tenth of a second. */
const SHORT = 4000;

export function createHighlighter({
  timeoutMs,
  threads: count = DEFAULT_THREADS,
  memoryMb = 128,
  maxQueue = 64,
  onPlain = () => {},
}: HighlighterOptions): Highlighter {
  const queue = makeFairQueue<Task, TaskResult>({
    concurrency: count,
    // One thread is left to others.
    mostOfASender: Math.max(count - 1, 1),
    capacity: maxQueue,
    together: { most: MOST_TOGETHER, fits: ({ code }) => code.length <= SHORT },
    run,
  });
  const threads = new Set<Worker>();
  const idle = new Set<Worker>();
  let isClosed = false;

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 };
    const url = new URL('./highlight.js', import.meta.url);
    const thread = new Worker(url, { workerData: timeoutMs, resourceLimits });
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      idle.delete(thread);
    });
    // Its task gets the error; without a listener the error would end the process.
    thread.on('error', () => undefined);
    return thread;
  }

  /** A new thread starts when all others are busy: the queue bounds how many there are. */
  async function run(tasks: readonly Task[]): Promise<TaskResult[]> {
    const [thread = start()] = idle;
    idle.delete(thread);
    thread.postMessage(tasks);
    try {
      const [done] = await once(thread, 'message');
      idle.add(thread);
      return done;
    } catch (error) {
      // Out of memory, which short snippets never are: one that is not short has the thread to itself.
      return tasks.map(({ code, language = NO_LANGUAGE }) => ({
        ...plainMarkup(code, 'failed', error),
        language,
      }));
    }
  }

  return {
    async highlight({ code, language }, sender, signal) {
      if (language !== undefined && !isLanguage(language)) throw new Error(`Unknown language: ${language}`);
      const done = await queue.run(sender, { code, language }, signal);
      if (done.plain !== null) onPlain(done.plain, done.language, done.cause);
      return done;
    },

    get waiting() {
      return queue.waiting;
    },

    get isAccepting() {
      return !isClosed && queue.waiting < maxQueue;
    },

    async close() {
      isClosed = true;
      queue.close();
      const exits = Array.from(threads, (thread) => once(thread, 'exit'));
      // Read after the messages before it.
      for (const thread of threads) thread.postMessage(null);
      await Promise.allSettled(exits);
    },
  };
}
