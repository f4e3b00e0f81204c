import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { addUser } from '#src/commands/users/add-user.js';
import { openStore } from '#src/store/index.js';
import { run, runHere, type Settings, serve, temporaryFolder } from '../commands/snippet-store.js';
import { startApp, startAppWithUsers, type TestApp, type TestUser, tokenHeader } from '../helpers/app.js';
import { databaseOf, describeOnAnyStore, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog, snippet } from '../store/samples.js';

const SECRET_KEY = 'a secret key that only tests of this project know';

function send(app: TestApp, user: TestUser, method: string, path: string, body?: object): Promise<Response> {
  return app.fetch(path, {
    method,
    headers: { ...tokenHeader(user), 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
}

describeOnBothStores('a quota', (store) => {
  it('of snippets refuses the next one, and a deleted one makes room', async () => {
    const { app, alice, bob } = await startAppWithUsers({ store, env: { QUOTA_SNIPPETS: '2' } });
    const create = (user: TestUser) => send(app, user, 'POST', '/snippets/', { code: 'x' });
    assert.equal((await create(alice)).status, 201);
    assert.equal((await create(alice)).status, 201);
    const refused = await create(alice);
    assert.equal(refused.status, 403);
    assert.deepEqual(await refused.json(), { detail: 'You have reached the limit of 2 snippets.' });
    assert.equal((await create(bob)).status, 201, 'everybody has their own');
    assert.equal((await send(app, alice, 'PUT', '/snippets/1/', { code: 'yyy' })).status, 200);
    assert.equal((await send(app, alice, 'DELETE', '/snippets/1/')).status, 204);
    assert.equal((await create(alice)).status, 201);
    assert.equal((await create(alice)).status, 403);
    await app.close();
  });

  it('of bytes counts titles and code in UTF-8, and lets a snippet become shorter', async () => {
    const { app, alice } = await startAppWithUsers({ store, env: { QUOTA_BYTES: '10' } });
    assert.equal((await send(app, alice, 'POST', '/snippets/', { code: '1234', title: 'é' })).status, 201);
    const put = (code: string) => send(app, alice, 'PUT', '/snippets/1/', { code });
    const refused = await put('x'.repeat(11));
    assert.equal(refused.status, 403);
    assert.deepEqual(await refused.json(), { detail: 'You have reached the limit of 10 bytes.' });
    assert.equal((await put('x'.repeat(10))).status, 200);
    assert.equal((await send(app, alice, 'POST', '/snippets/', { code: 'x' })).status, 403);
    assert.equal((await put('x')).status, 200);
    assert.equal((await send(app, alice, 'POST', '/snippets/', { code: 'x'.repeat(9) })).status, 201);
    assert.deepEqual(await app.store.usage.findOne({ _id: alice.id }), {
      _id: alice.id,
      snippets: 2,
      bytes: 10,
    });
    await app.close();
  });

  it('counts what was stored before it was set', async () => {
    const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(store)];
    const settings = { DATA_DIR, SECRET_KEY, AUTH_SCHEMES: 'basic', ...(url && { MONGODB_URL: url }) };
    const opened = await openStore({ mongodbUrl: url, dataDir: DATA_DIR }, recordingLog());
    await opened.ready;
    const ownerId = (await addUser(opened, 'alice', 'right password'))?._id ?? 0;
    await opened.counters.insertOne({ _id: 'snippets', value: 3 });
    for (const id of [1, 2, 3])
      await opened.snippets.insertOne(snippet(id, { ownerId, title: '', code: 'x' }));
    const service = await serve({ ...settings, THROTTLE_RATES: 'none', QUOTA_SNIPPETS: '8' });
    const headers = { Authorization: `Basic ${btoa('alice:right password')}`, Connection: 'close' };
    const create = async () =>
      (
        await fetch(`${service.address}/snippets/`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ code: 'x' }),
        })
      ).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, create));
    assert.equal(statuses.filter((status) => status === 201).length, 5);
    assert.equal(statuses.filter((status) => status === 403).length, 15);
    assert.deepEqual(await opened.usage.findOne({ _id: ownerId }), { _id: ownerId, snippets: 8, bytes: 8 });

    // As after a crash between counting and storing.
    await opened.usage.updateOne({ _id: ownerId }, { $inc: { snippets: 1, bytes: 5 } });
    const found = await run(['check'], settings);
    assert.equal(found.code, 1);
    assert.match(found.stdout, /^usage 1: it says 9 snippets of 13 bytes, but there are 8 of 8$/m);
    const repaired = await run(['check', '--repair'], settings);
    assert.equal(repaired.code, 0, repaired.stderr);
    assert.match(repaired.stdout, /\(repaired\)$/m);
    assert.deepEqual(await opened.usage.findOne({ _id: ownerId }), { _id: ownerId, snippets: 8, bytes: 8 });

    service.signal('SIGTERM');
    await service.ended;
    const without = await serve(settings);
    while (await opened.usage.findOne({ _id: ownerId }))
      await new Promise((resolve) => setTimeout(resolve, 20));
    without.signal('SIGTERM');
    await without.ended;
    await opened.close();
  });
});

