/** Heads that two readers could understand differently: each has one meaning here, or is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, type TestApp, useApp } from '../helpers/app.js';
import { openSocket } from '../helpers/send.js';

/** @returns the status and the body, as text */
async function answerTo(app: TestApp, head: string): Promise<{ status: number; body: string }> {
  const { closed, received, statuses } = openSocket(app.url, head);
  await closed;
  const [answer, status] = [received(), Number(statuses()[0])];
  return { status, body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

const get = (target: string, host: string, ...more: string[]) =>
  [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more, '', ''].join('\r\n');

describe('the head of a request', () => {
  const app = useApp({ env: { ALLOWED_HOSTS: 'snippets.example' } });

  const HOSTS = {
    200: [
      'snippets.example',
      'SNIPPETS.example:8000',
      'snippets.example.',
      '127.0.0.1',
      '[::1]:65535',
      '127.0.0.1:',
    ],
    400: [
      '127.0.0.1, evil.example',
      'snippets.example,evil.example',
      '127.0.0.1:99999999',
      '127.0.0.1:65536',
      '127.0.0.1:http',
      'user@snippets.example',
      'snippets.example/',
      '[snippets.example]',
      '[127.0.0.1]',
      '[::1',
      'snippets example',
      '',
      'sn%69ppets.example',
    ],
  };
  for (const [status, hosts] of Object.entries(HOSTS)) {
    for (const host of hosts) {
      it(`is ${status} with the Host "${host}", health included`, async () => {
        for (const path of ['/healthz', '/snippets/'])
          assert.equal((await answerTo(app, get(path, host))).status, Number(status), path);
      });
    }
  }

  it('is refused with more than 200 headers, whatever the last ones are', async () => {
    const headers = (count: number) => Array.from({ length: count - 2 }, (_, i) => `x${i}:`);
    assert.equal((await answerTo(app, get('/healthz', '127.0.0.1', ...headers(200)))).status, 200);
    for (const count of [201, 2500])
      assert.equal((await answerTo(app, get('/healthz', '127.0.0.1', ...headers(count)))).status, 431);
  });

  it('is refused without a body when the method is HEAD', async () => {
    const head = get('/snippets/', 'evil,example').replace('GET', 'HEAD');
    assert.deepEqual(await answerTo(app, head), { status: 400, body: '' });
  });

  it('names a host by an absolute target, whatever Host says', async () => {
    const own = 'snippets.example';
    for (const [target, host, status] of [
      [`http://${own}/snippets/`, own, 200],
      [`HTTP://${own}:80/snippets/?limit=1`, 'evil.example', 200],
      [`http://${own}`, own, 200],
      [`http://${own}?a=b`, own, 200],
      ['http://evil.example/snippets/', own, 400],
      ['http://evil.example', own, 400],
      [`http://${own}@evil.example/snippets/`, own, 400],
      [`http://${own}:99999/snippets/`, own, 400],
      [`ftp://${own}/snippets/`, own, 400],
      [`${own}/snippets/`, own, 400],
      ['snippets/', own, 400],
      ['/snippets/#a', own, 400],
    ] as const) {
      const answer = await answerTo(app, get(target, host));
      assert.equal(answer.status, status, `${target} ${answer.body}`);
    }
  });

  it('is refused with a transfer coding in HTTP/1.0, which ends the message elsewhere for other readers', async () => {
    const head = (version: string) =>
      `GET /healthz HTTP/${version}\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`;
    assert.equal((await answerTo(app, head('1.0'))).status, 400);
    assert.equal((await answerTo(app, head('1.1'))).status, 200);
  });

  it('makes links by the host of an absolute target', async (t) => {
    const open = await startApp({ env: { HOST: '0.0.0.0', AUTH_SCHEMES: 'session' } }, t);
    const post = [
      'POST http://one.example/api-auth/login/ HTTP/1.1',
      'Host: two.example',
      'Origin: http://two.example',
      'Content-Length: 0',
      'Connection: close',
      '',
      '',
    ];
    const { status, body } = await answerTo(open, post.join('\r\n'));
    assert.equal(status, 403);
    assert.match(body, /Origin checking failed - http:\/\/two\.example/);
  });
});

describe('the head of a request that proxies have forwarded', () => {
  it('counts the entry of the trusted proxy, not the one that the client sent', async (t) => {
    const env = { TRUST_PROXY: '1', ALLOWED_HOSTS: 'snippets.example', AUTH_SCHEMES: 'token' };
    const app = await startApp({ env }, t);
    const ask = (...more: string[]) => answerTo(app, get('/snippets/', 'internal.example', ...more));
    for (const [host, status] of [
      ['snippets.example', 200],
      ['evil.example, snippets.example', 200],
      ['snippets.example, evil.example', 400],
    ] as const)
      assert.equal((await ask(`X-Forwarded-Host: ${host}`)).status, status, host);

    const forwarded = 'X-Forwarded-Host: snippets.example';
    const token = 'Authorization: Token wrong';
    const insecure = await ask(forwarded, token, 'X-Forwarded-Proto: https, http');
    assert.match(insecure.body, /requires HTTPS/);
    const secure = await ask(forwarded, token, 'X-Forwarded-Proto: http, https');
    assert.match(secure.body, /Invalid token/);
  });

  it('counts the entry of the outermost of two trusted proxies', async (t) => {
    const app = await startApp({ env: { TRUST_PROXY: '2', ALLOWED_HOSTS: 'snippets.example' } }, t);
    for (const [host, status] of [
      ['evil.example, snippets.example, inner.example', 200],
      ['snippets.example, evil.example, inner.example', 400],
      ['snippets.example', 200],
    ] as const) {
      const answer = await answerTo(app, get('/', 'internal.example', `X-Forwarded-Host: ${host}`));
      assert.equal(answer.status, status, host);
    }
  });
});
