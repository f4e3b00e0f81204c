/** Lets long work of many requests go on one piece at a time, with a look at the network between two pieces. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sendReady } from './end-of-turn.js';

/** Turns of the event loop that a piece waits at most while clients arrive: clients without end must not stop it. */
const MOST = 60;

let last: Promise<void> = Promise.resolve();
let hasArrived = false;

/**
 * Resolves in a turn of the event loop that no other caller gets. Plain `setImmediate` would let the pieces of all
 * requests run in one turn, and others would wait for all of them.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(quietTurn);
  return last;
}

/**
 * Call it for every new connection. Node accepts one in each turn of the event loop: with a piece of work in each turn,
 * the last of many clients who come together would wait for as many pieces.
 */
export function noteArrival(): void {
  hasArrived = true;
}

async function quietTurn(): Promise<void> {
  for (let turns = 0; turns < MOST; turns += 1) {
    await nextTurn();
    if (!hasArrived) break;
    hasArrived = false;
  }
  await sendReady();
}
