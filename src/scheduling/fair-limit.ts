/** Runs tasks a few at a time; those that wait take turns by sender. */
import type { Sender } from './fair-queue.js';
import { type FairTurns, type FairTurnsOptions, makeFairTurns } from './fair-turns.js';

export type FairLimitOptions = Pick<FairTurnsOptions<never>, 'concurrency' | 'capacity' | 'mayStart'>;

export interface FairLimit extends Pick<FairTurns<never>, 'waiting' | 'close'> {
  /**
   * @throws ServiceUnavailable when the queue has no place for this sender, or is closed; the reason of a signal that is
   *   aborted before the task begins
   */
  run<T>(sender: Sender, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Job {
  start(): Promise<void>;
  refuse(reason: unknown): void;
}

export function makeFairLimit(options: FairLimitOptions): FairLimit {
  const turns = makeFairTurns<Job>({
    ...options,
    // A job settles its caller itself and never rejects.
    start: ([job]) => job.start(),
    refuse: (job, reason) => job.refuse(reason),
  });
  return {
    get waiting() {
      return turns.waiting;
    },
    run: <T>(sender: Sender, task: () => Promise<T>, signal?: AbortSignal) =>
      new Promise<T>((resolve, reject) => {
        turns.add(sender, { start: () => task().then(resolve, reject), refuse: reject }, signal);
      }),
    close: () => turns.close(),
  };
}
