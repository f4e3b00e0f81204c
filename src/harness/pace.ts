/** How fast requests follow each other: at the rate that is asked for, and after 429. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './case.js';
import { CannotRun } from './errors.js';

export const TOO_MANY_REQUESTS = 429;

export interface RateLimit {
  readonly requests: number;
  readonly period: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @param text `100/m`, `5/s`, or with a length of time, `60/5s` */
export function readRateLimit(text: string): RateLimit {
  const [, count, times = '1', unit = ''] = /^(\d+)\/(\d*)(s|m|h|d)$/.exec(text.trim()) ?? [];
  const { [unit]: length = 0 } = UNITS;
  const limit = { requests: Number(count), period: Number(times === '' ? '1' : times) * length };
  if (limit.requests > 0 && limit.period > 0) return limit;
  throw new CannotRun(
    `--rate-limit takes a number of requests per time, such as 100/m or 60/5s, not ${text}.`,
  );
}

/** @returns what waits before each request, so that a window of the server never sees more than the limit */
export function makePace(limit: RateLimit | undefined): () => Promise<void> {
  let next = 0;
  return async () => {
    if (!limit) return;
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + limit.period / limit.requests;
    if (start > now) await sleep(start - now);
  };
}

/** Milliseconds. */
const LONGEST_WAIT = 60_000;
const MOST_WAITED = 300_000;

/** @returns what waits after 429 as `Retry-After` asks (RFC 9110, 10.2.3); its answer is false when that is no use */
export function makeWait(): (answer: Answer) => Promise<boolean> {
  let waited = 0;
  return async ({ headers }) => {
    const asked = headers['retry-after']?.trim() ?? '1';
    const time = /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
    // What is neither a number nor a date is no time.
    if (Number.isNaN(time) || time > LONGEST_WAIT || waited > MOST_WAITED) return false;
    // A little more: the server counts whole seconds.
    waited += time + 50;
    await sleep(time + 50);
    return true;
  };
}
