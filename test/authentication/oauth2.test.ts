/** OAuth 2.0: what the token endpoint grants and refuses, how long it lasts, and what a Bearer token may do. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { addClient, deleteClient } from '#src/authentication/oauth2.js';
import { basicHeader } from '../helpers/app.js';
import { countOf, describeOnBothStores } from '../helpers/stores.js';
import { bearerHeader, ENDPOINT, type Form, refusalOf, startOAuth2App, useOAuth2App } from './oauth2-app.js';

describe('the token endpoint of OAuth 2.0', () => {
  const oauth2 = useOAuth2App();

  it('answers a password with tokens that no cache stores, in JSON whatever Accept says', async () => {
    const response = await oauth2.ask(oauth2.login(), { Accept: 'text/html' });
    assert.equal(response.status, 200);
    for (const [name, value] of Object.entries({ 'cache-control': 'no-store', pragma: 'no-cache' }))
      assert.equal(response.headers.get(name), value);
    assert.equal(response.headers.get('content-type'), 'application/json');
    const { access_token, refresh_token, ...rest } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(rest, { token_type: 'Bearer', scope: 'read write', expires_in: 3600 });
    assert.match(String(access_token), /^\w{40,}$/);
    assert.match(String(refresh_token), /^\w{40,}$/);
    assert.notEqual(access_token, refresh_token);
  });

  it('takes the client from HTTP Basic, percent-encoded as in a form', async () => {
    const { client_id = '', client_secret = '', ...grant } = oauth2.login();
    const encoded = client_id.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    for (const username of [client_id, encoded])
      assert.equal((await oauth2.ask(grant, basicHeader({ username, password: client_secret }))).status, 200);
    const header = basicHeader({ username: client_id, password: client_secret });
    const repeated = await oauth2.ask({ ...grant, client_id }, header);
    assert.equal(repeated.status, 200, 'client_id alone beside the header is no second authentication');
  });

  for (const [asked, granted] of Object.entries({
    ...{ '': 'read write', read: 'read', 'write read': 'read write', 'read read': 'read' },
  }))
    it(`grants the scope "${granted}" for "${asked}"`, async () => {
      assert.equal((await oauth2.obtain(oauth2.login({ scope: asked }))).scope, granted);
    });

  type Change = Record<string, string | undefined>;
  /** A parameter that is undefined is left out. */
  const changed = (change: Change): Record<string, string> => {
    const given = Object.entries({ ...oauth2.login(), ...change });
    return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
  };

  const REFUSED: Record<string, Change[]> = {
    '400 invalid_request': [
      ...[{ grant_type: undefined }, { grant_type: '' }, { username: undefined }, { password: '' }],
      { grant_type: 'refresh_token' },
      // The form is nothing but text: no operator reaches the store.
      ...['[$ne]', '[]', '.$ne'].map((operator) => ({ username: undefined, [`username${operator}`]: '' })),
    ],
    '400 unsupported_grant_type': ['client_credentials', 'constructor', 'Password', '💥'].map(
      (grant_type) => ({
        grant_type,
      }),
    ),
    '400 invalid_grant': [{ password: 'guess' }, { username: 'nobody' }],
    '400 invalid_scope': [
      ...['admin', 'read admin', 'read"', 'read\nwrite', 'read\twrite', 'read  write', 'read,write'],
    ].map((scope) => ({ scope })),
    '401 invalid_client': [
      ...[{ client_id: undefined, client_secret: undefined }, { client_secret: undefined }],
      ...[{ client_secret: '' }, { client_id: 'nobody' }, { client_secret: 'guess' }],
      ...['[$ne]', '[]', '.$ne'].map((operator) => ({ client_id: undefined, [`client_id${operator}`]: '' })),
    ],
  };
  for (const [expected, changes] of Object.entries(REFUSED))
    for (const change of changes)
      it(`refuses ${inspect(change)}: ${expected}`, async () => {
        assert.equal((await refusalOf(await oauth2.ask(changed(change)))).join(' '), expected);
      });

  for (const name of ['grant_type', 'username', 'password', 'client_id', 'client_secret', 'scope'])
    it(`refuses ${name} twice`, async () => {
      const login = oauth2.login({ scope: 'read' });
      const form: Form = [...Object.entries(login), [name, login[name] ?? '']];
      assert.deepEqual(await refusalOf(await oauth2.ask(form)), [400, 'invalid_request']);
    });

  for (const [what, header] of [
    ['a wrong secret', (id: string) => `Basic ${btoa(`${id}:guess`)}`],
    ['a broken escape', (id: string) => `Basic ${btoa(`${id}:%zz`)}`],
    ['no colon', (id: string) => `Basic ${btoa(id)}`],
    ['no Base64', () => 'Basic !'],
    ['another scheme', () => 'Bearer x'],
  ] as const)
    it(`refuses Basic with ${what}: 401 invalid_client`, async () => {
      const { client_id = '', client_secret: _, ...grant } = oauth2.login();
      const response = await oauth2.ask(grant, { Authorization: header(client_id) });
      assert.deepEqual(await refusalOf(response), [401, 'invalid_client']);
    });

  it('refuses a client that authenticates twice, and runs no other scheme', async () => {
    const { clientId: username, clientSecret: password } = oauth2.client;
    const { client_secret: _, ...other } = oauth2.login({ client_id: 'another' });
    for (const [form, headers] of [
      [oauth2.login(), basicHeader({ username, password })],
      [other, basicHeader({ username, password })],
      [oauth2.login(), basicHeader(oauth2.alice)],
    ] as const)
      assert.deepEqual(await refusalOf(await oauth2.ask(form, headers)), [400, 'invalid_request']);
  });

  const MULTIPART = '--x\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\npassword\r\n--x--\r\n';
  for (const [what, type, body] of [
    ['JSON', 'application/json', (form: object) => JSON.stringify(form)],
    ['a multipart form', 'multipart/form-data; boundary=x', () => MULTIPART],
    ['a form that is not UTF-8', 'application/x-www-form-urlencoded', () => 'grant_type=%ff'],
    ['a form in the query', 'application/x-www-form-urlencoded', () => ''],
  ] as const)
    it(`refuses ${what}: 400 invalid_request`, async () => {
      const init = { method: 'POST', body: body(oauth2.login()), headers: { 'Content-Type': type } };
      const path = `${ENDPOINT}?${new URLSearchParams(oauth2.login())}`;
      assert.deepEqual(await refusalOf(await oauth2.app.fetch(path, init)), [400, 'invalid_request']);
    });

  it('does not tell whether a user exists', async () => {
    const refuse = async (username: string) =>
      (await oauth2.ask(oauth2.login({ username, password: 'guess' }))).text();
    assert.equal(await refuse('alice'), await refuse('nobody'));
  });
});

