// A call takes parameters and members of the body side by side, and gives the body of the answer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic, createClient, createTransport, type LogEvent } from 'snippet-store/sdk';
import { getSnippet } from 'snippet-store/sdk/operations';
import { all } from '#generated/sdk/compositions.gen.js';
import { greeting, sendJson, startServer } from './start-server.js';

describe('a call', () => {
  it('sends the members of the body as JSON and gives the result', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 201, greeting));
    const created = await createClient(server).createSnippet({ code: greeting.code, title: 'Greeting' });
    assert.deepEqual(created, greeting);
    const [request] = server.received;
    assert.equal(`${request?.method} ${request?.path}`, 'POST /snippets/');
    assert.equal(request?.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(request?.body ?? ''), { code: greeting.code, title: 'Greeting' });
  });

  it('puts each parameter where it belongs', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting));
    await createClient(server).updateSnippet({ id: 7, code: 'x', 'If-Match': '"3"' });
    const [request] = server.received;
    assert.equal(`${request?.method} ${request?.path}`, 'PUT /snippets/7/');
    assert.equal(request?.headers['if-match'], '"3"');
    assert.deepEqual(JSON.parse(request?.body ?? ''), { code: 'x' });
  });

  it('leaves out what is undefined, in the query and in the body', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, []));
    const store = createClient(server);
    await store.listSnippets({ q: 'a b&c+d', owner: undefined, limit: 5 });
    await store.listUsers(undefined, { headers: { 'X-Trace': 'abc' } });
    const paths = server.received.map(({ path }) => path);
    assert.deepEqual(paths, ['/snippets/?q=a%20b%26c%2Bd&limit=5', '/users/']);
    assert.equal(server.received[1]?.headers['x-trace'], 'abc');
  });

  it('asks for the media type that its operation gives, and says which program it is', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, []));
    await createClient(server).listUsers();
    const { headers } = server.received[0] ?? {};
    assert.equal(headers?.accept, 'application/json');
    assert.match(headers?.['user-agent'] ?? '', /^snippet-store-sdk\/\d+\.\d+\.\d+/);
  });

  it('replaces a header of its own, however its name is spelled', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, []));
    const store = createClient({
      ...server,
      headers: { 'user-agent': 'of the client', 'X-TRACE': 'client' },
    });
    await store.listUsers({}, { headers: { 'x-trace': 'call' } });
    const { headers } = server.received[0] ?? {};
    assert.equal(headers?.['user-agent'], 'of the client');
    assert.equal(headers?.['x-trace'], 'call');
  });

  it('needs no arguments when the operation has none', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, [greeting]));
    assert.deepEqual(await createClient(server).listSnippets(), [greeting]);
    assert.equal(server.received[0]?.body, '');
    assert.equal(server.received[0]?.headers['content-type'], undefined);
  });

  it('resolves to nothing for a 204', async (test) => {
    const server = await startServer(test, (response) => response.writeHead(204).end());
    assert.equal(await createClient(server).deleteSnippet({ id: 1 }), undefined);
  });

  it('resolves to nothing for a 304', async (test) => {
    const server = await startServer(test, (response) => response.writeHead(304, { ETag: '"1"' }).end());
    const fresh = await createClient(server).getSnippet({ id: 1, 'If-None-Match': '"1"' });
    assert.equal(fresh, undefined);
    assert.equal(server.received[0]?.headers['if-none-match'], '"1"');
  });

  it('gives the headers too, when asked', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting, { ETag: '"1"' }));
    const { data, response } = await createClient(server).withResponse.getSnippet({ id: 1 });
    assert.equal(data.owner, 'alice');
    assert.equal(response.headers.get('etag'), '"1"');
  });

  it('gives text as it came, a byte order mark included', async (test) => {
    const code = '\ufeffprint("hello")\r\n';
    const server = await startServer(test, (response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(code),
    );
    assert.equal(await createClient(server).getSnippetCode({ id: 1 }), code);
  });

  it('gives YAML as text', async (test) => {
    const server = await startServer(test, (response) =>
      response.writeHead(200, { 'Content-Type': 'application/yaml' }).end('openapi: 3.0.3\n'),
    );
    assert.equal(await createClient(server).getOpenapiYaml(), 'openapi: 3.0.3\n');
  });

  it('keeps the path of the base address, and goes where the deployment has moved an operation', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, { token: 'k' }));
    const store = createClient({ baseUrl: `${server.baseUrl}/api/`, paths: { createToken: '/token/' } });
    await store.createToken({ username: 'alice', password: 'secret' });
    assert.equal(server.received[0]?.path, '/api/token/');
  });

  it('goes through a fetch of your own', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 201, greeting));
    const sent: string[] = [];
    const store = createClient({
      baseUrl: server.baseUrl,
      fetch: (request) => {
        sent.push(`${request.method} ${request.url}`);
        return fetch(request);
      },
    });
    await store.createSnippet({ code: 'x' });
    assert.deepEqual(sent, [`POST ${server.baseUrl}/snippets/`]);
    assert.equal(server.received[0]?.body, '{"code":"x"}');
  });

  it('exists for every operation of the contract', () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1' });
    for (const { id } of all) {
      assert.equal(typeof store[id], 'function', id);
      assert.equal(typeof store.withResponse[id], 'function', id);
    }
  });

  it('may be made without the client object, by the description of its operation', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting));
    const transport = createTransport(server);
    assert.deepEqual(await transport.call(getSnippet, { id: 1 }), greeting);
    assert.equal(server.received[0]?.path, '/snippets/1/');
  });

  it('refuses names that its operation does not take, before anything is sent', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting));
    const store = createClient(server);
    const typo = { code: 'x', languge: 'python' };
    const words =
      /^TypeError: createSnippet takes no "languge", only \[title, code, linenos, language, style\]\.$/;
    await assert.rejects(store.createSnippet(typo), (error) => words.test(String(error)));
    await assert.rejects(store.editSnippet(1, typo), /updateSnippet takes no "languge"/);
    const conditional = { id: 1, 'If-match': '"1"' };
    await assert.rejects(store.deleteSnippet(conditional), /deleteSnippet takes no "If-match"/);
    for (const [name, narrowing] of Object.entries({
      languge: { languge: 'python' },
      limit: { limit: 10 },
    })) {
      const list = () => store.snippets({ batch: 10, ...narrowing });
      assert.throws(list, (error) => String(error).includes(`listSnippets takes no "${name}"`));
    }
    await assert.rejects(store.listUsers({ q: 'x' }), /listUsers takes no "q", only \[\]/);
    assert.equal(server.received.length, 0);
  });

  it('ignores other members of a snippet, so that what was read can be sent back and deleted', async (test) => {
    const server = await startServer(test, (response, { method, path }) => {
      if (method === 'DELETE') return response.writeHead(204).end();
      if (path === '/preview/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
      return sendJson(response, 200, greeting);
    });
    const { id, owner: _, ...rest } = greeting;
    const store = createClient(server);
    await store.updateSnippet({ ...greeting, title: 'New' });
    await store.createSnippet(greeting);
    await store.previewSnippet(greeting);
    await store.deleteSnippet(greeting);
    assert.deepEqual(
      server.received.map(({ method, path, body }) => [method, path, body && JSON.parse(body)]),
      [
        ['PUT', `/snippets/${id}/`, { ...rest, title: 'New' }],
        ['POST', '/snippets/', rest],
        ['POST', '/preview/', rest],
        ['DELETE', `/snippets/${id}/`, ''],
      ],
    );
  });

  it('says in words that half of a surrogate pair cannot be sent in a URL or a form', async () => {
    const store = createClient({ baseUrl: 'http://127.0.0.1' });
    const half = /^TypeError: \w+ cannot send half of a surrogate pair\.$/;
    for (const call of [store.listSnippets({ q: '\ud83d' }), store.login({ username: '\udc22' })])
      await assert.rejects(call, (error) => half.test(String(error)));
  });

  it('throws before anything is sent when a part of the path is missing', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting));
    // @ts-expect-error: JavaScript has no types
    await assert.rejects(createClient(server).getSnippet({}), /getSnippet needs "id"/);
    // @ts-expect-error: a program without types may pass on what it was given
    await assert.rejects(createClient(server).getSnippet({ id: '..' }), /getSnippet needs "id"/);
    assert.equal(server.received.length, 0);
  });
});

