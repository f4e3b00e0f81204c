// A failing call rejects with what is wrong: the service's refusal, a strange answer, or that no whole answer came.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from 'snippet-store/sdk';
import { answers, findClosedUrl, startClient } from './start-server.js';

const because = '{"detail":"Because."}';
const inFields = '{"detail":"Because.","code":["This field may not be blank."],"title":["Too long."]}';
const cut = '{"detail": "A ser';
const html = '<h1>Hotel</h1>';
const page = { 'Content-Type': 'text/html' };
const problem = { 'Content-Type': 'application/problem+json' };
const date = 'Sun, 22 Nov 2026 10:00:12 GMT';
const asctime = 'Sun Nov 22 10:00:12 2026';
const sent = date.replace('12 GMT', '00 GMT');

describe('a failed call', () => {
  /** What a refusal of the service is, unless a row says otherwise. */
  const refusal = {
    ...{ detail: 'Because.', body: { detail: 'Because.' }, fields: {}, retryAfter: undefined },
    message: /^getSnippet GET http:\/\/127\.0\.0\.1:\d+\/snippets\/9\/: \d{3} (Because\.|HTTP status \d{3})$/,
  };
  const fields = { code: ['This field may not be blank.'], title: ['Too long.'] };
  const lines = '400 Because.\n  code: This field may not be blank.\n  title: Too long.';
  /** What is not of the service stands in `body` as it came. */
  const strange = (name: string, status: number, body: string | undefined) =>
    ({ name, detail: `HTTP status ${status}`, body }) as const;
  const unexpected = (detail: RegExp, body: string) => ({ name: 'UnexpectedResponseError', detail, body });

  const rows: [error: object, status: number, text: string, headers?: object][] = [
    [{ name: 'BadRequestError' }, 400, because],
    [{ name: 'AuthenticationError' }, 401, because],
    [{ name: 'PermissionDeniedError' }, 403, because],
    [{ name: 'NotFoundError' }, 404, because],
    [{ name: 'StatusError' }, 405, because],
    [{ name: 'PreconditionFailedError' }, 412, because],
    [{ name: 'StatusError' }, 503, because],
    [{ name: 'BadRequestError' }, 400, because, problem],
    [
      { name: 'BadRequestError', fields, body: JSON.parse(inFields), message: new RegExp(`/: ${lines}$`) },
      400,
      inFields,
    ],
    [{ name: 'RateLimitError' }, 429, because],
    [{ name: 'RateLimitError', retryAfter: 12 }, 429, because, { 'Retry-After': '12' }],
    [{ name: 'RateLimitError', retryAfter: 12 }, 429, because, { 'Retry-After': date, Date: sent }],
    [{ name: 'RateLimitError', retryAfter: 12 }, 429, because, { 'Retry-After': asctime, Date: sent }],
    [{ name: 'RateLimitError' }, 429, because, { 'Retry-After': '-1' }],
    [{ name: 'RateLimitError' }, 429, because, { 'Retry-After': 'soon' }],
    [strange('StatusError', 413, html), 413, html, page],
    [strange('NotFoundError', 404, undefined), 404, '', page],
    [strange('PermissionDeniedError', 403, '{"message":"No"}'), 403, '{"message":"No"}'],
    [strange('StatusError', 500, cut), 500, cut],
    [strange('StatusError', 520, 'null'), 520, 'null'],
    [unexpected(/Expected application\/json/, html), 200, html, page],
    [unexpected(/Bad JSON/, html), 200, html],
    [unexpected(/Expected application\/json/, '[]'), 200, '[]', { 'Content-Type': 'text/plain' }],
  ];
  it('rejects with the class of its status, and with what the answer says', async (test) => {
    // A form of dates names no zone.
    const { TZ } = process.env;
    process.env.TZ = 'Asia/Tokyo';
    test.after(() => Object.assign(process.env, { TZ: TZ ?? '' }));
    const given = rows.map(([, status, text, headers]) =>
      answers(status, text, { 'X-Request-Id': 'b7f2', ...headers }),
    );
    const { store } = await startClient(test, given, { retries: 0 });
    for (const [error, status, , headers] of rows) {
      const common = { status, requestId: 'b7f2', operation: 'getSnippet', ...(status >= 300 && refusal) };
      await assert.rejects(
        store.getSnippet({ id: 9 }),
        { ...common, ...error },
        JSON.stringify([error, headers]),
      );
    }
    // The last answer again: a deletion expects none.
    await assert.rejects(store.deleteSnippet({ id: 1 }), { name: 'UnexpectedResponseError', body: '[]' });
  });

  it('names the reason when nobody listens', async () => {
    const baseUrl = await findClosedUrl();
    const { host } = new URL(baseUrl);
    await assert.rejects(createClient({ baseUrl, retries: 0 }).deleteSnippet({ id: 1 }), {
      name: 'ConnectionError',
      message: `deleteSnippet DELETE ${baseUrl}/snippets/1/: No whole answer: connect ECONNREFUSED ${host}`,
      status: undefined,
      mayBeDone: false,
    });
  });
});

