import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import { isReadOnly } from '#src/extension.js';
import { permissions, permissionsFor } from '#src/pipeline/permissions.js';
import { basicHeader, startAppWithUsers, type TestApp, type TestUser } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

describeOnAnyStore('a permission', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  before(async () => {
    ({ app, alice, bob } = await startAppWithUsers({ store }));
  });
  after(() => app.close());

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

  it('takes the owner from the credentials, never from the body', async () => {
    for (const body of [
      { code: 'x', owner: 'bob' },
      { code: 'x', owner: { $ne: 1 }, ownerId: bob.id, id: 4711 },
    ]) {
      const response = await app.fetch('/snippets/', {
        method: 'POST',
        headers: { ...basicHeader(alice), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { id, owner } = await response.json();
      assert.equal(owner, 'alice');
      assert.notEqual(id, 4711);
      const updated = await app.fetch(`/snippets/${id}/`, {
        method: 'PUT',
        headers: { ...basicHeader(alice), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.deepEqual(await updated.json(), {
        ...(await app.client().getSnippet({ id })),
        owner: 'alice',
        id,
      });
    }
  });

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

  it('exist for every name in openapi.yaml', () => {
    for (const endpoint of endpoints) {
      assert.ok(endpoint.permissions.length > 0, endpoint.path);
      const found = permissionsFor(endpoint, []);
      for (const name of endpoint.permissions) {
        const permission = permissions[name];
        assert.ok(permission && found.includes(permission), name);
      }
    }
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
