/** Keeps to the rate that the run was given, and waits where the server asks for it (429, RFC 6585, 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { CannotRun } from './cannot-run.js';

export const TOO_MANY_REQUESTS = 429;

/** So many requests in so many milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly period: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * @param text `100/m`, `5/s`, or with a length of time, `60/5s`
 * @throws CannotRun when it is none
 */
export function readRateLimit(text: string): RateLimit {
  const [, count, times = '1', unit = ''] = /^(\d+)\/(\d*)(s|m|h|d)$/.exec(text.trim()) ?? [];
  const { [unit]: length = 0 } = UNITS;
  const limit = { requests: Number(count), period: Number(times === '' ? '1' : times) * length };
  if (limit.requests > 0 && limit.period > 0) return limit;
  throw new CannotRun(
    `--rate-limit takes a number of requests per time, such as 100/m or 60/5s, not ${text}.`,
  );
}

/** Without `Retry-After`, the waits grow from this to the longest. Milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
const TRIES = 8;

export class Throttle {
  /** Milliseconds that the run has waited because of 429. */
  waited = 0;
  /** Whether the run stopped waiting: the budget is used up, or the server asks for more than it allows. */
  gaveUp = false;
  private next = 0;

  /** @param patience milliseconds that all waits together may take */
  constructor(
    private readonly limit: RateLimit | undefined,
    private readonly patience: number,
  ) {}

  /** Before each request: spreads them evenly, so that a window of the server never sees more than the limit. */
  async pace(signal?: AbortSignal): Promise<void> {
    if (!this.limit) return;
    const now = performance.now();
    const start = Math.max(now, this.next);
    this.next = start + this.limit.period / this.limit.requests;
    if (start > now) await sleep(start - now, undefined, signal && { signal });
  }

  /**
   * Waits until the request may be sent again.
   * @param tries how often it was sent
   * @returns false when waiting any longer is no use
   */
  async wait(answer: Answer, tries: number, signal?: AbortSignal): Promise<boolean> {
    const time = waitOf(answer) ?? Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT);
    if (tries > TRIES) return false;
    if (time > LONGEST_WAIT || this.waited + time > this.patience) {
      this.gaveUp = true;
      return false;
    }
    this.waited += time;
    await sleep(time, undefined, signal && { signal });
    return true;
  }
}

/** @returns milliseconds that `Retry-After` asks for (RFC 9110, 10.2.3); undefined when it says nothing */
export function waitOf({ headers }: Pick<Answer, 'headers'>): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  // A little more: the server counts whole seconds.
  if (/^\d+$/.test(text)) return Number(text) * 1000 + 50;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0) + 50;
}
