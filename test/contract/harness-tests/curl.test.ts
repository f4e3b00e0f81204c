/** The printed line sends the very request again, by sh and curl. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { secretsOf } from '../harness/credentials.js';
import { curlLine } from '../harness/curl.js';
import { runProgram } from './run-harness.js';
import { type Served, serve } from './serve.js';

const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const skip = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const BODIES: Readonly<Record<string, Buffer>> = {
  'no bytes': Buffer.from(''),
  'a text that curl would take for a file': Buffer.from('@name'),
  'marks of the shell': Buffer.from(`it's "$HOME" \`x\` \\ %d %s\n$(x) !`),
  'a very long text': Buffer.from(`{"a":"${'a'.repeat(1_000_001)}"}`),
  'very many emoji': Buffer.from(`${'😀'.repeat(100_001)}'`),
  'arrays in each other': Buffer.from('['.repeat(5000) + ']'.repeat(5000)),
  'bytes that are no text': Buffer.from([0, 1, 255, 37, 39, 92, 10]),
  'control characters': Buffer.from('\u0085\u0000\u001b[2J'),
};

describe('a curl line', { skip }, () => {
  let server: Served;
  let received: Received | undefined;
  before(async () => {
    server = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: target, headers } = request;
      received = { method, target, headers, body: Buffer.concat(chunks) };
      response.end('ok');
    });
  });
  after(() => server.close());

  async function send(line: string, env = {}): Promise<Received> {
    received = undefined;
    const { code, output } = await runProgram('sh', ['-c', `${line} -sS`], { env });
    assert.equal(code, 0, output);
    return received ?? assert.fail('nothing came');
  }

  for (const [name, body] of Object.entries(BODIES)) {
    it(`sends ${name}`, async () => {
      const request = { method: 'PUT', target: '/a', headers: { 'Content-Type': 'application/json' }, body };
      const line = curlLine(server.url, request, []);
      assert.ok(line.length < 500, 'a person can read it');
      assert.match(line, /^[\P{C}\n]*$/u);
      const sent = await send(line);
      assert.ok(sent.body.equals(body));
      assert.equal(sent.headers['content-type'], 'application/json');
    });
  }

  it('sends a body without a content type', async () => {
    const request = { method: 'POST', target: '/a', headers: {}, body: Buffer.from('{}') };
    const { headers, body } = await send(curlLine(server.url, request, []));
    assert.equal(headers['content-type'], undefined);
    assert.equal(String(body), '{}');
  });

  it('sends addresses as they are', async () => {
    const target = `/a/%2E%2E/b?x={1}&y=[2]&z=%00'&x=${'a'.repeat(4000)}`;
    const request = { method: 'GET', target, headers: {}, body: undefined };
    assert.equal((await send(curlLine(server.url, request, []))).target, target);
  });

  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'DELETE', 'PATCH']) {
    it(`sends ${method}`, async () => {
      const request = { method, target: '/a', headers: {}, body: undefined };
      assert.equal((await send(curlLine(server.url, request, []))).method, method);
    });
  }

  it('sends headers, and credentials from a variable that it names', async () => {
    const headers = { 'X-Key': 'secret', 'X-Other': `it's "$HOME"`, 'X-Empty': '' };
    const line = curlLine(server.url, { ...GET, headers }, SECRETS);
    assert.ok(!line.includes('secret'));
    const sent = await send(line, { X_KEY: 'secret' });
    assert.equal(sent.headers['x-key'], 'secret');
    assert.equal(sent.headers['x-other'], headers['X-Other']);
    assert.equal(sent.headers['x-empty'], '');
  });

  it("takes another user's credentials from a variable of their own", async () => {
    const line = curlLine(server.url, { ...GET, headers: { 'X-Key': 'secret of ben' } }, SECRETS);
    const { headers } = await send(line, { X_KEY: 'secret', OTHER_X_KEY: 'secret of ben' });
    assert.equal(headers['x-key'], 'secret of ben');
  });

  it('sends wrong credentials as they are', async () => {
    const line = curlLine(server.url, { ...GET, headers: { 'X-Key': 'wrong' } }, SECRETS);
    assert.equal((await send(line, { X_KEY: 'secret' })).headers['x-key'], 'wrong');
  });

  it('sends the cookies that stand beside a secret one', async () => {
    const cookie = `sid=secret; theme="$HOME" \`x\` \\`;
    const line = curlLine(server.url, { ...GET, headers: { Cookie: cookie } }, SECRETS);
    assert.ok(!line.includes('secret'));
    assert.equal((await send(line, { COOKIE: 'sid=secret' })).headers.cookie, cookie);
  });

  it('takes a secret of the query from a variable', async () => {
    const target = '/a?q=%24HOME&api-key=a%20secrets&api-key=a%20secret&x=1';
    const line = curlLine(server.url, { ...GET, target }, SECRETS);
    assert.ok(!line.includes('secret&'));
    assert.equal((await send(line, { API_KEY: 'a%20secret' })).target, target);
  });
});

const GET = { method: 'GET', target: '/', headers: {}, body: undefined };

const SECRETS = secretsOf({
  self: [
    { in: 'header', name: 'X-Key', value: 'secret' },
    { in: 'header', name: 'Cookie', value: 'sid=secret' },
    { in: 'query', name: 'api-key', value: 'a secret' },
  ],
  other: [{ in: 'header', name: 'X-Key', value: 'secret of ben' }],
});
