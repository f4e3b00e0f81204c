/** Lets long work of many requests go on one piece at a time, with a look at the network between two pieces. */
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller gets. Plain `setImmediate` would let the pieces of all
 * requests run in one turn, and others would wait for all of them.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
