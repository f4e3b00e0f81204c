import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import { isReadOnly } from '#src/extension.js';
import { permissionsFor } from '#src/pipeline/permissions.js';
import { basicHeader, type TestUser, useApp, useAppWithUsers, useUser } from '../helpers/app.js';

describe('a permission', () => {
  const { app, alice, bob } = useAppWithUsers();

  const ANONYMOUS = 'Authentication credentials were not provided.';
  const DENIED = 'You do not have permission to perform this action.';

  // method, address ({} is a snippet of alice), and the status for: anonymous, alice, bob
  const rows = [
    ['GET', '/snippets/', 200, 200, 200],
    ['HEAD', '/snippets/', 200, 200, 200],
    ['OPTIONS', '/snippets/', 200, 200, 200],
    ['POST', '/snippets/', 401, 201, 201],
    ['GET', '/snippets/{}/', 200, 200, 200],
    ['HEAD', '/snippets/{}/', 200, 200, 200],
    ['OPTIONS', '/snippets/{}/', 200, 200, 200],
    ['PUT', '/snippets/{}/', 401, 200, 403],
    ['PATCH', '/snippets/{}/', 401, 405, 405],
    ['DELETE', '/snippets/{}/', 401, 204, 403],
    ['GET', '/snippets/{}/highlight/', 200, 200, 200],
    ['GET', '/snippets/{}/raw/', 200, 200, 200],
    ['POST', '/snippets/{}/raw/', 401, 405, 405],
    ['GET', '/users/', 200, 200, 200],
    ['GET', '/users/1/', 200, 200, 200],
    ['PUT', '/users/1/', 405, 405, 405],
    ['DELETE', '/users/1/', 405, 405, 405],
  ] as const;

  for (const [method, address, ...statuses] of rows) {
    it(
      `${method} ${address}: ${statuses.join(' anonymous, ')} owner`.replace(
        /, (\d+) owner$/,
        ' owner, $1 other',
      ),
      async () => {
        const found: (readonly [status: number, denial: unknown])[] = [];
        for (const user of [undefined, alice, bob]) {
          const { id } = await app.client(alice).createSnippet({ code: 'x' });
          const response = await app.raw({
            method,
            path: address.replace('{}', String(id)),
            headers: { 'Content-Type': 'application/json', ...(user ? basicHeader(user) : {}) },
            ...(method === 'POST' || method === 'PUT' ? { body: '{"code":"y"}' } : {}),
          });
          const isDenied = response.status === 401 || response.status === 403;
          found.push([response.status, isDenied ? (await response.json()).detail : undefined]);
        }
        const detailOf = (status: number) => ({ 401: ANONYMOUS, 403: DENIED })[status];
        assert.deepEqual(
          found,
          statuses.map((status) => [status, detailOf(status)]),
        );
      },
    );
  }

  it('refuses every change of a snippet without an owner', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'x' });
    await app.store.snippets.updateOne({ _id: id }, { $set: { ownerId: null, owner: null } });
    for (const [user, status] of [
      [alice, 403],
      [undefined, 401],
    ] as const) {
      const headers = user ? basicHeader(user) : {};
      assert.equal((await app.fetch(`/snippets/${id}/`, { method: 'DELETE', headers })).status, status);
    }
  });
});

describe('permissions', () => {
  it('count only GET, HEAD and OPTIONS as reading', () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'get', ''];
    assert.deepEqual(methods.filter(isReadOnly), ['GET', 'HEAD', 'OPTIONS']);
  });

  const { endpoints } = makeContract({
    schemes: [{ name: 'basic' }],
    ownership: true,
    readAccess: 'everybody',
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContact: [],
  });

  it('throw at startup for an unknown name in openapi.yaml, also for inherited property names', () => {
    const [endpoint] = endpoints;
    assert.ok(endpoint);
    for (const name of ['AllowAll', 'toString', '__proto__', '']) {
      assert.throws(
        () => permissionsFor({ ...endpoint, permissions: ['AllowAny', name] }, []),
        new RegExp(`permission ${name}, which does not exist`),
      );
    }
  });
});

/** They stand beside those of `openapi.yaml`. */
describe('permissions of a deployment', () => {
  const paths = new Set<string>();
  const app = useApp({
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
  const alice = useUser(app, 'alice');
  const bob = useUser(app, 'bob');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

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
