/** The counters, in memory and in both stores. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Limiter, makeLimiter } from '#src/pipeline/throttling/limiter.js';
import { openStore, type Store } from '#src/store/index.js';
import { skipWithoutMongod } from '../../helpers/mongod.js';
import { databaseOf } from '../../helpers/stores.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

for (const [where, skip] of [
  ['memory', false],
  ['embedded', false],
  ['mongodb', skipWithoutMongod],
] as const) {
  describe(`a counter (${where})`, { skip }, () => {
    let folder: string;
    let store: Store;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'snippet-store-throttles-'));
      const mongodbUrl = where === 'mongodb' ? await databaseOf('mongodb') : undefined;
      store = await openStore({ mongodbUrl, dataDir: folder }, silent);
      await store.ready;
    });
    after(async () => {
      await store.close();
      await rm(folder, { recursive: true });
    });

    const make = (limit: number, seconds: number, remembersRefusals = false): Limiter =>
      makeLimiter(
        'anon',
        { limit, seconds },
        { shared: where === 'memory' ? undefined : store.throttles, remembersRefusals },
      );
    const outcome = (taken: Promise<RateLimiterRes>) =>
      taken.then(
        () => 'taken',
        (state: unknown) => (state instanceof RateLimiterRes ? 'refused' : Promise.reject(state)),
      );

    it('gives exactly as many as the limit says, however many ask at the same time', async () => {
      const limiter = make(7, 60);
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(limiter.consume('crowd'))));
      assert.equal(outcomes.filter((one) => one === 'taken').length, 7);
    });

    it('begins again when its window is over, even before the old count is removed', async () => {
      const limiter = make(1, 1);
      for (let window = 0; window < 3; window += 1) {
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, () => outcome(limiter.consume('again'))),
        );
        assert.equal(outcomes.filter((one) => one === 'taken').length, 1, `window ${window}`);
        await sleep(1_050);
      }
    });

    it('tells how long to wait', async () => {
      const limiter = make(1, 60);
      await limiter.consume('waiting');
      const state: unknown = await limiter.consume('waiting').catch((refusal: unknown) => refusal);
      assert.ok(
        state instanceof RateLimiterRes && state.msBeforeNext > 59_000 && state.msBeforeNext <= 60_000,
      );
    });

    it('takes an attempt back', async () => {
      const limiter = make(1, 60);
      await limiter.consume('back');
      await limiter.reward('back');
      assert.equal((await limiter.get('back'))?.consumedPoints, 0);
      assert.equal(await outcome(limiter.consume('back')), 'taken');
    });

    it('counts each key alone', async () => {
      const limiter = make(1, 60);
      for (const key of ['one', 'two', '__proto__', '$gt', 'a.b']) {
        assert.equal(await outcome(limiter.consume(key)), 'taken', key);
        assert.equal(await outcome(limiter.consume(key)), 'refused', key);
      }
    });

    if (where === 'memory') return;

    it('is shared by all processes that use the store', async () => {
      const [first, second] = [make(5, 60), make(5, 60, true)];
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => outcome((i % 2 ? first : second).consume('shared'))),
      );
      assert.equal(outcomes.filter((one) => one === 'taken').length, 5);
    });

    it('does not ask the store again for a key that is known to be refused', async () => {
      const limiter = make(1, 60, true);
      for (let i = 0; i < 10; i += 1) await outcome(limiter.consume('flood'));
      const counted = await store.throttles.findOne({ _id: 'anon:flood' });
      assert.equal(counted?.points, 2);
    });

    it('gives each count an expiry, so that none stays in the store', async () => {
      const limiter = make(1, 60);
      await limiter.consume('end');
      const { expire } = (await store.throttles.findOne({ _id: 'anon:end' })) ?? {};
      assert.ok(expire instanceof Date && expire.getTime() <= Date.now() + 60_000);
    });
  });
}
