/** Runs tasks a few at a time. Those that wait stand in a bounded queue, in which senders take turns. */
import { ServiceUnavailable } from '../errors/index.js';

/** The one that a task is done for: a user's id, or an ip. */
export type Sender = string | number;

/** Seconds after which a full queue is worth trying again. */
export const RETRY_AFTER = 1;

export interface FairLimitOptions {
  /** Tasks that run at once. */
  readonly concurrency: number;
  /** Of them of one sender. Default: all. */
  readonly mostOfASender?: number;
  /** Tasks that wait, of all senders together. */
  readonly capacity: number;
}

export interface FairLimit {
  /**
   * @throws ServiceUnavailable when the queue has no place for this sender, or is closed; the reason of a signal that is
   *   aborted before the task begins
   */
  run<T>(sender: Sender, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Tasks that wait, for the metrics. */
  readonly waiting: number;
  /** Refuses what waits and what comes. */
  close(): void;
}

interface Job {
  readonly signal: AbortSignal | undefined;
  /** Never rejects: the caller gets the outcome. */
  start(): Promise<void>;
  refuse(reason: unknown): void;
}

export function makeFairLimit({
  concurrency,
  mostOfASender = concurrency,
  capacity,
}: FairLimitOptions): FairLimit {
  /** By sender, in the order of their turns. A sender without waiting jobs has no entry. */
  const queues = new Map<Sender, Job[]>();
  const running = new Map<Sender, number>();
  let [waiting, active, isClosed] = [0, 0, false];

  function add(sender: Sender, job: Job): void {
    const own = queues.get(sender) ?? [];
    if (waiting >= capacity && !giveUpPlace(own.length)) {
      refuse(job);
      return;
    }
    queues.set(sender, own);
    own.push(job);
    waiting += 1;
  }

  /** The newest job of the sender who has most gives its place to one who has less. @returns whether there is one */
  function giveUpPlace(count: number): boolean {
    let most: Job[] = [];
    for (const jobs of queues.values()) if (jobs.length > most.length) most = jobs;
    const newest = most.length > count + 1 ? most.pop() : undefined;
    if (newest === undefined) return false;
    waiting -= 1;
    refuse(newest);
    return true;
  }

  /** Takes the first job of the first sender that may start one. That sender's next turn is the last. */
  function take(): { sender: Sender; job: Job } | undefined {
    for (const [sender, jobs] of queues) {
      if ((running.get(sender) ?? 0) >= mostOfASender) continue;
      const job = jobs.shift();
      queues.delete(sender);
      if (jobs.length > 0) queues.set(sender, jobs);
      if (job === undefined) continue;
      waiting -= 1;
      return { sender, job };
    }
    return undefined;
  }

  function startNext(): void {
    while (active < concurrency) {
      const next = take();
      if (next === undefined) return;
      const { sender, job } = next;
      if (job.signal?.aborted) {
        job.refuse(job.signal.reason);
        continue;
      }
      count(sender, 1);
      void job.start().finally(() => {
        count(sender, -1);
        startNext();
      });
    }
  }

  function count(sender: Sender, change: 1 | -1): void {
    active += change;
    const own = (running.get(sender) ?? 0) + change;
    if (own > 0) running.set(sender, own);
    else running.delete(sender);
  }

  return {
    get waiting() {
      return waiting;
    },
    run: <T>(sender: Sender, task: () => Promise<T>, signal?: AbortSignal) =>
      new Promise<T>((resolve, reject) => {
        const job: Job = { signal, start: () => task().then(resolve, reject), refuse: reject };
        if (isClosed) return refuse(job);
        add(sender, job);
        startNext();
      }),
    close() {
      isClosed = true;
      for (const job of [...queues.values()].flat()) refuse(job);
      queues.clear();
      waiting = 0;
    },
  };
}

const refuse = (job: Job) => job.refuse(new ServiceUnavailable(RETRY_AFTER));
