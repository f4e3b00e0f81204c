// A failing call rejects with what is wrong: the service's refusal, or that no whole answer came.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  BadRequestError,
  ConnectionError,
  createClient,
  NotFoundError,
  RateLimitError,
  SnippetStoreError,
  StatusError,
  UnexpectedResponseError,
} from 'snippet-store/sdk';
import { findClosedUrl, sendJson, startServer } from './start-server.js';

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
}

/** A client whose calls are sent once, to a server that answers so. */
async function clientOf(test: TestContext, answer: Parameters<typeof startServer>[1]) {
  return createClient({ ...(await startServer(test, answer)), retries: 0 });
}

describe('a refused call', () => {
  const situations = {
    400: 'BadRequestError',
    401: 'AuthenticationError',
    403: 'PermissionDeniedError',
    404: 'NotFoundError',
    405: 'StatusError',
    409: 'StatusError',
    412: 'PreconditionFailedError',
    413: 'PayloadTooLargeError',
    422: 'UnprocessableError',
    429: 'RateLimitError',
    500: 'InternalServerError',
    418: 'StatusError',
    502: 'ServerError',
    503: 'ServiceUnavailableError',
    504: 'ServerError',
    520: 'ServerError',
  };
  for (const [status, name] of Object.entries(situations)) {
    it(`rejects with ${name} for the status ${status}`, async (test) => {
      const headers = { 'X-Request-Id': 'b7f2' };
      const store = await clientOf(test, (response) =>
        sendJson(response, Number(status), { detail: 'Because.' }, headers),
      );
      const error = await failure(store.getSnippet({ id: 9 }));
      assert.ok(error instanceof SnippetStoreError && error instanceof StatusError && error instanceof Error);
      assert.equal(error.name, name);
      assert.equal(error.status, Number(status));
      assert.equal(error.detail, 'Because.');
      assert.equal(error.message, `${status} Because.`);
      assert.equal(error.requestId, 'b7f2');
      assert.equal(error.operation, 'getSnippet');
      assert.equal(error.retryAfter, undefined);
      assert.deepEqual(error.body, { detail: 'Because.' });
    });
  }

  it('rejects with the errors of the fields', async (test) => {
    const body = { detail: 'Invalid input.', code: ['This field may not be blank.'], title: ['Too long.'] };
    const store = await clientOf(test, (response) => sendJson(response, 400, body));
    const error = await failure(store.createSnippet({ code: '' }));
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual(error.fields, { code: ['This field may not be blank.'], title: ['Too long.'] });
    assert.deepEqual(error.body, body);
    assert.equal(
      error.message,
      '400 Invalid input.\n  code: This field may not be blank.\n  title: Too long.',
    );
  });

  for (const { form, headers } of [
    { form: 'in seconds', headers: { 'Retry-After': '12' } },
    {
      form: "as a date, by the service's clock",
      headers: { 'Retry-After': 'Sun, 22 Nov 2026 10:00:12 GMT', Date: 'Sun, 22 Nov 2026 10:00:00 GMT' },
    },
  ]) {
    it(`says when it is worth trying again, given ${form}`, async (test) => {
      const store = await clientOf(test, (response) => sendJson(response, 429, { detail: 'Slow.' }, headers));
      const error = await failure(store.listUsers());
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfter, 12);
    });
  }

  it('says nothing about when to try again, when the header is unreadable', async (test) => {
    for (const text of ['-1', '1.5', 'soon']) {
      const store = await clientOf(test, (response) =>
        sendJson(response, 429, { detail: 'Slow.' }, { 'Retry-After': text }),
      );
      const error = await failure(store.listUsers());
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.retryAfter, undefined);
    }
  });

  it('keeps what something in between has answered', async (test) => {
    const store = await clientOf(test, (response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    );
    const error = await failure(store.listUsers());
    assert.ok(error instanceof StatusError);
    assert.equal(error.status, 502);
    assert.equal(error.detail, 'HTTP status 502');
    assert.equal(error.body, '<h1>Bad gateway</h1>');
  });

  it('keeps the body of an error whose JSON is broken', async (test) => {
    const store = await clientOf(test, (response) =>
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{"detail": "A ser'),
    );
    const error = await failure(store.listUsers());
    assert.ok(error instanceof StatusError);
    assert.equal(error.body, '{"detail": "A ser');
  });
});

describe('an answer that is not what was asked for', () => {
  for (const [what, type, body] of [
    ['the page of a portal', 'text/html', '<h1>Log in to the hotel network</h1>'],
    ['JSON that is none', 'application/json', '<h1>Hello</h1>'],
    ['another media type', 'text/plain', '[]'],
  ] as const) {
    it(`is an error, not a result: ${what}`, async (test) => {
      const store = await clientOf(test, (response) =>
        response.writeHead(200, { 'Content-Type': type }).end(body),
      );
      const error = await failure(store.listUsers());
      assert.ok(error instanceof UnexpectedResponseError);
      assert.equal(error.status, 200);
      assert.equal(error.body, body);
      assert.match(error.detail, type === 'application/json' ? /broken JSON/ : /Expected application\/json/);
    });
  }

  it('is an error where there should be no body', async (test) => {
    const store = await clientOf(test, (response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>'),
    );
    assert.ok((await failure(store.deleteSnippet({ id: 1 }))) instanceof UnexpectedResponseError);
  });
});

describe('a call without a whole answer', () => {
  it('rejects with the reason when nobody listens', async () => {
    const baseUrl = await findClosedUrl();
    const store = createClient({ baseUrl, retries: 0 });
    const error = await failure(store.deleteSnippet({ id: 1 }));
    assert.ok(error instanceof ConnectionError);
    assert.equal(error.message.split(': ').at(-1), `connect ECONNREFUSED ${new URL(baseUrl).host}`);
    assert.equal(error.mayBeDone, false);
    assert.equal(error.status, undefined);
    assert.ok(error.cause instanceof Error);
  });

  for (const status of [200, 500]) {
    it(`rejects when the answer is cut off in its body (${status})`, async (test) => {
      const store = await clientOf(test, (response) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        response.write('[', () => response.destroy());
      });
      await assert.rejects(store.listUsers(), ConnectionError);
    });
  }

  it('is told apart from a mistake of the caller, which nothing was sent for', async () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await assert.rejects(store.getSnippet({ id: 1, 'If-None-Match': 'a\nb' }), TypeError);
  });
});

describe('the type of a raised error', () => {
  it('knows that a missing snippet has a body with a detail', () => {
    const error = new NotFoundError('getSnippet', new Response(null, { status: 404 }), { detail: 'Gone.' });
    assert.deepEqual(error.body, { detail: 'Gone.' });
  });
});
