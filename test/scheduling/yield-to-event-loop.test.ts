import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { noteArrival, yieldToEventLoop } from '#src/scheduling/yield-to-event-loop.js';

/** @returns the turns of the event loop until the promise resolves; clients arrive in the first ones */
async function turnsUntil(promise: Promise<void>, arrivals = 0): Promise<number> {
  let turns = 0;
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) {
    if (turns < arrivals) noteArrival();
    await nextTurn();
  }
  return turns;
}

describe('a piece of long work', () => {
  it('gets a turn of its own', async () => {
    const turns = await Promise.all(
      [yieldToEventLoop(), yieldToEventLoop(), yieldToEventLoop()].map((turn) => turnsUntil(turn)),
    );
    assert.equal(new Set(turns).size, 3);
  });

  it('waits while clients arrive, one in each turn', async () => {
    const alone = await turnsUntil(yieldToEventLoop());
    assert.ok(alone <= 2, `${alone} turns`);
    const turns = await turnsUntil(yieldToEventLoop(), 20);
    assert.ok(turns >= 20 && turns <= 23, `${turns} turns`);
  });

  it('goes on although clients never stop to arrive', async () => {
    const turns = await turnsUntil(yieldToEventLoop(), 1000);
    assert.ok(turns < 70, `${turns} turns`);
  });
});
