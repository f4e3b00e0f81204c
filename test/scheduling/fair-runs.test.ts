import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFairLimit } from '#src/scheduling/fair-limit.js';
import { type Asker, makeFairRuns } from '#src/scheduling/fair-runs.js';

interface Begun {
  readonly signal: AbortSignal;
  end(result: string): void;
  fail(error: Error): void;
}

const turn = () => new Promise(setImmediate);
const NOBODY = new AbortController().signal;
const alice: Asker = { sender: 'alice', signal: NOBODY };
const bob: Asker = { sender: 'bob', signal: NOBODY };

/** Runs whose work ends when it is told to. */
function makeRuns({ concurrency = 8, capacity = 8 } = {}) {
  const runs: Begun[] = [];
  const fairRun = makeFairRuns<string>(makeFairLimit({ concurrency, capacity }));
  const ask = (key: string, asker: Asker) =>
    fairRun(
      key,
      asker,
      (signal) => new Promise((resolve, reject) => runs.push({ signal, end: resolve, fail: reject })),
    );
  return { runs, ask };
}

describe('requests for the same', () => {
  it('that come while a run goes on share the next one, and not its failure', async () => {
    const { runs, ask } = makeRuns();
    const first = ask('list', alice);
    await turn();
    const [second, third] = [ask('list', alice), ask('list', bob)];
    await turn();
    assert.equal(runs.length, 1);
    runs[0]?.fail(new Error('away'));
    await assert.rejects(first, /away/);
    await turn();
    assert.equal(runs.length, 2);
    runs[1]?.end('there');
    assert.deepEqual(await Promise.all([second, third]), ['there', 'there']);
    await turn();
    assert.equal(runs.length, 2, 'bob had queued it too, and it is not done again');
  });

  it('do not wait for requests for something else', async () => {
    const { runs, ask } = makeRuns();
    const [slow, quick] = [ask('list', alice), ask('another', alice)];
    await turn();
    runs[1]?.end('quick');
    assert.equal(await quick, 'quick');
    runs[0]?.end('slow');
    assert.equal(await slow, 'slow');
  });
});

describe('a run that nobody waits for any more', () => {
  it('is stopped when the last of those who share it has gone, and goes on until then', async () => {
    const { runs, ask } = makeRuns();
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [
      ask('list', { ...alice, signal: one.signal }),
      ask('list', { ...bob, signal: other.signal }),
    ];
    await turn();
    one.abort(new Error('gone'));
    await assert.rejects(asked[0] ?? assert.fail(), /gone/);
    assert.equal(runs[0]?.signal.aborted, false);
    other.abort(new Error('gone too'));
    await assert.rejects(asked[1] ?? assert.fail(), /gone too/);
    assert.equal(runs[0]?.signal.aborted, true);
  });

  it('is not begun when they have gone before, nor by one who has gone already', async () => {
    const { runs, ask } = makeRuns({ concurrency: 1 });
    const gone = new AbortController();
    const first = ask('one', alice);
    await turn();
    const left = ask('two', { ...bob, signal: gone.signal });
    const third = ask('three', bob);
    gone.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    await assert.rejects(ask('four', { ...bob, signal: gone.signal }), /gone/);
    runs[0]?.end('first');
    assert.equal(await first, 'first');
    await turn();
    runs[1]?.end('third');
    assert.equal(await third, 'third');
    assert.equal(runs.length, 2);
    assert.equal(runs[1]?.signal.aborted, false, 'for those who read on');
  });
});

it('more runs than the queue holds are refused at once, and only those of the sender that fills it', async () => {
  const { runs, ask } = makeRuns({ concurrency: 1, capacity: 3 });
  const outcomes = Promise.allSettled(Array.from({ length: 10 }, (_, i) => ask(`flood ${i}`, alice)));
  await turn();
  const other = ask('flood 9', bob);
  await turn();
  for (let i = 0; i < 20; i += 1) {
    runs[i]?.end('done');
    await turn();
  }
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.ok(refused.length >= 6, String(refused.length));
  for (const outcome of refused) assert.equal(outcome.status === 'rejected' && outcome.reason.status, 503);
  assert.equal(await other, 'done');
});
