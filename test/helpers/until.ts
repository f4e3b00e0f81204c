/** Waits for what a test expects, instead of for a time in which it will probably have come. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds: a busy machine takes long. */
const LONGEST = 90;

/** @returns what `find` gives as soon as it is not falsy. @throws when it has not come after a minute and a half */
export async function until<T>(what: string, find: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + LONGEST * 1000; Date.now() < deadline; await sleep(20)) {
    const found = await find();
    if (found) return found;
  }
  return assert.fail(`not within ${LONGEST} s: ${what}`);
}
