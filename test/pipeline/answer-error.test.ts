/** Error answers: of what breaks inside, in a deployment's own style, and to input of any length. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { ApiError, AuthenticationFailed, ServiceUnavailable } from '#src/errors/index.js';
import type { AuthenticationScheme, ErrorContext, ErrorHandler } from '#src/extension.js';
import { basicHeader, type TestApp, useApp, useUser } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { form, json, useSnippetApp } from './parsing/bodies.js';

const SECRET = 'the password of the database is hunter2';
const UNKNOWN = { detail: 'A server error occurred.' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

class Teapot extends ApiError {
  static override readonly status = 418;
  static override readonly defaultDetail = 'I am a teapot.';
}

class Expired extends AuthenticationFailed {
  static override readonly defaultDetail = 'These credentials have expired.';
}

const ERRORS: Readonly<Record<string, () => unknown>> = {
  teapot: () => new Teapot(),
  'teapot with detail': () => new Teapot({ detail: 'Short and stout.', headers: { 'X-Tea': 'green' } }),
  'teapot with a header of two lines': () => new Teapot({ headers: { 'X-Tea': 'green\nblack' } }),
  'teapot with a status of its own': () => Object.assign(new Teapot(), { status: 99 }),
  'teapot with a body that is no JSON': () =>
    Object.defineProperty(new Teapot(), 'body', { value: { detail: 1n } }),
  expired: () => new Expired(),
  outage: () => new ServiceUnavailable(7, { cause: new Error('directory server is down') }),
  nothing: () => undefined,
  unknown: () => new Error(SECRET, { cause: new Error('deeper reason') }),
};

/** Raises what a request asks for, where any code of a deployment may raise it. */
const raising: AuthenticationScheme = {
  name: 'raising',
  securityScheme: { type: 'apiKey', in: 'header', name: 'X-Raise' },
  async authenticate({ headers }) {
    const raised = headers['x-raise'];
    if (typeof raised === 'string') throw ERRORS[raised]?.();
    return undefined;
  },
};
const RAISING = { deployment: { schemes: [raising] }, env: { AUTH_SCHEMES: 'basic,raising' } };

/** Plain requests: what a deployment makes of its errors is no part of the contract. */
const raise = (app: TestApp, what: string) =>
  fetch(`${app.url}/snippets/`, { headers: { 'X-Raise': what, 'X-Request-Id': what.replaceAll(' ', '-') } });

describe('an error without a handler of the deployment', () => {
  const recorded = recordLog();
  const app = useApp({ ...RAISING, log: recorded.log });
  const alice = useUser(app, 'alice');

  for (const [what, status, detail, headers] of [
    ['teapot', 418, 'I am a teapot.', {}],
    ['teapot with detail', 418, 'Short and stout.', { 'x-tea': 'green' }],
    ['teapot with a header of two lines', 500, UNKNOWN.detail, {}],
    ['teapot with a status of its own', 500, UNKNOWN.detail, {}],
    ['teapot with a body that is no JSON', 500, UNKNOWN.detail, {}],
    ['expired', 401, 'These credentials have expired.', { 'www-authenticate': 'Basic realm="api"' }],
    ['outage', 503, 'Service temporarily unavailable, try again later.', { 'retry-after': '7' }],
    ['unknown', 500, UNKNOWN.detail, {}],
    ['nothing', 500, UNKNOWN.detail, {}],
  ] as const)
    it(`is answered with ${status} and nothing of what is inside: ${what}`, async () => {
      const response = await raise(app, what);
      assert.deepEqual([response.status, await response.text()], [status, JSON.stringify({ detail })]);
      assert.equal(response.headers.get('Content-Type'), 'application/json');
      assert.equal(response.headers.get('Allow'), 'GET, POST, HEAD, OPTIONS');
      const found: Record<string, string> = {};
      response.headers.forEach((value, name) => {
        assert.doesNotMatch(value, /hunter2|Error|node_modules/);
        if (['www-authenticate', 'x-tea', 'retry-after'].includes(name)) found[name] = value;
      });
      assert.deepEqual(found, headers);
      assert.equal((await app.client(alice).createSnippet({ code: 'x' })).owner, 'alice', 'it goes on');
    });

  it('is logged with its stack, its causes and the id of the request when it is unknown', async () => {
    const { err, level } = await recorded.line('request failed', ({ request }) => request === 'unknown');
    const { type, message, stack } = err as Record<string, string>;
    assert.deepEqual([level, type], [50, 'Error']);
    assert.match(message ?? '', new RegExp(SECRET));
    assert.match(stack ?? '', /answer-error\.test\.ts.*deeper reason/s);
    const { status, path } = await recorded.line('answered', ({ request }) => request === 'unknown');
    assert.deepEqual([status, path], [500, '/snippets/']);
  });

  it('is one line without a stack when it is an outage, and none when it is expected', async () => {
    const line = await recorded.line('unavailable');
    assert.equal(line.request, 'outage');
    assert.match(String(line.reason), /directory server is down/);
    assert.doesNotMatch(JSON.stringify(line), / at /);
    const headers = { ...basicHeader(alice), 'X-Request-Id': 'expected-failure' };
    for (const path of ['/nothing/', '/snippets/999/', '/snippets/?format=xml'])
      await app.raw({ path, headers });
    await recorded.line('answered', ({ request }) => request === 'expected-failure');
    assert.doesNotMatch(recorded.text(), /"request":"(expected-failure|expired)","msg":"request failed"/);
  });
});

