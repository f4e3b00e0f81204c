/** Runs tasks a few at a time; those that wait take turns by sender. */
import { ServiceUnavailable } from '../errors/index.js';
import { RETRY_AFTER, type Sender } from './fair-queue.js';
import { type FairTurns, type FairTurnsOptions, makeFairTurns } from './fair-turns.js';

export type FairLimitOptions = Pick<FairTurnsOptions<never>, 'concurrency' | 'capacity' | 'mayStart'>;

export interface FairLimit extends Pick<FairTurns<never>, 'waiting' | 'close'> {
  /** @throws ServiceUnavailable when the queue has no place for this sender, or is closed */
  run<T>(sender: Sender, task: () => Promise<T>): Promise<T>;
}

interface Job {
  start(): Promise<void>;
  refuse(): void;
}

export function makeFairLimit(options: FairLimitOptions): FairLimit {
  const turns = makeFairTurns<Job>({
    ...options,
    // A job settles its caller itself and never rejects.
    start: ([job]) => job.start(),
    refuse: (job) => job.refuse(),
  });
  return {
    get waiting() {
      return turns.waiting;
    },
    run: <T>(sender: Sender, task: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        turns.add(sender, {
          start: () => task().then(resolve, reject),
          refuse: () => reject(new ServiceUnavailable(RETRY_AFTER)),
        });
      }),
    close: () => turns.close(),
  };
}
