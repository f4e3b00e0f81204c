import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFairLimit } from '#src/scheduling/fair-limit.js';
import { type Asker, makeFairRuns } from '#src/scheduling/fair-runs.js';

interface Begun {
  readonly signal: AbortSignal;
  end(result: string): void;
  fail(error: Error): void;
}

/** Work that ends when it is told to. */
function makeWork() {
  const runs: Begun[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ signal, end: resolve, fail: reject });
    });
  return { runs, work };
}

const turn = () => new Promise(setImmediate);
const NOBODY = new AbortController().signal;
const alice: Asker = { sender: 'alice', signal: NOBODY };
const bob: Asker = { sender: 'bob', signal: NOBODY };

const makeRuns = ({ concurrency = 8, capacity = 8 } = {}) =>
  makeFairRuns<string>(makeFairLimit({ concurrency, capacity }));

describe('requests for the same', () => {
  it('that come while a run goes on share the next one, which has not begun yet', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    const first = ask('list', alice, work);
    await turn();
    const [second, third] = [ask('list', alice, work), ask('list', bob, work)];
    await turn();
    assert.equal(runs.length, 1);
    runs[0]?.end('old');
    assert.equal(await first, 'old');
    await turn();
    assert.equal(runs.length, 2);
    runs[1]?.end('new');
    assert.deepEqual(await Promise.all([second, third]), ['new', 'new']);
    await turn();
    assert.equal(runs.length, 2, 'bob had queued it too, and it is not done again');
  });

  it('do not share the failure of the run before theirs', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    const first = ask('list', alice, work);
    await turn();
    const second = ask('list', alice, work);
    runs[0]?.fail(new Error('away'));
    await assert.rejects(first, /away/);
    await turn();
    runs[1]?.end('there');
    assert.equal(await second, 'there');
  });

  it('do not wait for requests for something else', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    const [slow, quick] = [ask('list', alice, work), ask('another', alice, work)];
    await turn();
    runs[1]?.end('quick');
    assert.equal(await quick, 'quick');
    runs[0]?.end('slow');
    assert.equal(await slow, 'slow');
  });
});

describe('a run that nobody waits for any more', () => {
  it('is stopped when the last of those who share it has gone', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [ask('list', { ...alice, signal: one.signal }, work)];
    asked.push(ask('list', { ...bob, signal: other.signal }, work));
    await turn();
    one.abort(new Error('gone'));
    await assert.rejects(asked[0] ?? assert.fail(), /gone/);
    assert.equal(runs[0]?.signal.aborted, false);
    other.abort(new Error('gone too'));
    await assert.rejects(asked[1] ?? assert.fail(), /gone too/);
    assert.equal(runs[0]?.signal.aborted, true);
  });

  it('is not begun when they have gone before', async () => {
    const ask = makeRuns({ concurrency: 1 });
    const { runs, work } = makeWork();
    const gone = new AbortController();
    const first = ask('one', alice, work);
    await turn();
    const left = ask('two', { ...bob, signal: gone.signal }, work);
    const third = ask('three', bob, work);
    gone.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    runs[0]?.end('first');
    assert.equal(await first, 'first');
    await turn();
    runs[1]?.end('third');
    assert.equal(await third, 'third');
    assert.equal(runs.length, 2);
  });

  it('keeps its signal when it has ended, for those who read on', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    const asked = ask('list', alice, work);
    await turn();
    runs[0]?.end('begun');
    await asked;
    assert.equal(runs[0]?.signal.aborted, false);
  });

  it('refuses one who has gone already', async () => {
    const ask = makeRuns();
    const { runs, work } = makeWork();
    await assert.rejects(
      ask('list', { ...alice, signal: AbortSignal.abort(new Error('gone')) }, work),
      /gone/,
    );
    assert.equal(runs.length, 0);
  });
});

describe('more runs than go on at once', () => {
  it('wait, and senders take turns', async () => {
    const ask = makeRuns({ concurrency: 1 });
    const begun: string[] = [];
    const asks = ['a1', 'a2', 'a3', 'b1'].map((key) =>
      ask(key, key.startsWith('a') ? alice : bob, async () => {
        begun.push(key);
        await turn();
        return key;
      }),
    );
    await Promise.all(asks);
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
  });

  it('are refused at once beyond the queue, and only those of the sender that fills it', async () => {
    const ask = makeRuns({ concurrency: 1, capacity: 3 });
    const { runs, work } = makeWork();
    const flood = Array.from({ length: 10 }, (_, i) => ask(`flood ${i}`, alice, work));
    const outcomes = Promise.allSettled(flood);
    await turn();
    const other = ask('flood 9', bob, work);
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
});