describeOnBothStores('a login of OAuth 2.0', (store) => {
  const oauth2 = useOAuth2App({ store });

  const refused = async (refreshToken: string, more = {}) => {
    const answer = await oauth2.ask(oauth2.refresh(refreshToken, more));
    assert.deepEqual(await refusalOf(answer), [400, 'invalid_grant']);
  };

  it('gets new tokens for its refresh token, and ends with the second use of one; no other login does', async () => {
    const other = await oauth2.obtain(oauth2.login());
    const first = await oauth2.obtain(oauth2.login());
    assert.equal(await oauth2.write(first.access_token), 201);
    const second = await oauth2.obtain(oauth2.refresh(first.refresh_token));
    assert.equal(second.scope, 'read write');
    assert.equal(await oauth2.write(first.access_token), 401);
    assert.equal(await oauth2.write(second.access_token), 201);
    await refused(first.refresh_token);
    assert.equal(await oauth2.write(second.access_token), 401);
    await refused(second.refresh_token);
    assert.equal(await oauth2.write(other.access_token), 201);
    await oauth2.obtain(oauth2.refresh(other.refresh_token));
  });

  it('ends when several requests use its refresh token at once, whichever of them won', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token } = await oauth2.obtain(oauth2.login());
      const asked = Array.from({ length: 6 }, () => oauth2.ask(oauth2.refresh(refresh_token)));
      const won = (await Promise.all(asked)).filter(({ status }) => status === 200);
      assert.ok(won.length <= 1, `${won.length} won`);
      for (const response of won) {
        const tokens = await response.json();
        assert.equal(await oauth2.write(tokens.access_token), 401);
        await refused(tokens.refresh_token);
      }
    }
  });

  it('keeps the scope of its login at each refresh, whatever part of it an access token gets', async () => {
    for (const [granted, refreshes] of [
      ['read write', ['read', undefined, 'write', 'read', 'read write']],
      ['read', [undefined, 'read']],
    ] as const) {
      let tokens = await oauth2.obtain(oauth2.login({ scope: granted }));
      for (const scope of refreshes) {
        // Asking for too much does not cost the refresh token.
        const tooMuch = granted === 'read' ? ['write', 'read write', 'admin'] : ['admin', 'read admin'];
        for (const more of tooMuch) {
          const response = await oauth2.ask(oauth2.refresh(tokens.refresh_token, { scope: more }));
          assert.deepEqual(await refusalOf(response), [400, 'invalid_scope']);
        }
        tokens = await oauth2.obtain(oauth2.refresh(tokens.refresh_token, scope && { scope }));
        assert.equal(tokens.scope, scope ?? granted);
        const status = tokens.scope.includes('write') ? 201 : 403;
        assert.equal(await oauth2.write(tokens.access_token), status, `${scope} of ${granted}`);
      }
    }
  });

  it('is refreshed by its own client alone, and ends when that is deleted', async () => {
    const { store } = oauth2.app;
    const client = await addClient(store, 'short-lived');
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
    const tokens = await oauth2.obtain(oauth2.login(credentials));
    await refused(tokens.refresh_token);
    assert.equal(await oauth2.write(tokens.access_token), 201);
    const [login] = await store.oauth2Logins.find({ clientId: client.clientId }).toArray();
    assert.ok(login);
    assert.equal(await deleteClient(store, client.clientId), true);
    assert.equal(await countOf(store.oauth2Logins, { clientId: client.clientId }), 0);
    // As a login that was under way stores it a little later.
    await store.oauth2Logins.insertOne(login);
    assert.equal(await oauth2.write(tokens.access_token), 401);
    const response = await oauth2.ask(oauth2.refresh(tokens.refresh_token, credentials));
    assert.deepEqual(await refusalOf(response), [401, 'invalid_client']);
  });

  it('leaves nothing in the store that is accepted as a credential', async () => {
    const { app, client } = oauth2;
    const tokens = await oauth2.obtain(oauth2.login());
    assert.equal(await oauth2.write(tokens.refresh_token), 401, 'a refresh token is no access token');
    const rows: object[] = [
      ...(await app.store.oauth2Clients.find({}).toArray()),
      ...(await app.store.oauth2Logins.find({}).toArray()).slice(-1),
    ];
    const stolen = new Set(rows.flatMap((row) => Object.values(row)).map(String));
    assert.ok(stolen.size >= 8 && !stolen.has(client.clientSecret));
    for (const value of stolen) {
      const secret = await oauth2.ask(oauth2.login({ client_secret: value }));
      assert.deepEqual(await refusalOf(secret), [401, 'invalid_client'], value);
      assert.equal(await oauth2.write(value.replaceAll(' ', '')), 401, value);
      assert.equal((await refusalOf(await oauth2.ask(oauth2.refresh(value))))[0], 400, value);
    }
  });

  it('lasts as long as the settings say, even before the store removes it', async (t) => {
    const env = { OAUTH2_ACCESS_TOKEN_SECONDS: '60', OAUTH2_REFRESH_TOKEN_SECONDS: '61' };
    const short = await startOAuth2App({ store, env });
    t.after(() => short.app.close());
    const tokens = await short.obtain(short.login());
    assert.equal(tokens.expires_in, 60);
    const { oauth2Logins } = short.app.store;
    const [row] = await oauth2Logins.find({ userId: short.alice.id }).toArray();
    const { _id, expiresAt, accessExpiresAt } = row ?? assert.fail();
    assert.ok(Math.abs(expiresAt.getTime() - accessExpiresAt.getTime() - 1000) < 50);
    assert.equal(await short.write(tokens.access_token), 201);
    await oauth2Logins.updateOne({ _id }, { $set: { accessExpiresAt: new Date() } });
    assert.equal(await short.write(tokens.access_token), 401);
    await oauth2Logins.updateOne({ _id }, { $set: { expiresAt: new Date() } });
    const late = await short.ask(short.refresh(tokens.refresh_token));
    assert.deepEqual(await refusalOf(late), [400, 'invalid_grant']);
  });
});

