/** Calls of one turn of the event loop travel as one batch, and each gets its own outcome. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeBatcher, type Outcome } from '#src/scheduling/make-batcher.js';

/** Doubles numbers, refuses negative ones, and remembers its batches; a batch that holds 13 fails as a whole. */
function doubler(options: { most?: number; isParallel?: boolean; takes?: number } = {}) {
  const batches: number[][] = [];
  const double = makeBatcher<number, number>({
    most: options.most ?? 10,
    isParallel: options.isParallel ?? false,
    async run(items) {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (items.includes(13)) throw new Error('the store is away');
      return items
        .slice(0, options.takes ?? items.length)
        .map((item): Outcome<number> => (item < 0 ? { error: new Error('negative') } : { value: 2 * item }));
    },
  });
  return { double, batches };
}

describe('a batcher', () => {
  it('runs the calls of one turn together, at most so many at once', async () => {
    const { double, batches } = doubler({ most: 3 });
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8]);
    assert.deepEqual(batches, [[1, 2, 3], [4]]);
  });

  it('gives each call its own failure', async () => {
    const { double } = doubler();
    const outcomes = await Promise.allSettled([double(1), double(-1), double(2)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('fails all calls of a batch that fails, and goes on with the next', async () => {
    const { double } = doubler();
    const outcomes = await Promise.allSettled([double(1), double(13)]);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    assert.equal(await double(4), 8);
  });

  it('runs one batch at a time, which later calls wait for and share', async () => {
    const { double, batches } = doubler();
    const first = double(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    assert.deepEqual(await Promise.all([first, double(2), double(3)]), [2, 4, 6]);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  it('runs the items that a batch leaves over again', async () => {
    const { double, batches } = doubler({ takes: 2 });
    assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, 4, 6]);
    assert.deepEqual(batches, [[1, 2, 3], [3]]);
  });

  it('waits for no other batch when batches are parallel', async () => {
    const { double, batches } = doubler({ isParallel: true, most: 2 });
    await Promise.all([1, 2, 3].map(double));
    assert.deepEqual(batches, [[1, 2], [3]]);
  });
});