describe('the reason', () => {
  const itself = new Error('itself');
  itself.cause = itself;
  const refused = { cause: new Error('self-signed certificate') };
  const rows: [thrown: unknown, reason: string, mayBeDone: boolean][] = [
    [itself, 'itself', true],
    [{ error: 'of no class' }, 'of no class', true],
    [new TypeError('fetch failed', { cause: { code: 'ECODE' } }), 'ECODE', true],
    [new TypeError('fetch failed', { cause: {} }), 'fetch failed', true],
    [new TypeError('fetch failed', refused), 'self-signed certificate', false],
  ];
  for (const [thrown, reason, mayBeDone] of rows) {
    it(`of a request that fails is told: ${reason}`, async () => {
      const fails = () => Promise.reject(thrown);
      const store = createClient({ baseUrl: 'http://127.0.0.1', fetch: fails, retries: 0 });
      const message = new RegExp(`: No whole answer: ${reason}${mayBeDone ? ' .may have been done.' : ''}$`);
      await assert.rejects(store.deleteSnippet({ id: 1 }), { name: 'ConnectionError', message, mayBeDone });
      const auth = fails;
      const anonymous = createClient({ baseUrl: 'http://127.0.0.1', auth, retries: 0 });
      const missing = { name: 'CredentialsError', message: new RegExp(`: No credentials: ${reason}$`) };
      await assert.rejects(anonymous.deleteSnippet({ id: 1 }), { ...missing, mayBeDone: false });
    });
  }
});

describe('a redirection', () => {
  it('is followed within the origin, five times, with method, body and credentials', async (test) => {
    const redirect = answers(308, '', { Location: '/snippets/?n=1' });
    const five = Array.from({ length: 5 }, () => redirect);
    const { store, received } = await startClient(test, [...five, answers(201, {}), redirect], {
      auth: () => 'Basic x',
    });
    await store.createSnippet({ code: 'x' });
    for (const { method, body, headers } of received)
      assert.deepEqual([method, body, headers.authorization], ['POST', '{"code":"x"}', 'Basic x']);
    await assert.rejects(store.createSnippet({ code: 'x' }), { name: 'RedirectError' });
    assert.equal(received.length, 12);
  });

  it('turns no write into a read, and to another origin sends nothing and names both', async (test) => {
    const elsewhere = await startClient(test, [answers(200, {})]);
    const Location = `${elsewhere.baseUrl}/snippets/`;
    for (const [status, headers, mayBeDone] of [
      [301, { Location: '/users/' }, true],
      [302, { Location: '/users/' }, true],
      [303, { Location: '/users/' }, true],
      [308, { Location }, false],
    ] as const) {
      const { store, received, baseUrl } = await startClient(test, [answers(status, '', headers)]);
      const message = new RegExp(`${baseUrl}.* ${mayBeDone ? baseUrl : elsewhere.baseUrl}`);
      await assert.rejects(store.createSnippet({ code: 'x' }), { name: 'RedirectError', mayBeDone, message });
      assert.equal(received.length, 1);
    }
    assert.deepEqual(elsewhere.received, []);
  });
});