describe('a Bearer token', () => {
  const oauth2 = useOAuth2App({ env: { AUTH_SCHEMES: 'oauth2,token,basic' } });
  const tokens = { read: '', write: '' };
  const scopes = ['read', 'write'] as const;
  before(async () => {
    for (const scope of scopes) tokens[scope] = (await oauth2.obtain(oauth2.login({ scope }))).access_token;
    await oauth2.app.client(oauth2.alice).createSnippet({ code: 'x' });
  });

  for (const [Authorization, detail] of [
    ['Bearer', 'Invalid bearer header. No credentials provided.'],
    ['Bearer a b', 'Invalid bearer header. Token string should not contain spaces.'],
    ['Bearer unknown', 'Invalid token.'],
    ['Bearer {"$ne":""}', 'Invalid token.'],
    ['Bearer \xff', 'Invalid token.'],
  ] as const)
    it(`fails on reading too: ${JSON.stringify(Authorization)}`, async () => {
      const response = await oauth2.app.fetch('/snippets/', { headers: { Authorization } });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="api"');
      assert.deepEqual(await response.json(), { detail });
    });

  it('is taken from the header alone: in the query or a form it is not even looked at', async () => {
    const form = new URLSearchParams({ code: 'x', access_token: tokens.write });
    for (const [path, headers, status] of [
      ['/snippets/', { Authorization: `bEARER   ${tokens.write}` }, 201],
      [`/snippets/?access_token=${tokens.write}`, {}, 401],
      ['/snippets/?access_token=wrong', {}, 401],
    ] as const)
      assert.equal((await oauth2.app.fetch(path, { method: 'POST', body: form, headers })).status, status);
  });

  // A token of any scope may do what an anonymous user may; only the rest needs a scope.
  for (const [method, path, read, write] of [
    ['GET', '/snippets/', 200, 200],
    ['OPTIONS', '/snippets/', 200, 200],
    ['POST', '/snippets/', 403, 400],
    ['PATCH', '/snippets/', 403, 405],
    ['PUT', '/snippets/1/', 403, 400],
    ['DELETE', '/snippets/1/', 403, 204],
    ['DELETE', '/snippets/999/', 403, 404],
    ['POST', '/users/', 405, 405],
    ['POST', '/api-token-auth/', 400, 400],
  ] as const)
    it(`${method} ${path} is ${read} with the scope read, and ${write} with write`, async () => {
      for (const scope of scopes) {
        const response = await oauth2.app.fetch(path, { method, headers: bearerHeader(tokens[scope]) });
        assert.equal(response.status, { read, write }[scope], await response.clone().text());
        assert.equal(response.headers.has('www-authenticate'), false);
        if (method !== 'OPTIONS') continue;
        assert.equal('actions' in (await response.json()), scope === 'write', 'what it offers');
      }
    });

  it('needs no scope where everybody may do everything', async (t) => {
    const open = await startOAuth2App({ env: { OWNERSHIP: 'off' } });
    t.after(() => open.app.close());
    const { access_token } = await open.obtain(open.login({ scope: 'read' }));
    assert.equal(await open.write(access_token), 201);
    assert.equal(await open.write('wrong'), 401);
  });
});
