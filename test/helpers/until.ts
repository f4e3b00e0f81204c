/** Waits for what a test expects, instead of for a time in which it will probably have come. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds: a busy machine takes long. */
const LONGEST = 90;

/** @throws when `what` has not come after a minute and a half */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + LONGEST * 1000; !(await holds()); await sleep(20))
    if (Date.now() > deadline) assert.fail(`not within ${LONGEST} s: ${what}`);
}
