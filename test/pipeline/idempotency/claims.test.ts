/** What keys leave in the store has a bound, and a lease ends whatever a clock said when it began. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { createLog } from '#src/observability/log.js';
import { makeClaims } from '#src/pipeline/idempotency/claims.js';
import { startApp, type TestApp } from '../../helpers/app.js';
import { describeOnBothStores } from '../../helpers/stores.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const MOST_KEYS = 2_000;
const log = createLog('fatal');

describeOnBothStores('the claims on keys', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ store: kind });
  });
  after(() => app.close());

  const key = (userId: number, expiresAt: Date, more: object = {}) => ({
    _id: randomUUID(),
    userId,
    fingerprint: 'f',
    recordId: 1,
    recordCreated: new Date(),
    isDone: true,
    lease: randomUUID(),
    leaseUntil: new Date(0),
    expiresAt,
    ...more,
  });
  const store = (...keys: ReturnType<typeof key>[]) => app.store.load(app.store.idempotencyKeys, keys);
  const count = (userId: number) => app.store.idempotencyKeys.countDocuments({ userId });

  it('are the newest 2,000 of a user, and none that is under way is ended', async () => {
    const now = Date.now();
    const under = { isDone: false, _id: 'under way' };
    await store(
      ...Array.from({ length: MOST_KEYS + 50 }, (_, i) => key(7, new Date(now + 60_000 + i))),
      key(7, new Date(now + 30_000), under),
      key(8, new Date(now + 60_000)),
    );
    await makeClaims({ store: app.store, log }, () => 0).take('new', 7, 'f', 'snippets');
    assert.equal(await count(7), MOST_KEYS + 1);
    assert.equal(await count(8), 1);
    for (const _id of ['new', 'under way']) assert.ok(await app.store.idempotencyKeys.findOne({ _id }), _id);
  });

  it('are taken over from a run whose lease lies a year ahead: a clock was wrong when it began', async () => {
    const unfinished = {
      isDone: false,
      _id: 'ahead',
      recordId: 77,
      leaseUntil: new Date(Date.now() + YEAR_MS),
    };
    await store(key(9, new Date(Date.now() + 2 * YEAR_MS), unfinished));
    const claim = await makeClaims({ store: app.store, log }).take('ahead', 9, 'f', 'snippets');
    assert.deepEqual([claim.recordId, claim.isFirstRun], [77, false]);
  });

  it('are held while the run before may still answer', async () => {
    const held = { isDone: false, _id: 'held', leaseUntil: new Date(Date.now() + 5_000) };
    await store(key(9, new Date(Date.now() + 60_000), held));
    await assert.rejects(makeClaims({ store: app.store, log }).take('held', 9, 'f', 'snippets'), {
      name: 'StillRunning',
    });
  });
});
