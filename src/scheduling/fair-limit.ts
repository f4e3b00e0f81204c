/** Runs tasks a few at a time; those that wait take turns by sender. */
import { ServiceUnavailable } from '../errors/index.js';
import { FairQueue, type Sender } from './fair-queue.js';

export interface FairLimitOptions {
  /** How many tasks run at once. */
  readonly concurrency: number;
  /** How many tasks wait, of all senders together. */
  readonly capacity: number;
  /**
   * Whether a sender may start one more task beside those that it runs; by default it may.
   *
   * @param running the tasks of this sender that run now
   */
  mayStart?(sender: Sender, running: number): boolean;
}

export interface FairLimit {
  /** @throws ServiceUnavailable when the queue has no place for this sender, or is closed */
  run<T>(sender: Sender, task: () => Promise<T>): Promise<T>;
  /** Tasks that wait, for the metrics. */
  readonly waiting: number;
  /** Refuses what waits and what comes. */
  close(): void;
}

interface Job {
  start(): Promise<void>;
  refuse(): void;
}

/** Seconds after which a queue is worth trying again. */
const RETRY_AFTER = 1;

export function makeFairLimit({ concurrency, capacity, mayStart }: FairLimitOptions): FairLimit {
  const queue = new FairQueue<Job>(capacity);
  const running = new Map<Sender, number>();
  let active = 0;
  let closed = false;

  function startNext(): void {
    while (active < concurrency) {
      const next = queue.shift((sender) => mayStart?.(sender, running.get(sender) ?? 0) ?? true);
      if (!next) return;
      begin(next.sender);
      // A job settles its caller itself and never rejects.
      void next.item.start().finally(() => {
        end(next.sender);
        startNext();
      });
    }
  }

  function begin(sender: Sender): void {
    active += 1;
    running.set(sender, (running.get(sender) ?? 0) + 1);
  }

  function end(sender: Sender): void {
    active -= 1;
    const left = (running.get(sender) ?? 1) - 1;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
  }

  return {
    get waiting() {
      return queue.length;
    },
    run: <T>(sender: Sender, task: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const job: Job = {
          start: () => task().then(resolve, reject),
          refuse: () => reject(new ServiceUnavailable(RETRY_AFTER)),
        };
        if (closed) return job.refuse();
        queue.push(sender, job)?.refuse();
        startNext();
      }),
    close() {
      closed = true;
      for (const job of queue.clear()) job.refuse();
    },
  };
}
