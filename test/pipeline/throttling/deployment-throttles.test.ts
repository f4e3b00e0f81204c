/** Limits of the CONFIG module stand beside the rates of THROTTLE_RATES. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { basicHeader, startAppWithUsers, type TestApp, type TestUser } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

describeOnAnyStore('limits of a deployment', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  before(async () => {
    ({ app, alice, bob } = await startAppWithUsers({
      store,
      env: { THROTTLE_RATES: 'user=5/hour' },
      deployment: {
        throttles: [
          {
            name: 'creations',
            rate: { limit: 2, seconds: 3600 },
            key: ({ method, path, user }) =>
              method === 'POST' && path === '/snippets/' ? String(user?.id) : undefined,
          },
        ],
      },
    }));
  });
  after(() => app.close());

  const statusOf = async (user: TestUser, method: string) => {
    const body = method === 'POST' ? { body: JSON.stringify({ code: 'x' }) } : {};
    const headers = { ...basicHeader(user), 'Content-Type': 'application/json' };
    return (await app.fetch('/snippets/', { method, headers, ...body })).status;
  };

  it('refuse what is beyond them, for each key, and leave the rest to the rates', async () => {
    assert.deepEqual([await statusOf(alice, 'POST'), await statusOf(alice, 'POST')], [201, 201]);
    assert.equal(await statusOf(alice, 'POST'), 429);
    assert.equal(await statusOf(alice, 'GET'), 200);
    assert.equal(await statusOf(bob, 'POST'), 201);
    // The refused one counted for the rate too.
    assert.deepEqual([await statusOf(alice, 'GET'), await statusOf(alice, 'GET')], [200, 429]);
  });
});
