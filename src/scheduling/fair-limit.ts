/** Does work a few pieces at a time. What waits stands in a bounded queue, in which senders take turns. */
import { ServiceUnavailable } from '../errors/index.js';

/** The one that work is done for: a user's id, or an ip. */
export type Sender = string | number;

export interface FairLimitOptions {
  /** Turns that go on at once. */
  readonly concurrency: number;
  /** Of them of one sender. Default: all. */
  readonly mostOfASender?: number;
  /** Items that wait, of all senders together. */
  readonly capacity: number;
}

interface FairQueueOptions<Item, Result> extends FairLimitOptions {
  /** Items of a sender that follow one another have one turn, as long as all of them fit. Default: one item a turn. */
  readonly together?: { readonly most: number; fits(item: Item): boolean };
  /**
   * A turn. When it rejects, all of its items fail.
   *
   * @returns the results of the first items, in their order, and of at least one. The others go back to the queue
   */
  run(items: readonly Item[]): Promise<readonly Result[]>;
}

export interface FairQueue<Item, Result> {
  /**
   * @throws ServiceUnavailable when the queue has no place for this sender, or is closed; the reason of a signal that is
   *   aborted before the turn begins
   */
  run(sender: Sender, item: Item, signal?: AbortSignal): Promise<Result>;
  /** Items that wait, for the metrics. */
  readonly waiting: number;
  /** Refuses what waits and what comes. */
  close(): void;
}

/** A queue of tasks, one in each turn. */
export interface FairLimit extends FairQueue<() => Promise<unknown>, unknown> {
  run<T>(sender: Sender, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function makeFairLimit(options: FairLimitOptions): FairLimit {
  const run = async (tasks: readonly (() => Promise<unknown>)[]) => Promise.all(tasks.map((task) => task()));
  // Each task gets its own result.
  return makeFairQueue({ ...options, run }) as FairLimit;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly signal: AbortSignal | undefined;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

export function makeFairQueue<Item, Result>({
  concurrency,
  mostOfASender = concurrency,
  capacity,
  together = { most: 1, fits: () => false },
  run,
}: FairQueueOptions<Item, Result>): FairQueue<Item, Result> {
  type Job = Waiting<Item, Result>;
  /** By sender, in the order of their turns. A sender without waiting jobs has no entry. */
  const queues = new Map<Sender, Job[]>();
  const running = new Map<Sender, number>();
  let [waiting, active, isClosed] = [0, 0, false];
  const fits = ({ item }: Job) => together.fits(item);

  /** When the queue is full, the newest job of the sender who has most gives its place to one who has less. */
  function add(sender: Sender, job: Job): void {
    const own = queues.get(sender) ?? [];
    if (waiting >= capacity) {
      let most = own;
      for (const jobs of queues.values()) if (jobs.length > most.length) most = jobs;
      const refused = most.length > own.length + 1 ? most.pop() : job;
      refused?.reject(new ServiceUnavailable());
      if (refused === job) return;
      waiting -= 1;
    }
    queues.set(sender, own);
    own.push(job);
    waiting += 1;
  }

  /** A sender that may start a turn takes its next jobs. Its next turn is the last: the loop comes to it again. */
  function startNext(): void {
    for (const [sender, own] of queues) {
      if (active >= concurrency) return;
      if ((running.get(sender) ?? 0) >= mostOfASender) continue;
      const jobs = takeTurn(own);
      queues.delete(sender);
      if (own.length > 0) queues.set(sender, own);
      if (jobs.length > 0) void runTurn(sender, jobs);
    }
  }

  /** Takes the next jobs of a sender that may run together. Those that were given up meanwhile are dropped. */
  function takeTurn(own: Job[]): Job[] {
    const jobs: Job[] = [];
    for (let [next] = own; next !== undefined; [next] = own) {
      if (jobs.length > 0 && !(jobs.length < together.most && jobs.every(fits) && fits(next))) break;
      own.shift();
      waiting -= 1;
      if (next.signal?.aborted) next.reject(next.signal.reason);
      else jobs.push(next);
    }
    return jobs;
  }

  /** Never rejects: the callers get the outcome. */
  async function runTurn(sender: Sender, jobs: readonly Job[]): Promise<void> {
    count(sender, 1);
    try {
      const results = await run(jobs.map(({ item }) => item));
      if (results.length === 0) throw new Error('A turn has done nothing.');
      for (const [i, result] of results.entries()) jobs[i]?.resolve(result);
      putBack(sender, jobs.slice(results.length));
    } catch (error) {
      for (const { reject } of jobs) reject(error);
    }
    count(sender, -1);
    startNext();
  }

  /** They are the next of their sender, whose turn comes after those of others that wait. */
  function putBack(sender: Sender, jobs: readonly Job[]): void {
    if (isClosed) for (const { reject } of jobs) reject(new ServiceUnavailable());
    else if (jobs.length > 0) {
      queues.set(sender, [...jobs, ...(queues.get(sender) ?? [])]);
      waiting += jobs.length;
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
    run: (sender, item, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ServiceUnavailable());
        add(sender, { item, signal, resolve, reject });
        // What arrives in one turn of the event loop may run together.
        if (together.most > 1) setImmediate(startNext);
        else startNext();
      }),
    close() {
      isClosed = true;
      for (const { reject } of [...queues.values()].flat()) reject(new ServiceUnavailable());
      queues.clear();
      waiting = 0;
    },
  };
}
