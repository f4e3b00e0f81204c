/**
 * The threads that highlight. None is ever ended from outside: that aborts the whole process when it meets native code,
 * such as the start of the thread. What takes too long is interrupted inside (`run-within.ts`).
 */
import { once } from 'node:events';
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

export interface Threads {
  /** A new thread starts when all others are busy: the caller limits how many run at once. @throws the thread's error */
  run(task: Task): Promise<Done>;
  /** Resolves when running tasks have ended, and the threads with them. */
  close(): Promise<void>;
}

/**
 * @param timeoutMs of one task
 * @param memoryMb of a thread: beyond it the thread dies
 */
export function makeThreads(timeoutMs: number, memoryMb: number): Threads {
  const threads = new Set<Worker>();
  const idle = new Set<Worker>();

  function start(): Worker {
    const thread = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: timeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      idle.delete(thread);
    });
    // Its task gets the error; without a listener the error would end the process.
    thread.on('error', () => undefined);
    return thread;
  }

  return {
    async run(task) {
      const [thread = start()] = idle;
      idle.delete(thread);
      thread.postMessage(task);
      const [done] = await once(thread, 'message');
      // Not reached with a thread that has died.
      idle.add(thread);
      return done;
    },
    async close() {
      const exits = Array.from(threads, (thread) => once(thread, 'exit'));
      // Read after the messages before it.
      for (const thread of threads) thread.postMessage(null);
      await Promise.allSettled(exits);
    },
  };
}
