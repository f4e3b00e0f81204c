import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Permission, PermissionRequest } from '#src/extension.js';
import { basicHeader, type TestUser, useApp, useAppWithUsers } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';

describe('a permission', () => {
  const { app, alice, bob } = useAppWithUsers();

  const ANONYMOUS = 'Authentication credentials were not provided.';
  const DENIED = 'You do not have permission to perform this action.';

  // method, address ({} is a snippet of alice), and the status for: anonymous, alice, bob
  const rows = [
    ['POST', '/snippets/', 401, 201, 201],
    ['PUT', '/snippets/', 401, 405, 405],
    ['TRACE', '/snippets/', 401, 405, 405],
    ['GET', '/snippets/{}/', 200, 200, 200],
    ['HEAD', '/snippets/{}/', 200, 200, 200],
    ['OPTIONS', '/snippets/{}/', 200, 200, 200],
    ['PUT', '/snippets/{}/', 401, 200, 403],
    ['PATCH', '/snippets/{}/', 401, 405, 405],
    ['DELETE', '/snippets/{}/', 401, 204, 403],
    ['POST', '/snippets/{}/raw/', 401, 405, 405],
    ['PUT', '/users/1/', 405, 405, 405],
    ['DELETE', '/users/1/', 405, 405, 405],
  ] as const;

  for (const [method, address, anonymous, owner, other] of rows)
    it(`${method} ${address} is ${anonymous} for nobody, ${owner} for the owner, ${other} for others`, async () => {
      for (const [user, status] of [
        [undefined, anonymous],
        [alice, owner],
        [bob, other],
      ] as const) {
        const { id } = await app.client(alice).createSnippet({ code: 'x' });
        const response = await app.raw({
          method,
          path: address.replace('{}', String(id)),
          headers: { 'Content-Type': 'application/json', ...(user ? basicHeader(user) : {}) },
          body: method === 'POST' || method === 'PUT' ? '{"code":"y"}' : undefined,
        });
        assert.equal(response.status, status);
        const detail = { 401: ANONYMOUS, 403: DENIED }[Number(status)];
        if (detail !== undefined) assert.deepEqual(await response.json(), { detail });
      }
    });

  it('refuses every change of a snippet without an owner', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'x' });
    await app.store.snippets.updateOne({ _id: id }, { $set: { ownerId: null, owner: null } });
    const remove = async (headers = {}) =>
      (await app.fetch(`/snippets/${id}/`, { method: 'DELETE', headers })).status;
    assert.deepEqual([await remove(basicHeader(alice)), await remove()], [403, 401]);
  });
});

/** They stand beside those of `openapi.yaml`. */
describe('permissions of a deployment', () => {
  const paths = new Set<string>();
  const permissions: Permission[] = [
    { allows: (asked) => note('permission', asked) > 0 && paths.add(asked.path) && asked.user !== null },
    { allowsObject: ({ user }, { ownerId }) => ownerId === user?.id },
  ];
  const seen: unknown[] = [];
  type Asked = Pick<PermissionRequest, 'path' | 'endpoint' | 'parameters'>;
  const note = (by: string, { path, endpoint, parameters }: Asked) =>
    seen.push([by, path, endpoint, { ...parameters }]);
  const key = (asked: Asked) => (note('limit', asked) < 0 ? '' : undefined);
  const throttles = [{ name: 'noting', rate: { limit: 1, seconds: 1 }, key }];
  const { app, alice, bob } = useAppWithUsers({ deployment: { permissions, throttles } });
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
    for (const path of ['/', '/users/', '/users/1/', '/snippets/1/highlight/', '/snippets/1/raw/']) {
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

  it('get the name and the parameters of the endpoint, and one spelling of the path, as limits do', async () => {
    for (const path of ['/snippets/1/', '/%73nippets/001/', '/snippets/%31/']) {
      seen.length = 0;
      assert.equal((await app.raw({ path, headers: basicHeader(alice) })).status, 200, path);
      const asked = ['/snippets/1/', 'snippets:detail', { id: '1' }];
      assert.deepEqual(
        seen,
        [
          ['permission', ...asked],
          ['limit', ...asked],
        ],
        path,
      );
    }
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

/** Plain JavaScript may return anything. */
const ANSWERS: readonly [what: string, answer: () => unknown][] = [
  ['a promise of true', async () => true],
  ['a promise that is rejected', () => Promise.reject(new Error('rejected'))],
  ['nothing', () => undefined],
  ['null', () => null],
  ['the number 1', () => 1],
  ['a text', () => 'true'],
  ['an object', () => ({})],
  ['a Boolean object', () => Object(true)],
];

for (const [question, reads] of [
  ['allows', 401],
  ['allowsObject', 200],
] as const)
  describe(`a permission of a deployment denies, and the log names it once, when ${question} returns`, () => {
    let odd = '';
    const permissions = ANSWERS.map(
      ([name, answer]) => ({ name, [question]: () => (odd === name ? answer() : true) }) as Permission,
    );
    const recorded = recordLog();
    const app = useApp({ env: { OWNERSHIP: 'off' }, deployment: { permissions }, log: recorded.log });
    before(async () => {
      await app.client().createSnippet({ code: 'x' });
    });

    for (const [what] of ANSWERS)
      it(what, async () => {
        odd = what;
        const statuses = [];
        for (const [method, path] of [
          ['GET', '/snippets/'],
          ['GET', '/snippets/1/'],
          ['DELETE', '/snippets/1/'],
        ] as const)
          statuses.push((await app.fetch(path, { method })).status);
        assert.deepEqual(statuses, [reads, 401, 401]);
        await recorded.line('a permission returned neither true nor false, which denies');
        assert.equal(recorded.text().split(`"permission":"${what}"`).length, 2);
      });
  });
