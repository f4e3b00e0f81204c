import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { basicHeader, startApp } from '../../../helpers/app.js';
import { describeOnAnyStore } from '../../../helpers/stores.js';
import { ENDPOINT, type Form, type OAuth2App, refusalOf, startOAuth2App } from './oauth2-app.js';

describeOnAnyStore('the token endpoint', (store) => {
  let oauth2: OAuth2App;
  before(async () => {
    oauth2 = await startOAuth2App({ store });
  });
  after(() => oauth2.app.close());

  it('answers a password with tokens that no cache stores', async () => {
    const response = await oauth2.ask(oauth2.login());
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('pragma'), 'no-cache');
    assert.equal(response.headers.get('content-type'), 'application/json');
    const { access_token, refresh_token, ...rest } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(rest, { token_type: 'Bearer', scope: 'read write', expires_in: 3600 });
    assert.match(String(access_token), /^\w{40,}$/);
    assert.match(String(refresh_token), /^\w{40,}$/);
    assert.notEqual(access_token, refresh_token);
  });

  it('takes the client from HTTP Basic, percent-encoded as in a form', async () => {
    const { client_id = '', client_secret = '', ...grant } = oauth2.login();
    const plain = await oauth2.ask(grant, basicHeader({ username: client_id, password: client_secret }));
    assert.equal(plain.status, 200);
    const encoded = client_id.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    const escaped = await oauth2.ask(grant, basicHeader({ username: encoded, password: client_secret }));
    assert.equal(escaped.status, 200);
    const repeated = await oauth2.ask(
      { ...grant, client_id },
      basicHeader({ username: client_id, password: client_secret }),
    );
    assert.equal(repeated.status, 200, 'client_id alone beside the header is no second authentication');
  });

  it('takes every password that a user may have', async () => {
    const username = 'ünï.名前';
    const password = 'naïve 🐢 100% + "pass" & word\\';
    await oauth2.app.addUser(username, password);
    await oauth2.obtain(oauth2.login({ username, password }));
  });

  it('accepts a password whose hash has an older, lower cost', async () => {
    const { id, username, password } = await oauth2.app.addUser('since-long-ago');
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await oauth2.app.store.users.updateOne({ _id: id }, { $set: { password: old } });
    const tokens = await Promise.all(
      [1, 2, 3].map(() => oauth2.obtain(oauth2.login({ username, password }))),
    );
    assert.notEqual((await oauth2.app.store.users.findOne({ _id: id }))?.password, old);
    for (const { access_token } of tokens) assert.equal(await oauth2.write(access_token), 201);
  });

  for (const [asked, granted] of [
    [undefined, 'read write'],
    ['', 'read write'],
    ['read', 'read'],
    ['write', 'write'],
    ['write read', 'read write'],
    ['read read', 'read'],
  ]) {
    it(`grants the scope ${JSON.stringify(granted)} for ${JSON.stringify(asked)}`, async () => {
      const form = oauth2.login(asked === undefined ? {} : { scope: asked });
      assert.equal((await oauth2.obtain(form)).scope, granted);
    });
  }

  type Parameters = Record<string, string>;
  const without = (form: Parameters, ...names: string[]) =>
    Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));
  const twice = (form: Parameters, name: string): [string, string][] => [
    ...Object.entries(form),
    [name, form[name] ?? ''],
  ];

  const REFUSED: [what: string, form: (login: Parameters) => Form, status: number, error: string][] = [
    ['no grant_type', (login) => without(login, 'grant_type'), 400, 'invalid_request'],
    ['an empty grant_type', (login) => ({ ...login, grant_type: '' }), 400, 'invalid_request'],
    ['nothing at all', () => ({}), 400, 'invalid_request'],
    ...['authorization_code', 'client_credentials', 'constructor', 'Password', 'urn:x:y', '💥'].map(
      (grant_type): (typeof REFUSED)[number] => [
        `grant_type ${grant_type}`,
        (login) => ({ ...login, grant_type }),
        400,
        'unsupported_grant_type',
      ],
    ),
    ...['grant_type', 'username', 'password', 'client_id', 'client_secret', 'scope'].map(
      (name): (typeof REFUSED)[number] => [
        `${name} twice`,
        (login) => twice({ scope: 'read', ...login }, name),
        400,
        'invalid_request',
      ],
    ),
    ['no username', (login) => without(login, 'username'), 400, 'invalid_request'],
    ['an empty password', (login) => ({ ...login, password: '' }), 400, 'invalid_request'],
    ['no refresh_token', (login) => ({ ...login, grant_type: 'refresh_token' }), 400, 'invalid_request'],
    ['a wrong password', (login) => ({ ...login, password: 'guess' }), 400, 'invalid_grant'],
    ['an unknown user', (login) => ({ ...login, username: 'nobody' }), 400, 'invalid_grant'],
    ['an unknown scope', (login) => ({ ...login, scope: 'admin' }), 400, 'invalid_scope'],
    ['a scope beyond those', (login) => ({ ...login, scope: 'read admin' }), 400, 'invalid_scope'],
    ['a scope that is none', (login) => ({ ...login, scope: 'read"' }), 400, 'invalid_scope'],
    ...['\n', '\t', '\u00a0', ',', '  '].map((separator): (typeof REFUSED)[number] => [
      `scopes separated by ${JSON.stringify(separator)}`,
      (login) => ({ ...login, scope: `read${separator}write` }),
      400,
      'invalid_scope',
    ]),
    ['no client', (login) => without(login, 'client_id', 'client_secret'), 401, 'invalid_client'],
    ['no client_secret', (login) => without(login, 'client_secret'), 401, 'invalid_client'],
    ['an empty client_secret', (login) => ({ ...login, client_secret: '' }), 401, 'invalid_client'],
    ['an unknown client', (login) => ({ ...login, client_id: 'nobody' }), 401, 'invalid_client'],
    ['a wrong secret', (login) => ({ ...login, client_secret: 'guess' }), 401, 'invalid_client'],
  ];
  for (const [what, form, status, error] of REFUSED) {
    it(`refuses ${what}: ${status} ${error}`, async () => {
      assert.deepEqual(await refusalOf(await oauth2.ask(form(oauth2.login()))), [status, error]);
    });
  }

  const BASIC: [
    what: string,
    header: (id: string, secret: string) => string,
    status: number,
    error: string,
  ][] = [
    ['a wrong secret', (id) => base64(`${id}:guess`), 401, 'invalid_client'],
    ['a broken escape', (id) => base64(`${id}:%zz`), 401, 'invalid_client'],
    ['no colon', (id) => base64(id), 401, 'invalid_client'],
    ['no Base64', () => 'Basic !', 401, 'invalid_client'],
    ['nothing', () => 'Basic', 401, 'invalid_client'],
    ['another scheme', () => 'Bearer x', 401, 'invalid_client'],
  ];
  for (const [what, header, status, error] of BASIC) {
    it(`refuses Basic with ${what}: ${status} ${error}`, async () => {
      const { client_id = '', client_secret = '', ...grant } = oauth2.login();
      const Authorization = header(client_id, client_secret);
      assert.deepEqual(await refusalOf(await oauth2.ask(grant, { Authorization })), [status, error]);
    });
  }

  it('refuses a client that authenticates twice', async () => {
    const { clientId: username, clientSecret: password } = oauth2.client;
    const response = await oauth2.ask(oauth2.login(), basicHeader({ username, password }));
    assert.deepEqual(await refusalOf(response), [400, 'invalid_request']);
    const { client_secret: _, ...other } = oauth2.login({ client_id: 'another' });
    const differing = await oauth2.ask(other, basicHeader({ username, password }));
    assert.deepEqual(await refusalOf(differing), [400, 'invalid_request']);
  });

  for (const [what, type, body] of [
    ['JSON', 'application/json', (form: object) => JSON.stringify(form)],
    ['broken JSON', 'application/json', () => '{'],
    ['text', 'text/plain', () => 'grant_type=password'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      () => '--x\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\npassword\r\n--x--\r\n',
    ],
    ['a form that is not UTF-8', 'application/x-www-form-urlencoded', () => 'grant_type=%ff'],
  ] as const) {
    it(`refuses ${what}: 400 invalid_request`, async () => {
      const headers = { 'Content-Type': type };
      const init = { method: 'POST', body: body(oauth2.login()), headers };
      assert.deepEqual(await refusalOf(await oauth2.app.fetch(ENDPOINT, init)), [400, 'invalid_request']);
    });
  }

  it('reads the form alone, never the query', async () => {
    const query = new URLSearchParams(oauth2.login());
    const init = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const response = await oauth2.app.fetch(`${ENDPOINT}?${query}`, init);
    assert.deepEqual(await refusalOf(response), [400, 'invalid_request']);
  });

  it('answers in JSON whatever Accept says, and allows POST alone', async () => {
    const response = await oauth2.ask(oauth2.login(), { Accept: 'text/html' });
    assert.equal(response.headers.get('content-type'), 'application/json');
    const get = await oauth2.app.fetch(ENDPOINT);
    assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST, OPTIONS']);
  });

  it('does not run the configured schemes: the user of a wrong Basic is the client', async () => {
    const headers = basicHeader(oauth2.alice);
    assert.deepEqual(await refusalOf(await oauth2.ask(oauth2.login(), headers)), [400, 'invalid_request']);
  });
});

function base64(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

describe('without the scheme oauth2', () => {
  it('the token endpoint does not exist without the scheme oauth2', async () => {
    const app = await startApp();
    assert.equal((await app.fetch(ENDPOINT, { method: 'POST' })).status, 404);
    const document = (await (await app.fetch('/openapi.json')).json()) as { paths: object };
    assert.ok(!(ENDPOINT in document.paths));
    await app.close();
  });
});

describe('the served document', () => {
  it('names the token endpoint by the URL that clients use', async () => {
    const { app } = await startOAuth2App({ env: { BASE_URL: 'https://snippets.example.com/api' } });
    const document = (await (await app.fetch('/openapi.json')).json()) as {
      components: { securitySchemes: Record<string, { flows?: { password: Record<string, string> } }> };
    };
    const { oauth2, ...others } = document.components.securitySchemes;
    const address = `https://snippets.example.com/api${ENDPOINT}`;
    assert.deepEqual(
      [oauth2?.flows?.password.tokenUrl, oauth2?.flows?.password.refreshUrl],
      [address, address],
    );
    assert.deepEqual(Object.keys(others), ['basic', 'oauth2Client']);
    await app.close();
  });
});
