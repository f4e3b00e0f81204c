/** Interrupts work that takes too long, in the thread that does it. The thread goes on with other work. */
import { Script } from 'node:vm';
import { codeOf } from '../errors/error-code.js';

export class OutOfTime extends Error {}

// A script is what Node.js can interrupt, and sees only what is global.
const NAME = 'workWithinTime';
const script = new Script(`${NAME}()`);

/**
 * Blocks. An interruption runs no `catch` and no `finally` of the work.
 *
 * @throws OutOfTime, or the error of the work
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  Reflect.set(globalThis, NAME, work);
  try {
    return script.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    throw codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new OutOfTime() : error;
  }
}