describeOnAnyStore('a quota', (store) => {
  it('does not apply to an import, nor to an assignment; what they bring counts afterwards', async () => {
    for (const isImport of [true, false]) {
      const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(store)];
      const settings = {
        DATA_DIR,
        SECRET_KEY,
        AUTH_SCHEMES: 'basic',
        QUOTA_SNIPPETS: '2',
        QUOTA_BYTES: '4',
        ...(url && { MONGODB_URL: url }),
      };
      if (isImport) {
        const file = join(await temporaryFolder(), 'three.jsonl');
        const from = await storeThree({ DATA_DIR: await temporaryFolder(), SECRET_KEY }, 1);
        for (const [args, of] of [
          [['export', file], from],
          [['import', file], settings],
        ] as const) {
          const outcome = await runHere(args, of);
          assert.equal(outcome.code, 0, outcome.stderr);
        }
      } else {
        await storeThree(settings, null);
        const assigned = await runHere(['snippets', 'assign', '--owner', 'alice'], settings);
        assert.equal(assigned.stdout, '3 snippets belong to alice now.\n', assigned.stderr);
      }
      const app = await startApp({ env: settings });
      const send = async (method: string, path: string, code?: string) => {
        const headers = { Authorization: `Basic ${btoa('alice:right password')}` };
        const body = code === undefined ? null : new URLSearchParams({ code });
        return (await app.fetch(path, { method, headers, body })).status;
      };
      assert.equal(await send('POST', '/snippets/', 'y'), 403);
      assert.equal(await send('PUT', '/snippets/1/', 'yyy'), 403);
      assert.equal(await send('PUT', '/snippets/1/', 'y'), 200);
      for (const id of [1, 2]) assert.equal(await send('DELETE', `/snippets/${id}/`), 204);
      assert.equal(await send('POST', '/snippets/', 'y'), 201);
      await app.close();
    }
  });
});

/** Alice, and three snippets of two bytes. @returns the settings */
async function storeThree(settings: Settings, ownerId: number | null): Promise<Settings> {
  const { MONGODB_URL: mongodbUrl, DATA_DIR: dataDir = '' } = settings;
  const opened = await openStore({ mongodbUrl, dataDir }, recordingLog());
  await opened.ready;
  assert.ok(await addUser(opened, 'alice', 'right password'));
  await opened.counters.insertOne({ _id: 'snippets', value: 3 });
  for (const id of [1, 2, 3])
    await opened.snippets.insertOne(
      snippet(id, { ownerId, owner: ownerId === null ? null : 'alice', title: '', code: 'xx' }),
    );
  await opened.close();
  return settings;
}
