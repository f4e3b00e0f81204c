/** QUOTA_SNIPPETS and QUOTA_BYTES: what is stored is counted before each write that adds to it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startApp, type TestApp, type TestUser, tokenHeader } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { snippet } from '../store/samples.js';

async function send(app: TestApp, user: TestUser, method: string, path: string, body?: object) {
  const response = await app.sendJson(method, path, body, tokenHeader(user));
  const text = await response.text();
  return response.status === 403 ? JSON.parse(text).detail : response.status;
}

describeOnBothStores('a quota', (store) => {
  it('of snippets counts what was stored before, refuses the next one, and a deleted one makes room', async (t) => {
    const app = await startApp({ store, env: { QUOTA_SNIPPETS: '2' } }, t);
    const alice = await app.addUser('alice');
    const bob = await app.addUser('bob');
    await app.store.snippets.insertOne(snippet(1001, { ownerId: alice.id, owner: 'alice' }));
    await app.store.countUsage();
    const create = (user: TestUser) => send(app, user, 'POST', '/snippets/', { code: 'x' });
    const reached = 'You have reached the limit of 2 snippets.';
    assert.deepEqual([await create(alice), await create(alice)], [201, reached]);
    assert.equal(await create(bob), 201, 'everybody has their own');
    assert.equal(await send(app, alice, 'PUT', '/snippets/1001/', { code: 'yyy' }), 200);
    assert.equal(await send(app, alice, 'DELETE', '/snippets/1001/'), 204);
    assert.deepEqual([await create(alice), await create(alice)], [201, reached]);
  });

  it('of bytes counts titles and code in UTF-8, and lets a snippet become shorter', async (t) => {
    const app = await startApp({ store, env: { QUOTA_BYTES: '10' } }, t);
    const alice = await app.addUser('alice');
    const create = (code: string, title = '') => send(app, alice, 'POST', '/snippets/', { code, title });
    const put = (code: string) => send(app, alice, 'PUT', '/snippets/1/', { code });
    const reached = 'You have reached the limit of 10 bytes.';
    assert.equal(await create('1234', 'é'), 201);
    assert.deepEqual([await put('x'.repeat(11)), await put('x'.repeat(10))], [reached, 200]);
    assert.equal(await create('x'), reached);
    assert.deepEqual([await put('x'), await create('x'.repeat(9))], [200, 201]);
    assert.deepEqual(await app.store.usage.findOne({ _id: alice.id }), {
      _id: alice.id,
      snippets: 2,
      bytes: 10,
    });
    // As after the operator has lowered the quota.
    for (const _id of [1, 2]) await app.store.snippets.updateOne({ _id }, { $set: { bytes: 20 } });
    await app.store.countUsage();
    assert.equal(await put('12345'), 200);
  });
});
