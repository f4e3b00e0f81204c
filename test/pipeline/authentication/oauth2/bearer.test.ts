import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { AuthenticationRequest } from '#src/extension.js';
import { type AccessTokenRecord, bearer as verify } from '#src/pipeline/authentication/oauth2/bearer.js';
import { basicHeader } from '../../../helpers/app.js';
import { describeOnAnyStore } from '../../../helpers/stores.js';
import { bearerHeader, type OAuth2App, startOAuth2App } from './oauth2-app.js';

describeOnAnyStore('a Bearer token', (store) => {
  let oauth2: OAuth2App;
  let token: string;
  before(async () => {
    oauth2 = await startOAuth2App({ store });
    token = (await oauth2.obtain(oauth2.login())).access_token;
  });
  after(() => oauth2.app.close());

  const create = (headers: Record<string, string>, path = '/snippets/') =>
    oauth2.app.fetch(path, {
      method: 'POST',
      body: JSON.stringify({ code: 'x' }),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it('authenticates its user', async () => {
    const response = await create(bearerHeader(token));
    assert.equal(response.status, 201);
    assert.equal(((await response.json()) as { owner: string }).owner, 'alice');
    assert.equal((await create({ Authorization: `bEARER   ${token}` })).status, 201);
  });

  it('supplies its record without the token itself', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const request = { headers, confidential: true } as unknown as AuthenticationRequest;
    const identity = await verify(oauth2.app.store, oauth2.app.settings).authenticate(request);
    assert.ok(identity);
    const { expiresAt, ...auth } = identity.auth as AccessTokenRecord;
    assert.deepEqual(auth, {
      userId: oauth2.alice.id,
      clientId: oauth2.client.clientId,
      scopes: ['read', 'write'],
    });
    assert.ok(expiresAt > new Date());
    assert.deepEqual(identity.user, { id: oauth2.alice.id, username: 'alice' });
  });

  const FAILING: [authorization: string, detail: string][] = [
    ['Bearer', 'Invalid bearer header. No credentials provided.'],
    ['Bearer a b', 'Invalid bearer header. Token string should not contain spaces.'],
    ['Bearer unknown', 'Invalid token.'],
    ['Bearer {"$ne":""}', 'Invalid token.'],
    ['Bearer \xff', 'Invalid token.'],
  ];
  for (const [Authorization, detail] of FAILING) {
    it(`fails on reading too: ${JSON.stringify(Authorization)}`, async () => {
      const response = await oauth2.app.fetch('/snippets/', { headers: { Authorization } });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="api"');
      assert.deepEqual(await response.json(), { detail });
    });
  }

  it('is taken from the header alone: in the query or a form it is not even looked at', async () => {
    for (const path of [`/snippets/?access_token=${token}`, '/snippets/?access_token=wrong'])
      assert.equal((await create({}, path)).status, 401);
    const form = new URLSearchParams({ code: 'x', access_token: token });
    const response = await oauth2.app.fetch('/snippets/', { method: 'POST', body: form });
    assert.equal(response.status, 401);
    assert.deepEqual(await response.json(), { detail: 'Authentication credentials were not provided.' });
  });

  it('leaves other schemes their turn, and is challenged for when it is the first', async () => {
    assert.equal((await create(basicHeader(oauth2.alice))).status, 201);
    const wrong = await create(basicHeader({ username: 'alice', password: 'guess' }));
    assert.deepEqual([wrong.status, wrong.headers.get('www-authenticate')], [401, 'Bearer realm="api"']);
  });
});

describeOnAnyStore('the scope of a Bearer token', (store) => {
  let oauth2: OAuth2App;
  let id: number;
  before(async () => {
    oauth2 = await startOAuth2App({ store, env: { AUTH_SCHEMES: 'oauth2,token' } });
    const { access_token } = await oauth2.obtain(oauth2.login());
    const created = await oauth2.app.fetch('/snippets/', {
      method: 'POST',
      body: new URLSearchParams({ code: 'x' }),
      headers: bearerHeader(access_token),
    });
    id = ((await created.json()) as { id: number }).id;
  });
  after(() => oauth2.app.close());

  // A token of any scope may do what an anonymous user may; only the rest needs a scope.
  const ROWS: [method: string, path: string, anonymous: number, read: number, write: number][] = [
    ['GET', '/snippets/', 200, 200, 200],
    ['HEAD', '/snippets/', 200, 200, 200],
    ['OPTIONS', '/snippets/', 200, 200, 200],
    ['POST', '/snippets/', 401, 403, 400],
    ['PATCH', '/snippets/', 401, 403, 405],
    ['GET', '/snippets/{id}/', 200, 200, 200],
    ['PUT', '/snippets/{id}/', 401, 403, 400],
    ['PATCH', '/snippets/{id}/', 401, 403, 405],
    ['DELETE', '/snippets/{id}/', 401, 403, 204],
    ['DELETE', '/snippets/999/', 401, 403, 404],
    ['GET', '/users/', 200, 200, 200],
    ['POST', '/users/', 405, 405, 405],
    ['POST', '/api-token-auth/', 400, 400, 400],
  ];
  for (const [method, path, anonymous, read, write] of ROWS) {
    it(`${method} ${path}: anonymous ${anonymous}, read ${read}, write ${write}`, async () => {
      for (const [scope, status] of [
        [undefined, anonymous],
        ['read', read],
        ['write', write],
      ] as const) {
        const headers = scope
          ? bearerHeader((await oauth2.obtain(oauth2.login({ scope }))).access_token)
          : {};
        const response = await oauth2.app.fetch(path.replace('{id}', String(id)), { method, headers });
        assert.equal(response.status, status, `${scope ?? 'anonymous'}: ${await response.text()}`);
        assert.equal(response.headers.has('www-authenticate'), status === 401);
      }
    });
  }

  it('decides what OPTIONS offers', async () => {
    for (const [scope, offered] of [
      ['read', false],
      ['write', true],
    ] as const) {
      const { access_token } = await oauth2.obtain(oauth2.login({ scope }));
      const init = { method: 'OPTIONS', headers: bearerHeader(access_token) };
      const description = (await (await oauth2.app.fetch('/snippets/', init)).json()) as object;
      assert.equal('actions' in description, offered, scope);
    }
  });

  it('has no effect where everybody may do everything', async () => {
    const open = await startOAuth2App({ store, env: { OWNERSHIP: 'off' } });
    const { access_token } = await open.obtain(open.login({ scope: 'read' }));
    assert.equal(await open.write(access_token), 201);
    assert.equal(await open.write('wrong'), 401);
    await open.app.close();
  });
});
