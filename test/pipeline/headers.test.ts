import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, type TestApp, useApp } from '../helpers/app.js';

const MINE = 'https://editor.example';
const THEIRS = 'https://evil.example';
const PATHS = ['/', '/snippets/', '/nothing/', '/snippets/999/', '/snippets/?format=xml'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Plain requests: with CORS on, answers carry headers that a deployment without it does not declare. */
const ask = (app: TestApp, path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

const corsHeaders = ({ headers }: Response) => {
  const found: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (name.startsWith('access-control-')) found[name.replace('access-control-', '')] = value;
  });
  return found;
};

describe('every answer', () => {
  const app = useApp();

  it('forbids content sniffing and sending the referrer to other sites, and names no software', async () => {
    for (const path of PATHS) {
      const { headers } = await app.raw({ path });
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
      assert.deepEqual([headers.get('X-Powered-By'), headers.get('Server')], [null, null]);
    }
  });

  it('may not be read by scripts of other origins if CORS_ORIGINS is not set, but for the specification', async () => {
    for (const path of PATHS)
      assert.deepEqual(corsHeaders(await ask(app, path, { headers: { Origin: MINE } })), {});
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const response = await app.fetch(path, { headers: { Origin: THEIRS } });
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    }
  });

  it('has an X-Request-Id of its own', async () => {
    const ids = new Set<string | null>();
    const requests = [...['/', '/', ...PATHS, '/snippets', '/healthz'].map((path) => ({ path }))];
    for (const request of [...requests, { path: '/snippets/', method: 'POST' }])
      ids.add((await app.raw(request)).headers.get('X-Request-Id'));
    assert.equal(ids.size, requests.length + 1);
    for (const id of ids) assert.match(id ?? '', UUID);
  });

  it("has the client's X-Request-Id when it is harmless, and a new one when it is not", async () => {
    const idFor = async (id: string | string[]) =>
      (await app.raw({ path: '/nothing/', headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id');
    for (const id of ['7', 'a.b-c_D', 'x'.repeat(64)]) assert.equal(await idFor(id), id);
    for (const id of ['', 'x'.repeat(65), 'a b', '{"x":1}', 'é', ['a', 'b']])
      assert.match((await idFor(id)) ?? '', UUID);
  });
});

describe('with CORS_ORIGINS set', () => {
  const app = useApp({ env: { CORS_ORIGINS: `https://other.example,${MINE}` } });

  it('the scripts of these origins may read every answer, errors too, and the headers that matter', async () => {
    for (const [path, init] of [
      ...PATHS.map((path) => [path, {}] as const),
      ['/snippets/', { method: 'POST' }] as const,
    ]) {
      const response = await ask(app, path, { ...init, headers: { Origin: MINE } });
      const { 'expose-headers': exposed = '', ...rest } = corsHeaders(response);
      assert.deepEqual(rest, { 'allow-origin': MINE, 'allow-credentials': 'true' });
      const needed = ['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Retry-After', 'WWW-Authenticate'];
      for (const name of needed) assert.ok(exposed.split(',').includes(name), `${name} in ${exposed}`);
      assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/);
    }
  });

  const foreign = [
    `${MINE}:444`,
    `${MINE}.evil.example`,
    'http://editor.example',
    'https://sub.editor.example',
  ];
  for (const origin of [THEIRS, 'null', ...foreign])
    it(`the scripts of ${origin} may not read any answer`, async () => {
      for (const init of [{}, { method: 'OPTIONS' }]) {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' };
        const response = await ask(app, '/snippets/', { ...init, headers });
        assert.deepEqual(corsHeaders(response), {});
        // Caches must not hand the answer for one origin to another.
        assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/);
      }
    });

  it('a preflight is answered before authentication, because it carries no credentials', async () => {
    const asked = 'authorization,content-type,idempotency-key,if-match';
    const preflight = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': asked };
    for (const path of ['/snippets/', '/snippets/1/', '/nothing/']) {
      const headers = { Origin: MINE, ...preflight };
      const response = await ask(app, path, { method: 'OPTIONS', headers });
      assert.equal(response.status, 204);
      const { 'allow-methods': methods = '', ...allowed } = corsHeaders(response);
      assert.match(methods, /\bPUT\b.*\bDELETE\b/);
      const expected = { 'allow-origin': MINE, 'allow-credentials': 'true', 'allow-headers': asked };
      assert.deepEqual({ ...allowed, ...expected }, allowed);
    }
    const described = await app.raw({ method: 'OPTIONS', path: '/snippets/' });
    assert.equal((await described.json()).name, 'Snippet List', 'without the headers of a preflight');
  });

  it('the specification stays open to all origins, and so without credentials, which browsers refuse beside `*`', async () => {
    const response = await ask(app, '/openapi.json', { headers: { Origin: MINE } });
    const { 'expose-headers': _, ...allowed } = corsHeaders(response);
    assert.deepEqual(allowed, { 'allow-origin': '*' });
  });
});

it('Strict-Transport-Security is sent over HTTPS, errors included, and never over plain HTTP', async (t) => {
  const app = await startApp({ env: { TRUST_PROXY: '1' } }, t);
  const hsts = async (path: string, headers: Record<string, string>) =>
    (await app.fetch(path, { headers })).headers.get('strict-transport-security');
  for (const path of ['/snippets/', '/snippets/9/', '/nothing/']) {
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'https' }), 'max-age=31536000');
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'http' }), null);
    assert.equal(await hsts(path, {}), null);
  }
});
