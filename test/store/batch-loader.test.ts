/** Look-ups of one turn of the event loop go to the store as one query. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchLoader } from '#src/store/batch-loader.js';

describe('findTogether', () => {
  /** Finds even ids only, and remembers what it was asked for. */
  function evenOnes() {
    const asked: number[][] = [];
    const find = batchLoader(
      async (ids: number[]) => {
        asked.push(ids);
        return ids.filter((id) => id % 2 === 0).map((_id) => ({ _id }));
      },
      ({ _id }) => _id,
    );
    return { find, asked };
  }

  it('asks once for what is asked for together, each key once', async () => {
    const { find, asked } = evenOnes();
    const found = await Promise.all([find(2), find(3), find(4), find(2)]);
    assert.deepEqual(found, [{ _id: 2 }, null, { _id: 4 }, { _id: 2 }]);
    assert.deepEqual(asked, [[2, 3, 4]]);
  });

  it('asks anew in the next turn, so that nobody gets an answer from before the question', async () => {
    const { find, asked } = evenOnes();
    await find(2);
    await find(2);
    assert.deepEqual(asked, [[2], [2]]);
  });
});