describe('a handler of errors that adds status_code, and answers unknown ones in its own way', () => {
  const seen: { error: unknown; context: ErrorContext }[] = [];
  const handleError: ErrorHandler = async (error, context) => {
    seen.push({ error, context });
    const { standard } = context;
    const unknown = { status: 502, headers: { 'X-Mine': 'yes' }, body: { detail: 'unknown' } };
    return standard ? { ...standard, body: { ...standard.body, status_code: standard.status } } : unknown;
  };
  const env = { AUTH_SCHEMES: 'basic,raising,token,oauth2' };
  const app = useApp({ env, deployment: { schemes: [raising], handleError } });
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });
  beforeEach(() => {
    seen.length = 0;
  });

  for (const [what, status, path, init] of [
    ['an unknown path', 404, '/nothing/', {}],
    ['a missing snippet', 404, '/snippets/999/', {}],
    ['a missing method', 405, '/users/', { method: 'DELETE' }],
    ['an unacceptable type', 406, '/snippets/', { headers: { Accept: 'image/png' } }],
    ['an anonymous write', 401, '/snippets/', { method: 'POST' }],
    ['a custom kind', 418, '/snippets/', { headers: { 'X-Raise': 'teapot' } }],
    ['malformed data', 400, '/snippets/', { body: '{"code', headers: JSON_TYPE }],
    ['an unsupported type', 415, '/snippets/', { body: 'x', headers: { 'Content-Type': 'text/plain' } }],
  ] as const)
    it(`styles ${what}, headers kept`, async () => {
      const sent = 'body' in init && { method: 'POST', headers: { ...basicHeader(alice), ...init.headers } };
      const response = await fetch(`${app.url}${path}`, { ...init, ...sent });
      const body = await response.json();
      assert.deepEqual([response.status, body.status_code, typeof body.detail], [status, status, 'string']);
      const challenge = response.headers.get('WWW-Authenticate');
      assert.equal(challenge, status === 401 ? 'Basic realm="api"' : null);
    });

  it('sees neither validation that failed, nor refused logins, nor redirects, nor what is no error', async () => {
    const headers = { ...basicHeader(alice), ...JSON_TYPE };
    for (const request of [
      { method: 'POST', path: '/snippets/', headers, body: '{}' },
      { method: 'PUT', path: '/snippets/1/', headers, body: '{"code":7}' },
      { path: '/snippets/?limit=0' },
      {
        method: 'POST',
        path: '/api-token-auth/',
        ...form('urlencoded', { username: 'alice', password: 'x' }),
      },
      { method: 'POST', path: '/oauth2/access_token/', ...form('urlencoded', { grant_type: 'x' }) },
    ]) {
      const response = await app.raw(request);
      assert.equal(response.status, 400, request.path);
      assert.ok(!('status_code' in (await response.json())));
    }
    for (const path of ['/snippets', '/snippets/', '/healthz']) await app.raw({ path });
    assert.deepEqual(seen, []);
  });

  it('sees the error itself, the request, and the standard answer, which an unknown error does not have', async () => {
    await app.raw({ method: 'DELETE', path: '/users/1/?x=1' });
    const response = await raise(app, 'unknown');
    const [known, unknown] = seen;
    assert.ok(known?.error instanceof ApiError && known.error.name === 'MethodNotAllowed');
    const standard = { status: 405, headers: {}, body: { detail: "Method 'DELETE' not allowed." } };
    assert.deepEqual(known.context, { method: 'DELETE', path: '/users/1/', standard });
    assert.match(String(unknown?.error), /hunter2/);
    assert.equal(unknown?.context.standard, undefined);
    assert.deepEqual([response.status, await response.json()], [502, { detail: 'unknown' }]);
    assert.equal(response.headers.get('X-Mine'), 'yes');
  });
});

