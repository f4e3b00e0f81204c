/** Over plain HTTP credentials are refused before they are looked at; only from this very machine they are not. */
import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { basicHeader, startApp, tokenHeader, useApp, useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

type Headers = Record<string, string>;

const AUTH_SCHEMES = 'basic,token,oauth2,session';
const REFUSED = { detail: 'This authentication scheme requires HTTPS.' };
const FROM = { 'X-Forwarded-For': '192.0.2.60' };

/** By whom a request on a loopback connection was forwarded, if by anybody. */
const FORWARDED: Headers[] = [
  { Forwarded: 'for=192.0.2.60;proto=http' },
  FROM,
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Forwarded-Host': 'snippets.example.com' },
  { 'X-FORWARDED-PORT': '443' },
  { Via: '1.1 proxy' },
  { 'X-Real-IP': '192.0.2.60' },
];

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

/** Everything that takes credentials, with wrong and malformed ones among them: none is looked at. */
const CREDENTIALS: [name: string, path: string, headers: Headers, init?: RequestInit][] = [
  ['Basic', '/snippets/', basicHeader({ username: 'alice', password: 'wrong' })],
  ['malformed Basic', '/snippets/', { Authorization: 'Basic a b' }],
  ['a token', '/users/', tokenHeader({ token: 'wrong' })],
  ['a bearer token', '/snippets/', { Authorization: 'Bearer wrong' }],
  ['the token endpoint', '/api-token-auth/', {}, form({ username: 'alice', password: 'wrong' })],
];

describe('plain HTTP through a proxy that is not trusted', () => {
  const app = useApp({ env: { AUTH_SCHEMES } });

  for (const [name, path, credentials, init] of CREDENTIALS)
    it(`is no way for ${name}, by whatever header it is marked`, async () => {
      for (const forwarded of FORWARDED) {
        const response = await app.fetch(path, { ...init, headers: { ...credentials, ...forwarded } });
        assert.deepEqual([response.status, await response.json()], [401, REFUSED], JSON.stringify(forwarded));
        assert.equal(response.headers.get('WWW-Authenticate'), 'Basic realm="api"');
      }
    });

  it('is refused by the OAuth 2.0 endpoint with the error of RFC 6749', async () => {
    const client = { client_id: 'c', client_secret: 'd' };
    const grant = form({ grant_type: 'password', username: 'a', password: 'b', ...client });
    const response = await app.fetch('/oauth2/access_token/', { ...grant, headers: FROM });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('WWW-Authenticate'), 'Basic realm="oauth2"');
    const { error, detail } = await response.json();
    assert.deepEqual([error, detail], ['invalid_client', REFUSED.detail]);
  });

  it('serves anonymous reads', async () => {
    for (const headers of FORWARDED) assert.equal((await app.fetch('/snippets/', { headers })).status, 200);
  });

  it('shows the login form, and refuses to take it', async () => {
    const wrong = { username: 'alice', password: 'wrong' };
    const response = await new Browser(app).tryLogIn(wrong, '', FROM);
    assert.deepEqual([response.status, await response.json()], [401, REFUSED]);
  });

  it('does not make another host this one: X-Forwarded-Host is ignored where origins are compared', async () => {
    const Origin = 'https://evil.example';
    const headers = { Origin, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    const response = await new Browser(app).tryLogIn({ username: 'a', password: 'b' }, '', headers);
    const detail = `CSRF Failed: Origin checking failed - ${Origin} does not match any trusted origins.`;
    assert.deepEqual([response.status, await response.json()], [403, { detail }]);
  });
});

describe('a proxy that is trusted', () => {
  const app = useApp({ env: { AUTH_SCHEMES, TRUST_PROXY: '1' } });
  const alice = useUser(app, 'alice');

  for (const [what, headers, status] of [
    ['lets in what came by HTTPS', { ...FROM, 'X-Forwarded-Proto': 'https' }, 200],
    ['keeps out what came by HTTP', { ...FROM, 'X-Forwarded-Proto': 'http' }, 401],
    ['keeps out what it says nothing about', FROM, 401],
    ['says nothing by Forwarded', { Forwarded: 'for=192.0.2.60;proto=https' }, 401],
    ['is not needed for requests from this machine', {}, 200],
  ] as const)
    it(what, async () => {
      const response = await app.fetch('/snippets/', { headers: { ...tokenHeader(alice), ...headers } });
      assert.equal(response.status, status);
    });
});

it('ALLOW_INSECURE_CREDENTIALS=true accepts credentials over plain HTTP', async (t) => {
  const app = await startApp({ env: { AUTH_SCHEMES, ALLOW_INSECURE_CREDENTIALS: 'true' } }, t);
  const credentials = tokenHeader(await app.addUser('alice'));
  for (const headers of FORWARDED)
    assert.equal((await app.fetch('/', { headers: { ...credentials, ...headers } })).status, 200);
});

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const skip = OUTSIDE === undefined && process.env.CI !== 'true' && 'needs an address beside the loopback one';

describe('plain HTTP from another machine', { skip }, () => {
  const app = useApp({ env: { AUTH_SCHEMES, HOST: '0.0.0.0' } });
  const alice = useUser(app, 'alice');

  /** A connection to an address of the network comes from that address too. */
  const outside = (path: string) => `http://${OUTSIDE ?? assert.fail()}:${new URL(app.url).port}${path}`;

  it('is no way for credentials, wrong or right, whatever it claims to be', async () => {
    for (const [name, path, headers, init] of [
      ...CREDENTIALS,
      ...[{}, { 'X-Forwarded-Proto': 'https' }, { Host: 'localhost' }].map(
        (claimed) => ['a right token', '/', { ...tokenHeader(alice), ...claimed }, {}] as const,
      ),
    ] as const) {
      const response = await fetch(outside(path), { ...init, headers });
      assert.deepEqual([response.status, await response.json()], [401, REFUSED], name);
    }
    const local = outside('/').replace(String(OUTSIDE), '127.0.0.1');
    assert.equal((await fetch(local, { headers: tokenHeader(alice) })).status, 200);
  });
});