describe('a client', () => {
  it('requires an absolute HTTP URL', () => {
    for (const baseUrl of ['', '/', 'snippets.example.com', 'ftp://127.0.0.1']) {
      assert.throws(
        () => createClient({ baseUrl }),
        /baseUrl must be an http\(s\) address without credentials/,
      );
    }
    // @ts-expect-error: JavaScript has no types
    assert.throws(() => createClient(), /baseUrl must be an http\(s\) address/);
  });

  it('requires limits that are numbers', () => {
    const baseUrl = 'http://127.0.0.1';
    for (const limits of [{ timeout: 0 }, { timeout: Number.NaN }, { retries: -1 }, { retryDelay: -1 }]) {
      assert.throws(() => createClient({ baseUrl, ...limits }), /must be [01] or more, not/);
    }
  });

  it('logs requests, answers, retries and failures, without credentials and code', async (test) => {
    let sent = 0;
    const server = await startServer(test, (response) =>
      ++sent === 1
        ? sendJson(response, 503, { detail: 'Later.' })
        : sendJson(response, 404, { detail: 'Not found.' }, { 'X-Request-Id': 'abc' }),
    );
    const events: LogEvent[] = [];
    const log = (event: LogEvent) => events.push(event);
    const store = createClient({ ...server, auth: basic('alice', 'sesame'), log, retryDelay: 1 });
    await assert.rejects(store.updateSnippet({ id: 1, code: 'secret()' }), { status: 404 });
    assert.deepEqual(
      events.map(({ type, attempt }) => `${type} ${attempt}`),
      ['request 1', 'response 1', 'retry 1', 'request 2', 'response 2', 'failure 2'],
    );
    const answer = events.find((event) => event.type === 'response' && event.attempt === 2);
    assert.ok(answer?.type === 'response');
    assert.deepEqual([answer.operation, answer.status, answer.requestId], ['updateSnippet', 404, 'abc']);
    const told = JSON.stringify(events.map(({ type, ...rest }) => ({ type, ...rest, error: undefined })));
    assert.doesNotMatch(told, /secret|sesame|Basic/);
  });
});
