// A failing call rejects with what is wrong: the service's refusal, or that no whole answer came.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, SnippetStoreConnectionError, SnippetStoreError } from 'snippet-store/sdk';
import { sendJson, startServer } from './start-server.js';

async function refusal(call: Promise<unknown>): Promise<SnippetStoreError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SnippetStoreError, String(error));
  return error;
}

describe('a refused call', () => {
  it('rejects with the status and the detail', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 404, { detail: 'Not found.' }));
    const error = await refusal(createClient(server).getSnippet({ id: 9 }));
    assert.ok(error instanceof Error);
    assert.equal(error.status, 404);
    assert.equal(error.detail, 'Not found.');
    assert.equal(error.message, '404 Not found.');
    assert.deepEqual(error.fields, {});
    assert.equal(error.retryAfter, undefined);
  });

  it('rejects with the errors of the fields', async (test) => {
    const body = { detail: 'Invalid input.', code: ['This field may not be blank.'], title: ['Too long.'] };
    const server = await startServer(test, (response) => sendJson(response, 400, body));
    const error = await refusal(createClient(server).createSnippet({ code: '' }));
    assert.deepEqual(error.fields, { code: ['This field may not be blank.'], title: ['Too long.'] });
    assert.deepEqual(error.body, body);
    assert.equal(
      error.message,
      '400 Invalid input.\n  code: This field may not be blank.\n  title: Too long.',
    );
  });

  it('says when it is worth trying again', async (test) => {
    const server = await startServer(test, (response) =>
      sendJson(response, 429, { detail: 'Request was throttled.' }, { 'Retry-After': '12' }),
    );
    const error = await refusal(createClient(server).listUsers());
    assert.equal(error.retryAfter, 12);
    assert.equal(error.response.headers.get('retry-after'), '12');
  });

  it('keeps what something in between has answered', async (test) => {
    const server = await startServer(test, (response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    );
    const error = await refusal(createClient(server).listUsers());
    assert.equal(error.status, 502);
    assert.equal(error.detail, 'HTTP status 502');
    assert.equal(error.body, '<h1>Bad gateway</h1>');
  });

  it('counts an answer that only claims to be JSON', async (test) => {
    const server = await startServer(test, (response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('<h1>Hello</h1>'),
    );
    const error = await refusal(createClient(server).listUsers());
    assert.equal(error.status, 200);
    assert.match(error.detail, /not the JSON/);
    assert.equal(error.body, '<h1>Hello</h1>');
  });
});

describe('a call without a whole answer', () => {
  it('rejects with the reason when nobody listens', async () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await assert.rejects(store.getSnippet({ id: 1 }), (error) => {
      assert.ok(error instanceof SnippetStoreConnectionError);
      assert.equal(error.message, 'No whole answer to GET http://127.0.0.1:1/snippets/1/');
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });

  for (const status of [200, 500]) {
    it(`rejects when the answer is cut off in its body (${status})`, async (test) => {
      const server = await startServer(test, (response) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        response.write('[', () => response.destroy());
      });
      await assert.rejects(createClient(server).listUsers(), SnippetStoreConnectionError);
    });
  }

  it('rejects with the reason of the signal when the caller ends it', async (test) => {
    const server = await startServer(test, () => {});
    const signal = AbortSignal.timeout(50);
    await assert.rejects(createClient(server).listUsers({}, { signal }), { name: 'TimeoutError' });
  });

  it('is told apart from a mistake of the caller, which nothing was sent for', async () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await assert.rejects(store.getSnippet({ id: 1, 'If-None-Match': 'a\nb' }), TypeError);
  });
});
