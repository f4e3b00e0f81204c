/** The counters, in both stores. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Throttled } from '#src/errors/index.js';
import { type Counter, makeCounter } from '#src/pipeline/throttling/counter.js';
import { countRequests } from '#src/pipeline/throttling/throttles.js';
import { openStore, type Store } from '#src/store/index.js';
import { databaseOf, describeOnBothStores } from '../../helpers/stores.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

describeOnBothStores('a counter', (kind) => {
  let folder: string;
  let store: Store;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-throttles-'));
    store = await openStore({ mongodbUrl: await databaseOf(kind), dataDir: folder }, silent);
    await store.ready;
  });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const make = (limit: number, seconds: number): Counter =>
    makeCounter(store.throttles, 'anon', { limit, seconds });
  const passed = (counts: readonly { points: number }[], limit: number) =>
    counts.filter(({ points }) => points <= limit).length;
  const times = <T>(count: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)));

  it('gives exactly as many as the limit says, however many processes ask at the same time', async () => {
    const counters = [make(7, 60), make(7, 60)];
    const counts = await times(30, (i) => (counters[i % 2] ?? assert.fail()).add('crowd'));
    assert.equal(passed(counts, 7), 7);
  });

  it('begins again when its window is over, even before the old count is removed', async () => {
    const counter = make(1, 1);
    for (let window = 0; window < 3; window += 1) {
      const counts = await times(8, () => counter.add('again'));
      assert.equal(passed(counts, 1), 1, `window ${window}`);
      await sleep(1_050);
      assert.deepEqual(await counter.read('again'), { points: 0, left: 0 });
    }
  });

  it('tells how long the window lasts, from its first count', async () => {
    const counter = make(1, 60);
    const { left: first } = await counter.add('waiting');
    const { left: second } = await counter.add('waiting');
    assert.ok(first > 55_000 && first <= 60_000 && second <= first, `${first} ${second}`);
  });

  it('takes an attempt back', async () => {
    const counter = make(1, 60);
    await counter.add('back');
    await counter.takeBack('back');
    assert.equal((await counter.read('back')).points, 0);
    assert.equal((await counter.add('back')).points, 1);
  });

  it('counts each key and each rate alone', async () => {
    const counter = make(1, 60);
    for (const key of ['one', 'two', '__proto__', '$gt', 'a.b']) {
      assert.deepEqual([(await counter.add(key)).points, (await counter.add(key)).points], [1, 2], key);
    }
    const other = makeCounter(store.throttles, 'user', { limit: 1, seconds: 60 });
    assert.equal((await other.add('one')).points, 1);
  });

  it('does not trust an end that is further away than its window: a clock was wrong when it was written', async () => {
    const counter = make(1, 60);
    await store.throttles.insertOne({
      _id: 'anon:ahead',
      points: 50,
      expire: new Date(Date.now() + YEAR_MS),
    });
    assert.deepEqual(await counter.read('ahead'), { points: 0, left: 0 });
    const { points, left } = await counter.add('ahead');
    assert.equal(points, 1);
    assert.ok(left <= 60_000, String(left));
    assert.equal((await counter.add('ahead')).points, 2);
  });

  it('does not write again for a key that is known to be refused', async () => {
    const count = countRequests(make(1, 60), (question) => question());
    await count('flood');
    for (let i = 0; i < 10; i += 1) {
      await assert.rejects(count('flood'), (error: unknown) => {
        assert.ok(error instanceof Throttled && Number(error.headers['Retry-After']) <= 60);
        return true;
      });
    }
    assert.equal((await store.throttles.findOne({ _id: 'anon:flood' }))?.points, 2);
    await count('calm');
  });
});
