// A call takes parameters and members of the body side by side, and gives the body of the answer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, operations } from 'snippet-store/sdk';
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
    await createClient(server).updateSnippet({ id: 7, code: 'x', format: 'json', 'If-Match': '"3"' });
    const [request] = server.received;
    assert.equal(`${request?.method} ${request?.path}`, 'PUT /snippets/7/?format=json');
    assert.equal(request?.headers['if-match'], '"3"');
    assert.deepEqual(JSON.parse(request?.body ?? ''), { code: 'x' });
  });

  it('needs no arguments when the operation has none', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, [greeting]));
    assert.deepEqual(await createClient(server).listSnippets(), [greeting]);
    assert.equal(server.received[0]?.body, '');
    assert.equal(server.received[0]?.headers['content-type'], undefined);
  });

  it('gives nothing when the service has nothing to say (204)', async (test) => {
    const server = await startServer(test, (response) => response.writeHead(204).end());
    assert.equal(await createClient(server).deleteSnippet({ id: 1 }), undefined);
  });

  it('gives nothing when the copy is still good (304)', async (test) => {
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
    assert.equal(await createClient(server).getSnippetRaw({ id: 1 }), code);
  });

  it('gives text for other media types than JSON', async (test) => {
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
    for (const id of Object.keys(operations) as (keyof typeof operations)[]) {
      assert.equal(typeof store[id], 'function', id);
      assert.equal(typeof store.withResponse[id], 'function', id);
    }
  });

  it('may be a generated function with the same client', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, greeting));
    const { client } = createClient(server);
    const { data } = await operations.getSnippet({ client, path: { id: 1 } });
    assert.deepEqual(data, greeting);
  });
});

describe('a client', () => {
  it('wants an absolute HTTP address', () => {
    for (const baseUrl of ['', '/', 'snippets.example.com', 'ftp://127.0.0.1']) {
      assert.throws(() => createClient({ baseUrl }), /baseUrl must be an absolute address/);
    }
  });
});
