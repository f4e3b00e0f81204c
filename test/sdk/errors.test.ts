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
  const html = '<h1>413 Request Entity Too Large</h1>';
  const because = '{"detail":"Because."}';
  /** What the service, or something in between, has answered. */
  const situations: [name: string, status: number, type: string, text: string, detail?: string][] = [
    ['BadRequestError', 400, 'application/json', because],
    ['AuthenticationError', 401, 'application/json', because],
    ['PermissionDeniedError', 403, 'application/json', because],
    ['NotFoundError', 404, 'application/json', because],
    ['StatusError', 405, 'application/json', because],
    ['PreconditionFailedError', 412, 'application/json', because],
    ['RateLimitError', 429, 'application/json', because],
    ['StatusError', 503, 'application/json', because],
    ['BadRequestError', 400, 'application/problem+json', because],
    ['StatusError', 413, 'text/html', html, 'HTTP status 413'],
    ['NotFoundError', 404, 'text/html', '', 'HTTP status 404'],
    ['PermissionDeniedError', 403, 'application/json', '{"message":"No"}', 'HTTP status 403'],
    ['StatusError', 500, 'application/json', '{"detail": "A ser', 'HTTP status 500'],
    ['StatusError', 520, 'application/json', 'null', 'HTTP status 520'],
  ];
  for (const [name, status, type, text, detail = 'Because.'] of situations) {
    it(`rejects with ${name} for ${status} ${type} ${text.slice(0, 20)}`, async (test) => {
      const answer = answers(status, text, { 'Content-Type': type, 'X-Request-Id': 'b7f2' });
      const { store, baseUrl } = await startClient(test, [answer], once);
      const error = await store.getSnippet({ id: 9 }).catch((reason) => reason);
      assert.ok(error instanceof SnippetStoreError && error instanceof StatusError);
      assert.deepEqual(
        [error.name, error.status, error.detail, error.requestId, error.operation, error.fields],
        [name, status, detail, 'b7f2', 'getSnippet', {}],
      );
      assert.equal(error.message, `getSnippet GET ${baseUrl}/snippets/9/: ${status} ${detail}`);
      // Parsed when it is the service's, else as it came.
      const body = text === because ? { detail } : text || undefined;
      assert.deepEqual(error.body, body);
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
