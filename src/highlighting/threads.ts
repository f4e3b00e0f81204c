/**
 * The threads that highlight. A thread is never ended from outside: ending one that is in native code (starting,
 * compressing) aborts the whole process. What takes too long is interrupted inside (`run-within.ts`).
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Highlighted } from './highlight.js';

export interface Task {
  readonly code: string;
  /** undefined: the one that the code looks like. */
  readonly language?: string | undefined;
}

export interface Done extends Highlighted {
  readonly language: string;
}

export interface ThreadOptions {
  /** Of one snippet. */
  readonly timeoutMs: number;
  /** Of a thread. Beyond it the thread dies. */
  readonly memoryMb: number;
}

export interface Threads {
  /** A new thread starts when all others are busy: the caller limits how many run at once. @throws the thread's error */
  run(task: Task): Promise<Done>;
  /** Resolves when running calls have ended, and the threads with them. */
  close(): Promise<void>;
}

export function makeThreads(options: ThreadOptions): Threads {
  const threads = new Set<Thread>();
  const idle = new Set<Thread>();

  function start(): Thread {
    const thread = new Thread(options, () => {
      threads.delete(thread);
      idle.delete(thread);
    });
    threads.add(thread);
    return thread;
  }

  return {
    async run(task) {
      const [thread = start()] = idle;
      idle.delete(thread);
      const result = await thread.run(task);
      // Not reached with a thread that has died.
      idle.add(thread);
      return result;
    },
    async close() {
      await Promise.all(Array.from(threads, (thread) => thread.end()));
    },
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #exit: Promise<unknown>;

  constructor({ timeoutMs, memoryMb }: ThreadOptions, onExit: () => void) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: timeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    // Also told to the call that runs; without a listener it would end the process.
    this.#worker.on('error', () => undefined);
    this.#exit = new Promise((resolve) => this.#worker.once('exit', resolve)).then(onExit);
  }

  async run(task: Task): Promise<Done> {
    this.#worker.postMessage(task);
    const [result] = await once(this.#worker, 'message');
    return result;
  }

  async end(): Promise<void> {
    // Read after the messages before it.
    this.#worker.postMessage(null);
    await this.#exit;
  }
}

/**
 * Leaves one core to the event loop. At least two threads: a hostile snippet may block one until the time
 * limit, and the other still works. At most eight threads: each needs about 20 MB.
 */
export function defaultThreads(): number {
  return Math.min(Math.max(availableParallelism() - 1, 2), 8);
}
