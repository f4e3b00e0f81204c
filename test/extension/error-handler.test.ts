/** A deployment's own error style. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiError, AuthenticationFailed } from '#src/errors/index.js';
import type { AuthenticationScheme, ErrorContext, ErrorHandler } from '#src/extension.js';
import { basicHeader, startApp, type TestApp, useApp, useUser } from '../helpers/app.js';

class Teapot extends ApiError {
  static override readonly status = 418;
  static override readonly defaultDetail = 'I am a teapot.';
}

class Expired extends AuthenticationFailed {
  static override readonly defaultDetail = 'These credentials have expired.';
}

/** Raises what a request asks for, where any code of a deployment may raise it. */
const raising: AuthenticationScheme = {
  name: 'raising',
  securityScheme: { type: 'apiKey', in: 'header', name: 'X-Raise' },
  authenticate({ headers }) {
    switch (headers['x-raise']) {
      case undefined:
        return undefined;
      case 'teapot':
        throw new Teapot();
      case 'teapot with detail':
        throw new Teapot({ detail: 'Short and stout.', headers: { 'X-Tea': 'green' } });
      case 'expired':
        throw new Expired();
      case 'nothing':
        return Promise.reject(undefined);
      default:
        throw new Error('the password of the database is hunter2');
    }
  },
};

/** Plain requests: what a deployment makes of its errors is no part of the contract. */
const raise = (app: TestApp, what: string, path = '/snippets/') =>
  fetch(`${app.url}${path}`, { headers: { 'X-Raise': what } });

describe('errors without a handler of the deployment', () => {
  const app = useApp({ deployment: { schemes: [raising] }, env: { AUTH_SCHEMES: 'basic,raising' } });

  for (const [what, status, body] of [
    ['teapot', 418, { detail: 'I am a teapot.' }],
    ['teapot with detail', 418, { detail: 'Short and stout.' }],
    ['expired', 401, { detail: 'These credentials have expired.' }],
    ['an unknown error', 500, { detail: 'A server error occurred.' }],
    ['nothing', 500, { detail: 'A server error occurred.' }],
  ] as const) {
    it(`answer ${what} with ${status}`, async () => {
      const response = await raise(app, what);
      assert.deepEqual([response.status, await response.json()], [status, body]);
      assert.equal(response.headers.get('Content-Type'), 'application/json');
      assert.equal(response.headers.get('Allow'), 'GET, POST, HEAD, OPTIONS');
      assert.equal(response.headers.get('WWW-Authenticate'), status === 401 ? 'Basic realm="api"' : null);
      assert.equal(response.headers.get('X-Tea'), what === 'teapot with detail' ? 'green' : null);
    });
  }
});

