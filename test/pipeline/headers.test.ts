import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, type TestApp, useApp } from '../helpers/app.js';

const MINE = 'https://editor.example';
const THEIRS = 'https://evil.example';
const PATHS = ['/', '/snippets/', '/nothing/', '/snippets/999/', '/snippets/?format=xml'];

/** Plain requests: with CORS on, answers carry headers that a deployment without it does not declare. */
const ask = (app: TestApp, path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init);

const corsHeaders = ({ headers }: Response) => {
  const found: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (name.startsWith('access-control-')) found[name] = value;
  });
  return found;
};

describe('every answer', () => {
  const app = useApp();

  it('forbids content sniffing and sending the referrer to other sites', async () => {
    for (const path of PATHS) {
      const { headers } = await app.raw({ path });
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'same-origin');
      assert.equal(headers.get('X-Powered-By'), null);
      assert.equal(headers.get('Server'), null);
    }
  });

  it('may not be read by scripts of other origins if CORS_ORIGINS is not set', async () => {
    for (const path of PATHS) {
      const response = await ask(app, path, { headers: { Origin: MINE } });
      assert.deepEqual(corsHeaders(response), {});
    }
  });

  it('allows every origin to read the specification', async () => {
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const response = await app.fetch(path, { headers: { Origin: THEIRS } });
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    }
  });
});

describe('with CORS_ORIGINS set', () => {
  const app = useApp({ env: { CORS_ORIGINS: `https://other.example,${MINE}` } });

  it('the scripts of these origins may read every answer, errors too, and the headers that matter', async () => {
    const requests = [
      ...PATHS.map((path) => [path, {}] as const),
      ['/snippets/', { method: 'POST' }] as const,
    ];
    for (const [path, init] of requests) {
      const response = await ask(app, path, { ...init, headers: { Origin: MINE } });
      const { 'access-control-expose-headers': exposed = '', ...rest } = corsHeaders(response);
      assert.deepEqual(rest, {
        'access-control-allow-origin': MINE,
        'access-control-allow-credentials': 'true',
      });
      for (const name of [
        'ETag',
        'Idempotency-Replayed',
        'Link',
        'Location',
        'Retry-After',
        'WWW-Authenticate',
      ]) {
        assert.ok(exposed.split(',').includes(name), `${name} in ${exposed}`);
      }
      assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/);
    }
  });

  for (const origin of [
    THEIRS,
    'null',
    'http://editor.example',
    `${MINE}:444`,
    `${MINE}.evil.example`,
    'https://sub.editor.example',
  ]) {
    it(`the scripts of ${origin} may not read any answer`, async () => {
      for (const init of [{}, { method: 'OPTIONS' }]) {
        const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' };
        const response = await ask(app, '/snippets/', { ...init, headers });
        assert.deepEqual(corsHeaders(response), {});
        // Caches must not hand the answer for one origin to another.
        assert.match(response.headers.get('Vary') ?? '', /\bOrigin\b/);
      }
    });
  }

  it('a preflight is answered before authentication, because it carries no credentials', async () => {
    for (const path of ['/snippets/', '/snippets/1/', '/nothing/']) {
      const response = await ask(app, path, {
        method: 'OPTIONS',
        headers: {
          Origin: MINE,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match',
        },
      });
      assert.equal(response.status, 204);
      const allowed = corsHeaders(response);
      assert.equal(allowed['access-control-allow-origin'], MINE);
      assert.equal(allowed['access-control-allow-credentials'], 'true');
      assert.match(allowed['access-control-allow-methods'] ?? '', /\bPUT\b.*\bDELETE\b/);
      assert.equal(
        allowed['access-control-allow-headers'],
        'authorization,content-type,idempotency-key,if-match',
      );
    }
  });

  it('the specification stays open to all origins, and so without credentials, which browsers refuse beside `*`', async () => {
    const response = await ask(app, '/openapi.json', { headers: { Origin: MINE } });
    const { 'access-control-expose-headers': _, ...allowed } = corsHeaders(response);
    assert.deepEqual(allowed, { 'access-control-allow-origin': '*' });
  });

  it('OPTIONS without preflight headers still describes the resource', async () => {
    const response = await app.raw({ method: 'OPTIONS', path: '/snippets/' });
    assert.equal((await response.json()).name, 'Snippet List');
  });
});

it('Strict-Transport-Security is sent over HTTPS, errors included, and never over plain HTTP', async () => {
  const app = await startApp({ env: { TRUST_PROXY: '1' } });
  const hsts = async (path: string, headers: Record<string, string>) =>
    (await app.fetch(path, { headers })).headers.get('strict-transport-security');
  for (const path of ['/snippets/', '/snippets/9/', '/nothing/']) {
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'https' }), 'max-age=31536000');
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'http' }), null);
    assert.equal(await hsts(path, {}), null);
  }
  await app.close();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  const app = useApp();

  it('is on every answer and differs each time', async () => {
    const ids = new Set<string | null>();
    const requests = [
      { path: '/' },
      { path: '/' },
      { path: '/nothing/' },
      { path: '/snippets' },
      { path: '/snippets/', method: 'POST' },
      { path: '/snippets/?format=xml' },
      { path: '/healthz' },
    ];
    for (const request of requests) ids.add((await app.raw(request)).headers.get('X-Request-Id'));
    assert.equal(ids.size, requests.length);
    for (const id of ids) assert.match(id ?? '', UUID);
  });

  for (const id of ['7', 'a.b-c_D', 'x'.repeat(64)]) {
    it(`is the client's own when it is harmless: ${id}`, async () => {
      const response = await app.raw({ path: '/nothing/', headers: { 'X-Request-Id': id } });
      assert.equal(response.headers.get('X-Request-Id'), id);
    });
  }

  for (const id of ['', 'x'.repeat(65), 'a b', '{"x":1}', 'é', ['a', 'b']]) {
    it(`replaces the harmful or malformed id ${JSON.stringify(id)}`, async () => {
      const response = await app.raw({ path: '/', headers: { 'X-Request-Id': id } });
      assert.match(response.headers.get('X-Request-Id') ?? '', UUID);
    });
  }
});
