// A failing call rejects with what is wrong: the service's refusal, a strange answer, or that no whole answer came.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BadRequestError,
  ConnectionError,
  createClient,
  RateLimitError,
  RedirectError,
  SnippetStoreError,
  StatusError,
  UnexpectedResponseError,
} from 'snippet-store/sdk';
import { answers, findClosedUrl, startClient } from './start-server.js';

const once = { retries: 0 };

describe('a refused call', () => {
  const situations = {
    400: 'BadRequestError',
    401: 'AuthenticationError',
    403: 'PermissionDeniedError',
    404: 'NotFoundError',
    405: 'StatusError',
    412: 'PreconditionFailedError',
    413: 'StatusError',
    429: 'RateLimitError',
    503: 'StatusError',
  };
  for (const [status, name] of Object.entries(situations)) {
    it(`rejects with ${name} for the status ${status}`, async (test) => {
      const answer = answers(Number(status), { detail: 'Because.' }, { 'X-Request-Id': 'b7f2' });
      const { store, baseUrl } = await startClient(test, [answer], once);
      await assert.rejects(store.getSnippet({ id: 9 }), (error) => {
        assert.ok(error instanceof SnippetStoreError && error instanceof StatusError);
        const { status: found, detail, message, requestId, operation, body } = error;
        assert.deepEqual(
          [error.name, found, detail, message, requestId, operation, body],
          [
            name,
            Number(status),
            'Because.',
            `getSnippet GET ${baseUrl}/snippets/9/: ${status} Because.`,
            'b7f2',
            'getSnippet',
            { detail: 'Because.' },
          ],
        );
        return true;
      });
    });
  }

  it('tells what is wrong with each field', async (test) => {
    const fields = { code: ['This field may not be blank.'], title: ['Too long.'] };
    const { store } = await startClient(test, [answers(400, { detail: 'Invalid input.', ...fields })]);
    await assert.rejects(store.createSnippet({ code: '' }), (error) => {
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual(error.fields, fields);
      const lines = ['400 Invalid input.', '  code: This field may not be blank.', '  title: Too long.'];
      assert.ok(error.message.endsWith(`/snippets/: ${lines.join('\n')}`), error.message);
      return true;
    });
  });

  it('says when it is worth trying again, in seconds or by the clock of the service', async (test) => {
    const date = 'Sun, 22 Nov 2026 10:00:12 GMT';
    const cases: [object, number | undefined][] = [
      [{ 'Retry-After': '12' }, 12],
      [{ 'Retry-After': date, Date: 'Sun, 22 Nov 2026 10:00:00 GMT' }, 12],
      [{ 'Retry-After': '-1' }, undefined],
      [{ 'Retry-After': 'soon' }, undefined],
    ];
    for (const [headers, expected] of cases) {
      const { store } = await startClient(test, [answers(429, { detail: 'Slow.' }, headers)], once);
      const error = await store.listUsers().catch((reason) => reason);
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfter, expected, JSON.stringify(headers));
    }
  });

  const html = '<h1>413 Request Entity Too Large</h1>';
  const foreign: [number, string, string, unknown, string][] = [
    [413, 'text/html', html, html, 'HTTP status 413'],
    [404, 'text/html', '', undefined, 'HTTP status 404'],
    [400, 'application/problem+json', '{"detail":"Because."}', { detail: 'Because.' }, 'Because.'],
    [403, 'application/json', '{"message":"No"}', '{"message":"No"}', 'HTTP status 403'],
    [500, 'application/json', '{"detail": "A ser', '{"detail": "A ser', 'HTTP status 500'],
    [520, 'application/json', 'null', 'null', 'HTTP status 520'],
  ];
  for (const [status, type, text, body, detail] of foreign) {
    it(`keeps what something in between has answered: ${status} ${type} ${text.slice(0, 20)}`, async (test) => {
      const { store } = await startClient(test, [answers(status, text, { 'Content-Type': type })], once);
      const error = await store.createSnippet({ code: 'x' }).catch((reason) => reason);
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.body, error.detail, error.fields], [body, detail, {}]);
    });
  }
});

describe('an answer that is not what was asked for', () => {
  for (const [what, type, body, words] of [
    ['the page of a portal', 'text/html', '<h1>Hotel</h1>', /Expected application\/json/],
    ['JSON that is none', 'application/json', '<h1>Hello</h1>', /Broken JSON/],
    ['another media type', 'text/plain', '[]', /Expected application\/json/],
  ] as const) {
    it(`is an error, not a result: ${what}`, async (test) => {
      const { store } = await startClient(test, [answers(200, body, { 'Content-Type': type })], once);
      const error = await store.listUsers().catch((reason) => reason);
      assert.ok(error instanceof UnexpectedResponseError);
      assert.deepEqual([error.status, error.body], [200, body]);
      assert.match(error.detail, words);
      await assert.rejects(store.deleteSnippet({ id: 1 }), UnexpectedResponseError);
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
    await assert.rejects(store.createSnippet({ code: 'x' }), RedirectError);
    assert.equal(received.length, 12);
  });

  it('turns no write into a read', async (test) => {
    for (const status of [301, 302, 303]) {
      const { store, received } = await startClient(test, [answers(status, '', { Location: '/users/' })]);
      await assert.rejects(store.createSnippet({ code: 'x' }), { name: 'RedirectError', mayBeDone: true });
      assert.equal(received.length, 1);
    }
  });

  it('to another origin gets nothing, and both are named', async (test) => {
    const elsewhere = await startClient(test, [answers(200, {})]);
    const Location = `${elsewhere.baseUrl}/snippets/`;
    const { store, baseUrl } = await startClient(test, [answers(308, '', { Location })]);
    await assert.rejects(store.createSnippet({ code: 'secret' }), (error) => {
      assert.ok(error instanceof RedirectError && !error.mayBeDone);
      assert.ok(error.message.includes(baseUrl) && error.message.includes(elsewhere.baseUrl), error.message);
      return true;
    });
    assert.deepEqual(elsewhere.received, []);
  });
});

describe('a call without a whole answer', () => {
  it('rejects with the reason when nobody listens', async () => {
    const baseUrl = await findClosedUrl();
    const error = await createClient({ baseUrl, ...once })
      .deleteSnippet({ id: 1 })
      .catch((reason) => reason);
    assert.ok(error instanceof ConnectionError && error.cause instanceof Error);
    assert.equal(error.message.split(': ').at(-1), `connect ECONNREFUSED ${new URL(baseUrl).host}`);
    assert.deepEqual([error.mayBeDone, error.status], [false, undefined]);
  });
});
