import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endOfTurn, sendReady } from '#src/scheduling/end-of-turn.js';

/** @returns how many of the answers have gone out */
function ready(count: number): () => number {
  let sent = 0;
  for (let i = 0; i < count; i += 1)
    void endOfTurn().then(() => {
      sent += 1;
    });
  return () => sent;
}

/** Until all promises that can be settled are. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe('answers that are ready in one turn of the event loop', () => {
  it('wait for its end', async () => {
    const sent = ready(3);
    await settled();
    assert.equal(sent(), 0);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(sent(), 3);
  });

  it('do not wait when they are many', async () => {
    const sent = ready(150);
    await settled();
    assert.equal(sent(), 128);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(sent(), 150);
  });

  it('do not wait for long work', async () => {
    const order: string[] = [];
    // The work was planned first, so the turn comes to it first.
    const work = new Promise<void>((resolve) =>
      setImmediate(async () => {
        await sendReady();
        order.push('work');
        resolve();
      }),
    );
    const answer = endOfTurn().then(async () => {
      await Promise.resolve();
      order.push('answer');
    });
    await Promise.all([work, answer]);
    assert.deepEqual(order, ['answer', 'work']);
  });
});
