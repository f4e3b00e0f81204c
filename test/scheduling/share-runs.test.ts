import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeShareRuns } from '#src/scheduling/share-runs.js';

/** Work that ends when it is told to; `begun` counts the runs. */
function makeWork() {
  const runs: { end(result: string): void; fail(error: Error): void }[] = [];
  const work = () =>
    new Promise<string>((resolve, reject) => {
      runs.push({ end: resolve, fail: reject });
    });
  return { runs, work };
}

const turn = () => new Promise(setImmediate);

describe('requests for the same', () => {
  it('that come while a run goes on share the next one, which has not begun yet', async () => {
    const share = makeShareRuns<string>();
    const { runs, work } = makeWork();
    const first = share('list', work);
    const [second, third] = [share('list', work), share('list', work)];
    await turn();
    assert.equal(runs.length, 1);
    runs[0]?.end('old');
    assert.equal(await first, 'old');
    await turn();
    assert.equal(runs.length, 2);
    runs[1]?.end('new');
    assert.deepEqual(await Promise.all([second, third]), ['new', 'new']);
  });

  it('begin at once when no run goes on', async () => {
    const share = makeShareRuns<string>();
    for (const result of ['one', 'two']) {
      const { runs, work } = makeWork();
      const shared = share('list', work);
      assert.equal(runs.length, 1);
      runs[0]?.end(result);
      assert.equal(await shared, result);
      await turn();
    }
  });

  it('do not share the failure of the run before theirs', async () => {
    const share = makeShareRuns<string>();
    const { runs, work } = makeWork();
    const [first, second] = [share('list', work), share('list', work)];
    runs[0]?.fail(new Error('away'));
    await assert.rejects(first, /away/);
    await turn();
    runs[1]?.end('there');
    assert.equal(await second, 'there');
  });

  it('do not wait for requests for something else', async () => {
    const share = makeShareRuns<string>();
    const { runs, work } = makeWork();
    const [slow, quick] = [share('list', work), share('another', work)];
    runs[1]?.end('quick');
    assert.equal(await quick, 'quick');
    runs[0]?.end('slow');
    assert.equal(await slow, 'slow');
  });
});
