/** Counts requests in the collection `throttles`, for all processes on a store, and lets them pass while it is away. */
import type { Rate } from '../../extension.js';
import type { Log } from '../../observability/log.js';
import { warnSeldom } from '../../observability/warn-seldom.js';
import { isDuplicateKey } from '../../store/duplicate-key.js';
import type { ThrottleRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import { CLOCK_SKEW_MS } from '../../store/stored-time.js';

/** What is counted for a key in its current window. */
export interface Count {
  readonly points: number;
  /** Milliseconds until the window ends. */
  readonly left: number;
}

export interface Counter {
  readonly limit: number;
  /** Counts one more, atomically. The first one begins a window. */
  add(key: string): Promise<Count>;
  read(key: string): Promise<Count>;
  /** Counts one less, in the same window. */
  takeBack(key: string): Promise<void>;
}

/** @param name begins the keys, so that each rate counts alone */
export function makeCounter(throttles: Store['throttles'], name: string, { limit, seconds }: Rate): Counter {
  const windowMs = seconds * 1000;
  const idOf = (key: string) => `${name}:${key}`;

  /**
   * The window that `expire` ends is under way (as `stillHolds` says, in the form of a filter). An end much further
   * away than one window was written while a clock was wrong: trusting it would lock its sender out until then.
   */
  const live = () => {
    const now = Date.now();
    return { $gt: new Date(now), $lte: new Date(now + windowMs + CLOCK_SKEW_MS) };
  };
  const over = () => {
    const { $gt: now, $lte: furthest } = live();
    return [{ expire: { $lte: now } }, { expire: { $gt: furthest } }];
  };
  const newEnd = () => new Date(Date.now() + windowMs);

  const countOf = ({ points, expire }: ThrottleRecord): Count => {
    const left = expire.getTime() - Date.now();
    return { points, left: Math.min(Math.max(left, 1), windowMs) };
  };

  return { limit, add, read, takeBack };

  async function add(key: string): Promise<Count> {
    const _id = idOf(key);
    // Ends once a statement finds the record: only simultaneous requests for the same key can be in between.
    for (;;) {
      const counted =
        (await addToWindow(_id)) ??
        (await throttles.findOneAndUpdate(
          { _id, $or: over() },
          { $set: { points: 1, expire: newEnd() } },
          { returnDocument: 'after' },
        ));
      if (counted) return countOf(counted);
    }
  }

  /** @returns null if there is a record, whose window is over */
  async function addToWindow(_id: string): Promise<ThrottleRecord | null> {
    try {
      return await throttles.findOneAndUpdate(
        { _id, expire: live() },
        { $inc: { points: 1 }, $setOnInsert: { expire: newEnd() } },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function read(key: string): Promise<Count> {
    const found = await throttles.findOne({ _id: idOf(key), expire: live() });
    return found ? countOf(found) : { points: 0, left: 0 };
  }

  async function takeBack(key: string): Promise<void> {
    await throttles.updateOne({ _id: idOf(key), expire: live() }, { $inc: { points: -1 } });
  }
}

/** The pause after a failure: requests do not wait for a failing store. */
const PAUSE_MS = 5_000;

/** @returns what the counter answers; undefined if its store does not answer */
export type Ask = <T>(question: () => Promise<T>) => Promise<T | undefined>;

/** @param now milliseconds of a clock that never jumps */
export function makeAsk(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): Ask {
  let silentUntil = Number.NEGATIVE_INFINITY;
  const warn = warnSeldom(log, 'throttling is off: its counters cannot be reached');
  return async function ask(question) {
    if (now() < silentUntil) return undefined;
    try {
      return await question();
    } catch (failure) {
      warn({ reason: failure instanceof Error ? failure.message : String(failure) });
      silentUntil = now() + PAUSE_MS;
      return undefined;
    }
  };
}