describe('a handler that adds status_code', () => {
  const seen: { error: unknown; context: ErrorContext }[] = [];
  const handleError: ErrorHandler = (error, context) => {
    seen.push({ error, context });
    const { standard } = context;
    return standard && { ...standard, body: { ...standard.body, status_code: standard.status } };
  };
  const app = useApp({
    deployment: { schemes: [raising], handleError },
    env: { AUTH_SCHEMES: 'basic,raising' },
  });
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });
  beforeEach(() => {
    seen.length = 0;
  });

  const JSON_BODY = { 'Content-Type': 'application/json' };
  for (const [what, status, path, init] of [
    ['an unknown path', 404, '/nothing/', {}],
    ['a missing snippet', 404, '/snippets/999/', {}],
    ['a missing method', 405, '/users/', { method: 'DELETE' }],
    ['an unacceptable type', 406, '/snippets/', { headers: { Accept: 'image/png' } }],
    ['an anonymous write', 401, '/snippets/', { method: 'POST' }],
    ['a custom kind', 418, '/snippets/', { headers: { 'X-Raise': 'teapot' } }],
  ] as const) {
    it(`styles ${what}, headers kept`, async () => {
      const response = await fetch(`${app.url}${path}`, init);
      const body = await response.json();
      assert.deepEqual([response.status, body.status_code, typeof body.detail], [status, status, 'string']);
      const challenge = response.headers.get('WWW-Authenticate');
      assert.equal(challenge, status === 401 ? 'Basic realm="api"' : null);
    });
  }

  for (const [what, status, body, headers] of [
    ['malformed data', 400, '{"code', JSON_BODY],
    ['an unsupported type', 415, 'x', { 'Content-Type': 'text/plain' }],
  ] as const) {
    it(`styles ${what}`, async () => {
      const sent = { ...basicHeader(alice), ...headers };
      const response = await fetch(`${app.url}/snippets/`, { method: 'POST', headers: sent, body });
      assert.deepEqual([response.status, (await response.json()).status_code], [status, status]);
    });
  }

  it('does not see validation that failed', async () => {
    const headers = { ...basicHeader(alice), ...JSON_BODY };
    for (const request of [
      { method: 'POST', path: '/snippets/', headers, body: '{}' },
      { method: 'PUT', path: '/snippets/1/', headers, body: '{"code":7}' },
      { path: '/snippets/?limit=0' },
    ]) {
      const response = await app.raw(request);
      assert.equal(response.status, 400, request.path);
      assert.ok(!('status_code' in (await response.json())));
    }
    assert.deepEqual(seen, []);
  });

  it('does not see redirects and what is no error', async () => {
    for (const path of ['/snippets', '/snippets/', '/healthz']) await app.raw({ path });
    assert.deepEqual(seen, []);
  });

  it('sees the error itself, the request, and the standard answer', async () => {
    await app.raw({ method: 'DELETE', path: '/users/1/?x=1' });
    const [{ error, context } = {}] = seen;
    assert.ok(error instanceof ApiError && error.name === 'MethodNotAllowed');
    assert.deepEqual(context, {
      method: 'DELETE',
      path: '/users/1/',
      standard: { status: 405, headers: {}, body: { detail: "Method 'DELETE' not allowed." } },
    });
  });

  it('sees unknown errors, and that the service has no answer to them', async () => {
    const response = await raise(app, 'an unknown error');
    const [{ error, context } = {}] = seen;
    assert.match(String(error), /hunter2/);
    assert.equal(context?.standard, undefined);
    // It declined.
    assert.deepEqual([response.status, await response.json()], [500, { detail: 'A server error occurred.' }]);
  });
});

describe('a handler that cannot handle an error', () => {
  const circular: Record<string, unknown> = { detail: 'round' };
  circular.self = circular;
  const outcomes: Readonly<Record<string, () => unknown>> = {
    'throws at once': () => {
      throw new Error('the handler itself is broken');
    },
    'rejects later': async () => {
      throw new Teapot();
    },
    declines: () => undefined,
    'declines later': async () => undefined,
    'answers null': () => null,
    'answers nothing like an answer': () => ({}),
    'answers no HTTP status': () => ({ status: 4000, headers: {}, body: { detail: 'x' } }),
    'answers a body that is no JSON': () => ({ status: 400, headers: {}, body: circular }),
    'answers a header that cannot be sent': () => ({
      status: 400,
      headers: { 'X-Broken': 'a\r\nb' },
      body: { detail: 'x' },
    }),
  };
  let app: TestApp;
  let outcome = 'declines';
  before(async () => {
    // What plain JavaScript may return is wider than the type.
    const handleError = () => outcomes[outcome]?.() as ReturnType<ErrorHandler>;
    app = await startApp({ deployment: { handleError } });
  });
  after(() => app.close());

  for (const name of Object.keys(outcomes)) {
    it(`because it ${name}: the standard 500 results`, async () => {
      outcome = name;
      const response = await fetch(`${app.url}/snippets/999/`);
      assert.deepEqual(
        [response.status, await response.json()],
        [500, { detail: 'A server error occurred.' }],
      );
      assert.equal(response.headers.get('Content-Type'), 'application/json');
      assert.equal(response.headers.get('X-Broken'), null);
      assert.equal((await app.raw({ path: '/snippets/' })).status, 200);
    });
  }
});

describe('a handler that knows better', () => {
  it('answers unknown errors in its own way, later too', async () => {
    const app = await startApp({
      deployment: {
        schemes: [raising],
        handleError: async (error) => ({
          status: 502,
          headers: { 'X-Mine': 'yes' },
          body: { detail: error instanceof ApiError ? 'known' : 'unknown' },
        }),
      },
      env: { AUTH_SCHEMES: 'raising' },
    });
    const response = await raise(app, 'an unknown error');
    assert.deepEqual([response.status, await response.json()], [502, { detail: 'unknown' }]);
    assert.equal(response.headers.get('X-Mine'), 'yes');
    await app.close();
  });
});
