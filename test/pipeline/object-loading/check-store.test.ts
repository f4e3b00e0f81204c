/** A service whose store a newer release upgrades while it runs: it refuses requests instead of answering wrongly. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAppWithUsers, type TestApp, type TestUser, tokenHeader } from '../../helpers/app.js';
import { recordLog } from '../../helpers/recorded-log.js';
import { describeOnBothStores } from '../../helpers/stores.js';

describeOnBothStores('a service beside a newer release', (store) => {
  const { log, text } = recordLog();
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    ({ app, alice } = await startAppWithUsers({ store, log }));
  });
  after(() => app.close());

  const send = (method: string, path: string, body?: object) =>
    app.fetch(path, {
      method,
      headers: { ...tokenHeader(alice), 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('answers 503 to what reads or writes records, and stores nothing', async () => {
    assert.equal((await send('POST', '/snippets/', { code: 'before' })).status, 201);
    const stored = await app.store.snippets.findOne({ _id: 1 });
    await app.store.meta.updateOne({ _id: 'schema' }, { $set: { value: 99 } });
    // A reading of the version is good for a second.
    await sleep(1100);
    assert.equal((await send('PUT', '/snippets/1/', { code: 'after' })).status, 503);
    assert.equal((await send('POST', '/snippets/', { code: 'after' })).status, 503);
    assert.equal((await send('DELETE', '/snippets/1/')).status, 503);
    for (const path of ['/snippets/1/', '/snippets/1/highlight/', '/snippets/', '/users/', '/readyz'])
      assert.equal((await send('GET', path)).status, 503, path);
    assert.deepEqual(await app.store.snippets.findOne({ _id: 1 }), stored);
    assert.equal(await app.store.snippets.countDocuments(), 1);
  });

  it('still answers what needs no record', async () => {
    for (const path of ['/healthz', '/openapi.json', '/docs/'])
      assert.equal((await app.fetch(path)).status, 200, path);
  });

  it('says in the log once what to do', () => {
    const told = text().match(/"level":50.*The store has form 99.*Start that release/g);
    assert.equal(told?.length, 1);
  });
});
