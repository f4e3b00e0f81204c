/** Over plain HTTP credentials are refused before they are looked at; only from this very machine they are not. */
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, before, describe, it } from 'node:test';
import {
  basicHeader,
  startApp,
  type TestApp,
  type TestUser,
  tokenHeader,
  useApp,
  useUser,
} from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';

const SCHEMES = 'basic,token,oauth2,session';
const REFUSED = { detail: 'This authentication scheme requires HTTPS.' };

/** By whom a request on a loopback connection was forwarded, if by anybody. */
const FORWARDED: Record<string, string>[] = [
  { Forwarded: 'for=192.0.2.60;proto=http' },
  { 'X-Forwarded-For': '192.0.2.60' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Forwarded-Host': 'snippets.example.com' },
  { 'X-FORWARDED-PORT': '443' },
  { Via: '1.1 proxy' },
  { 'X-Real-IP': '192.0.2.60' },
];

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** Everything that takes credentials, with wrong and malformed ones among them: none is looked at. */
const CREDENTIALS: [name: string, path: string, init: RequestInit][] = [
  ['Basic', '/snippets/', { headers: basicHeader({ username: 'alice', password: 'wrong' }) }],
  ['malformed Basic', '/snippets/', { headers: { Authorization: 'Basic a b' } }],
  ['a token', '/users/', { headers: tokenHeader({ token: 'wrong' }) }],
  ['a bearer token', '/snippets/', { headers: { Authorization: 'Bearer wrong' } }],
  ['the token endpoint', '/api-token-auth/', form({ username: 'alice', password: 'wrong' })],
];

const with_ = (init: RequestInit, more: Record<string, string>): RequestInit => ({
  ...init,
  headers: { ...init.headers, ...more },
});

describe('plain HTTP through a proxy that is not trusted', () => {
  const app = useApp({ env: { AUTH_SCHEMES: SCHEMES } });

  for (const [name, path, init] of CREDENTIALS) {
    for (const headers of FORWARDED) {
      it(`is no way for ${name}, marked by ${Object.keys(headers)}`, async () => {
        const response = await app.fetch(path, with_(init, headers));
        assert.deepEqual([response.status, await response.json()], [401, REFUSED]);
        assert.equal(response.headers.get('WWW-Authenticate'), 'Basic realm="api"');
      });
    }
  }

  it('is refused by the OAuth 2.0 endpoint with the error of RFC 6749', async () => {
    const fields = {
      grant_type: 'password',
      username: 'a',
      password: 'b',
      client_id: 'c',
      client_secret: 'd',
    };
    const response = await app.fetch(
      '/oauth2/access_token/',
      with_(form(fields), { Forwarded: 'for=192.0.2.60' }),
    );
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('WWW-Authenticate'), 'Basic realm="oauth2"');
    const { error, detail } = await response.json();
    assert.deepEqual([error, detail], ['invalid_client', REFUSED.detail]);
  });

  it('serves anonymous reads', async () => {
    for (const headers of FORWARDED) assert.equal((await app.fetch('/snippets/', { headers })).status, 200);
  });

  it('shows the login form, and refuses to take it', async () => {
    const browser = new Browser(app);
    const csrfmiddlewaretoken = await browser.openLogin();
    assert.match(csrfmiddlewaretoken, /^\w+$/);
    const fields = { username: 'alice', password: 'wrong', csrfmiddlewaretoken };
    const response = await browser.submit('/api-auth/login/', fields, { 'X-Forwarded-For': '192.0.2.60' });
    assert.deepEqual([response.status, await response.json()], [401, REFUSED]);
  });

  it('does not make another host this one: X-Forwarded-Host is ignored where origins are compared', async () => {
    const browser = new Browser(app);
    await browser.openLogin();
    const claims = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' };
    const headers = { ...claims, 'X-Forwarded-Proto': 'https' };
    const response = await browser.submit('/api-auth/login/', { username: 'a', password: 'b' }, headers);
    const detail = `CSRF Failed: Origin checking failed - ${claims.Origin} does not match any trusted origins.`;
    assert.deepEqual([response.status, await response.json()], [403, { detail }]);
  });
});

describe('a proxy that is trusted', () => {
  const app = useApp({ env: { AUTH_SCHEMES: SCHEMES, TRUST_PROXY: '1' } });
  const alice = useUser(app, 'alice');

  const status = async (headers: Record<string, string>) =>
    (await app.fetch('/snippets/', { headers: { ...tokenHeader(alice), ...headers } })).status;

  it('lets credentials in when it says that they came by HTTPS', async () => {
    assert.equal(await status({ 'X-Forwarded-For': '192.0.2.60', 'X-Forwarded-Proto': 'https' }), 200);
  });

  it('keeps them out when it says that they did not, or does not say', async () => {
    assert.equal(await status({ 'X-Forwarded-For': '192.0.2.60', 'X-Forwarded-Proto': 'http' }), 401);
    assert.equal(await status({ 'X-Forwarded-For': '192.0.2.60' }), 401);
    assert.equal(await status({ Forwarded: 'for=192.0.2.60;proto=https' }), 401);
  });

  it('is not needed for requests from this machine', async () => {
    assert.equal(await status({}), 200);
  });

  it('marks cookies as Secure', async () => {
    const cookies = async (headers: Record<string, string>) =>
      (await app.fetch('/api-auth/login/', { headers })).headers.getSetCookie();
    const over = await cookies({ 'X-Forwarded-For': '192.0.2.60', 'X-Forwarded-Proto': 'https' });
    assert.ok(over.length > 0 && over.every((cookie) => /; secure/i.test(cookie)), over.join('\n'));
    assert.ok((await cookies({})).every((cookie) => !/; secure/i.test(cookie)));
  });
});

describe('ALLOW_INSECURE_CREDENTIALS=true', () => {
  it('accepts credentials over plain HTTP', async () => {
    const app = await startApp({ env: { AUTH_SCHEMES: SCHEMES, ALLOW_INSECURE_CREDENTIALS: 'true' } });
    const alice = await app.addUser('alice');
    for (const headers of FORWARDED)
      assert.equal((await app.fetch('/', { headers: { ...tokenHeader(alice), ...headers } })).status, 200);
    await app.close();
  });
});

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const skip = OUTSIDE === undefined && process.env.CI !== 'true' && 'needs an address beside the loopback one';

describe('plain HTTP from another machine', { skip }, () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    assert.ok(OUTSIDE, 'needs an address beside the loopback one');
    app = await startApp({ env: { AUTH_SCHEMES: SCHEMES, HOST: '0.0.0.0' } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  /** A connection to an address of the network comes from that address too. */
  const outside = (path: string) => `http://${OUTSIDE}:${new URL(app.url).port}${path}`;

  for (const [name, path, init] of CREDENTIALS) {
    it(`is no way for ${name}`, async () => {
      const response = await fetch(outside(path), init);
      assert.deepEqual([response.status, await response.json()], [401, REFUSED]);
    });
  }

  it('is no way for right credentials either, whatever it claims to be', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'https' }, { Host: 'localhost' }])
      assert.equal(
        (await fetch(outside('/'), { headers: { ...tokenHeader(alice), ...headers } })).status,
        401,
      );
    const { port } = new URL(app.url);
    const local = await fetch(`http://127.0.0.1:${port}/`, { headers: tokenHeader(alice) });
    assert.equal(local.status, 200);
  });
});