describe('a handler of errors that cannot handle one', () => {
  const circular: Record<string, unknown> = { detail: 'round' };
  circular.self = circular;
  const BODY = { detail: 'x' };
  const outcomes: Readonly<Record<string, () => unknown>> = {
    'throws at once': () => {
      throw new Error('the handler itself is broken');
    },
    'rejects later': () => Promise.reject(new Teapot()),
    declines: () => undefined,
    'declines later': async () => undefined,
    'answers null': () => null,
    'answers nothing like an answer': () => ({}),
    'answers no HTTP status': () => ({ status: 4000, headers: {}, body: BODY }),
    'answers a body that is no JSON': () => ({ status: 400, headers: {}, body: circular }),
    'answers a broken header': () => ({ status: 400, headers: { 'X-Broken': 'a\r\nb' }, body: BODY }),
  };
  let outcome = '';
  // What plain JavaScript may return is wider than the type.
  const handleError = () => outcomes[outcome]?.() as ReturnType<ErrorHandler>;
  const app = useApp({ deployment: { handleError } });

  for (const name of Object.keys(outcomes))
    it(`because it ${name}: the standard 500 results`, async () => {
      outcome = name;
      const response = await fetch(`${app.url}/snippets/999/`);
      assert.deepEqual([response.status, await response.json()], [500, UNKNOWN]);
      assert.equal(response.headers.get('Content-Type'), 'application/json');
      assert.equal(response.headers.get('X-Broken'), null);
      assert.equal((await app.raw({ path: '/snippets/' })).status, 200);
    });
});

/** Quotes grow most on the way into JSON and HTML. */
const QUOTES = '"'.repeat(500_000);
const HEADER = 'x'.repeat(10_000);
const TWICE = `${'x'.repeat(5000)}=""`;

describe('an answer to input that is refused', () => {
  const BASE_URL = 'http://a.example';
  const app = useSnippetApp({ env: { AUTH_SCHEMES: 'session,basic,token,oauth1', BASE_URL } });
  before(() => app.create(json({ code: 'x' })));

  const choices = { code: 'x', language: HEADER, style: QUOTES.slice(0, 1e5) };
  for (const [what, body] of [
    ['a choice in JSON', json({ code: 'x', language: QUOTES })],
    ['both choices in a form', form('urlencoded', choices)],
    ['a title', json({ code: 'x', title: QUOTES })],
    ['an unknown member', json({ code: '', [QUOTES.slice(0, 2e5)]: QUOTES.slice(0, 2e5) })],
    ['JSON that is none', { headers: JSON_TYPE, body: QUOTES }],
  ] as const)
    it(`does not quote all of ${what}, on a page neither`, async () => {
      for (const [Accept, most] of [
        ['application/json', 1500],
        ['text/html', 60_000],
      ] as const) {
        const response = await app.post({ ...body, headers: { ...body.headers, Accept } });
        const answer = await response.text();
        assert.equal(response.status, 400);
        assert.ok(answer.length < most, `${answer.length} characters`);
      }
    });

  for (const [what, method, path, headers, said = /"detail"|^$/] of [
    ['Content-Type', 'POST', '', { 'Content-Type': HEADER }],
    ['Origin', 'POST', '', { Origin: HEADER }],
    ['Content-Encoding', 'POST', '', { 'Content-Encoding': HEADER }],
    ['Accept', 'POST', '', { Accept: HEADER }],
    ['X-Request-Id', 'POST', '', { 'X-Request-Id': HEADER, 'Content-Type': 'a/b' }],
    ['Idempotency-Key', 'POST', '', { 'Idempotency-Key': HEADER }],
    ['a path without its last slash', 'GET', '1'.repeat(10_000), {}],
    ['a filter', 'GET', `?language=${HEADER}`, {}],
    ['a position', 'GET', `?after=${HEADER}`, {}],
    ['a parameter twice', 'GET', '', { Authorization: `OAuth ${TWICE},${TWICE}` }, /is given twice/],
  ] as const)
    it(`does not quote all of ${what}`, async () => {
      const response = await app.fetch(`/snippets/${path}`, {
        method,
        headers: { ...basicHeader(app.alice), ...headers },
        body: method === 'POST' ? Uint8Array.from([0x61]) : null,
      });
      const answer = await response.text();
      assert.ok(response.status >= 300 && said.test(answer), answer);
      assert.ok(answer.length < 1500, `${answer.length} characters`);
    });

  it('shows the beginning of a long choice, without half of a character', async () => {
    const refusal = await app.refusal(json({ code: 'x', style: `${'a'.repeat(199)}${'😀'.repeat(9)}` }));
    assert.deepEqual(refusal.style, [`"${'a'.repeat(199)}…" is not a valid choice.`]);
  });

  for (const field of ['title', 'code', 'language', 'style'])
    for (const path of ['/snippets/', '/snippets/?format=api', '/snippets/1/'])
      it(`shows on the page of ${path} an object without toString as ${field}`, async () => {
        const method = path.endsWith('1/') ? 'PUT' : 'POST';
        const body = JSON.stringify({ code: 'x', [field]: { toString: 1 } });
        const headers = { ...basicHeader(app.alice), ...JSON_TYPE, Accept: 'text/html' };
        const { status, headers: answered } = await app.fetch(path, { method, headers, body });
        assert.deepEqual([status, answered.get('content-type')], [400, 'text/html; charset=utf-8']);
      });

  it('is a page for a body that is nested too deeply, when a page is asked for', async () => {
    const body = `{"code":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const response = await app.post({ headers: { ...JSON_TYPE, Accept: 'text/html' }, body });
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(await response.text(), /JSON parse error - the body is nested deeper than 64 levels/);
  });
});
