/** `snippet-store throttles clear`, on both stores. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { results, runHere, type Settings } from './snippet-store.js';

describeOnBothStores('throttles clear', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let settings: Settings;
  before(async () => {
    const env = { AUTH_SCHEMES: 'basic', THROTTLE_RATES: 'login=2/hour' };
    app = await startApp({ store, env });
    alice = await app.addUser('alice');
    const { mongodbUrl, dataDir, secretKey = '' } = app.settings;
    settings = {
      SECRET_KEY: secretKey,
      ...(mongodbUrl === undefined ? { DATA_DIR: dataDir } : { MONGODB_URL: mongodbUrl }),
    };
  });
  after(() => app.close());

  const read = async (user: { username: string; password: string }) =>
    (await app.fetch('/snippets/', { headers: basicHeader(user) })).status;
  const lockOut = async (username: string) => {
    for (let i = 0; i < 2; i += 1) assert.equal(await read({ username, password: 'wrong' }), 401);
    assert.equal(await read({ username, password: 'wrong' }), 429);
  };
  const clear = async (...args: string[]) => {
    const outcome = await runHere(['throttles', 'clear', ...args, '--json'], settings);
    assert.equal(outcome.code, 0, outcome.stderr);
    return results(outcome);
  };

  it('lets a user in again, and nobody else', async () => {
    await lockOut('alice');
    await lockOut('bob');
    assert.deepEqual(await clear('--user', 'alice'), [{ cleared: 1 }]);
    assert.equal(await read(alice), 200);
    assert.equal(await read({ username: 'bob', password: 'wrong' }), 429);
    assert.deepEqual(await clear('--user', 'nobody'), [{ cleared: 0 }]);
  });

  it('lets an IP address in again, with every name', async () => {
    await lockOut('carol');
    assert.deepEqual(await clear('--ip', '192.0.2.1'), [{ cleared: 0 }]);
    assert.equal(await read({ username: 'carol', password: 'wrong' }), 429);
    const [{ cleared }] = (await clear('--ip', '127.0.0.1')) as [{ cleared: number }];
    assert.ok(cleared >= 3, `the counters of bob, of carol, and of the address: ${cleared}`);
    for (const username of ['bob', 'carol']) assert.equal(await read({ username, password: 'wrong' }), 401);
  });

  it('says what is wrong with its arguments', async () => {
    assert.equal((await runHere(['throttles', 'clear'], settings)).code, 2);
    assert.equal((await runHere(['throttles', 'clear', '--user', 'a', '--ip', '::1'], settings)).code, 2);
    const { code, stderr } = await runHere(['throttles', 'clear', '--ip', 'alice'], settings);
    assert.deepEqual([code, stderr], [1, 'snippet-store: "alice" is no IP address\n']);
  });
});
