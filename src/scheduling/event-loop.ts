/** Turns of the event loop: long work goes on in pieces, and short answers go out together. */
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

/** Answers that go out together. More would take memory for longer, and their clients could not go on meanwhile. */
const MOST = 64;

let waiting: (() => void)[] = [];

/**
 * Resolves when the turn has looked at all connections that had something to read, or enough others wait. A receiver
 * on this machine (a proxy) that sleeps is woken by a write, which costs the writer more than the write itself. Writes
 * that follow one another wake it once: without it a 404 takes three times the processor time (`npm run bench:compare`).
 */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(release);
    else if (waiting.length === MOST) release();
  });
}

function release(): void {
  const ready = waiting;
  waiting = [];
  for (const resolve of ready) resolve();
}
