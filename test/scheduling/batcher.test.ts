/** Calls of one turn of the event loop travel as one batch, and each gets its own outcome. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchLoader, makeBatcher } from '#src/scheduling/batcher.js';

/** Until what was asked for in this turn has begun, however busy the machine is. */
const begun = async () => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
};

/** Doubles numbers, refuses negative ones, and remembers its batches; a batch that holds 13 fails as a whole. */
function doubler({ most = 10, isParallel = false } = {}) {
  const batches: number[][] = [];
  const double = makeBatcher<number, number>({
    most,
    isParallel,
    async run(items) {
      batches.push([...items]);
      await sleep(5);
      if (items.includes(13)) throw new Error('the store is away');
      return items.map((item) => (item < 0 ? new Error('negative') : 2 * item));
    },
  });
  return { double, batches };
}

describe('a batcher', () => {
  it('runs the calls of one turn together, at most so many at once, one batch after the other', async () => {
    const { double, batches } = doubler({ most: 3 });
    const first = Promise.all([1, 2, 3, 4].map(double));
    await begun();
    assert.deepEqual(batches, [[1, 2, 3]]);
    assert.deepEqual(await Promise.all([first, double(5)]), [[2, 4, 6, 8], 10]);
    assert.deepEqual(batches, [
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('gives each call its own failure, and goes on after a batch that fails', async () => {
    const { double } = doubler();
    const statusOf = async (...items: number[]) =>
      (await Promise.allSettled(items.map(double))).map(({ status }) => status);
    assert.deepEqual(await statusOf(1, -1, 2), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await statusOf(1, 13), ['rejected', 'rejected']);
    assert.equal(await double(4), 8);
  });

  it('waits for no other batch when batches are parallel', async () => {
    const { double, batches } = doubler({ isParallel: true, most: 2 });
    const all = Promise.all([1, 2, 3].map(double));
    await begun();
    assert.deepEqual(batches, [[1, 2], [3]]);
    await all;
  });
});

it('a batch loader asks once for what is asked for together, each key once, and anew in the next turn', async () => {
  const asked: number[][] = [];
  const find = batchLoader(
    async (ids: number[]) => {
      asked.push(ids);
      return ids.filter((id) => id % 2 === 0).map((_id) => ({ _id }));
    },
    ({ _id }) => _id,
  );
  const found = await Promise.all([find(2), find(3), find(4), find(2)]);
  assert.deepEqual(found, [{ _id: 2 }, null, { _id: 4 }, { _id: 2 }]);
  await find(2);
  assert.deepEqual(asked, [[2, 3, 4], [2]]);
});
