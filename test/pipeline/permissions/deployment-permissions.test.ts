/** Permissions of the CONFIG module stand beside those of `openapi.yaml`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser } from '../../helpers/app.js';

describe('permissions of a deployment', () => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  const paths = new Set<string>();
  before(async () => {
    app = await startApp({
      deployment: {
        permissions: [
          {
            allows({ user, path }) {
              paths.add(path);
              return user !== null;
            },
          },
          { allowsObject: ({ user }, { ownerId }) => ownerId === user?.id },
        ],
      },
    });
    alice = await app.addUser('alice');
    bob = await app.addUser('bob');
    await app.client(alice).createSnippet({ code: 'x' });
  });
  after(() => app.close());

  const statusOf = async (path: string, user?: TestUser, method = 'GET') =>
    (await app.fetch(path, { method, headers: user ? basicHeader(user) : {} })).status;

  it('refuse what openapi.yaml alone would allow', async () => {
    assert.equal(await statusOf('/snippets/'), 401);
    assert.equal(await statusOf('/snippets/', bob), 200);
    assert.equal(await statusOf('/snippets/1/', bob), 403);
    assert.equal(await statusOf('/snippets/1/', alice), 200);
  });

  it('allow nothing that openapi.yaml refuses', async () => {
    assert.equal(await statusOf('/snippets/1/', bob, 'DELETE'), 403);
    assert.equal(await statusOf('/snippets/', undefined, 'POST'), 401);
  });

  it('cover every path where a user can be known', async () => {
    for (const path of [
      '/',
      '/users/',
      `/users/${alice.id}/`,
      '/snippets/1/highlight/',
      '/snippets/1/raw/',
    ]) {
      assert.equal(await statusOf(path), 401, path);
      assert.equal(await statusOf(path, alice), 200, path);
      assert.equal(await statusOf(path, undefined, 'OPTIONS'), 401, path);
    }
  });

  it('leave the ways to log in, the explorer, the contract and health open', async () => {
    paths.clear();
    assert.equal(await statusOf('/api-token-auth/', undefined, 'POST'), 400);
    for (const path of ['/docs/', '/healthz', '/readyz', '/openapi.json', '/openapi.yaml'])
      assert.equal(await statusOf(path), 200);
    assert.deepEqual([...paths], []);
  });

  it('decide what OPTIONS and the pages offer', async () => {
    const actionsOf = async (user: TestUser) => {
      const described = await app.fetch('/snippets/1/', { method: 'OPTIONS', headers: basicHeader(user) });
      return Object.keys((await described.json()).actions ?? {});
    };
    assert.deepEqual(await actionsOf(alice), ['PUT']);
    assert.deepEqual(await actionsOf(bob), []);
  });
});
