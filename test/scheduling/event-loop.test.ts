import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { yieldToEventLoop } from '#src/scheduling/event-loop.js';

/** @returns the turns of the event loop until the promise resolves */
async function turnsUntil(promise: Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await nextTurn();
  return turns;
}

it('gives each piece of long work a turn of the event loop of its own', async () => {
  const pieces = [yieldToEventLoop(), yieldToEventLoop(), yieldToEventLoop()];
  const turns = await Promise.all(pieces.map(turnsUntil));
  assert.equal(new Set(turns).size, 3);
});
