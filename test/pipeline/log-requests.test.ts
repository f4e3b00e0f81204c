import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicHeader, startApp, type TestApp, type TestUser, tokenHeader } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { openSocket } from '../helpers/send.js';
import { freePort } from '../helpers/service.js';
import { until } from '../helpers/until.js';

describe('the log of requests', () => {
  const recorded = recordLog();
  let app: TestApp;
  let alice: TestUser;
  let metricsPort: number;
  before(async () => {
    metricsPort = await freePort();
    app = await startApp({ log: recorded.log, env: { METRICS_PORT: String(metricsPort) } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  const lineOf = async (id: string | null) => {
    const line = await recorded.line('answered', ({ request }) => request === id);
    assert.ok(typeof line.ms === 'number' && line.ms > 0);
    const { method, path, operation, status, user, ip } = line;
    return { method, path, operation, status, user, ip };
  };

  for (const [method, path, operation, status, isKnown] of [
    ['GET', '/snippets/', 'listSnippets', 200, false],
    ['HEAD', '/snippets/', 'listSnippets', 200, false],
    ['POST', '/snippets/', 'createSnippet', 400, true],
    ['POST', '/snippets/', 'none', 401, false],
    ['OPTIONS', '/snippets/', 'none', 200, true],
    ['GET', '/nothing/', 'none', 404, false],
  ] as const)
    it(`has one line for ${method} ${path} by ${isKnown ? 'alice' : 'nobody'}`, async () => {
      const headers = isKnown ? basicHeader(alice) : {};
      const response = await app.raw({ method, path: `${path}?q=private`, headers });
      const request = response.headers.get('X-Request-Id');
      const user = isKnown ? 'alice' : null;
      assert.deepEqual(await lineOf(request), { method, path, operation, status, user, ip: '127.0.0.1' });
    });

  it('cuts a long path, so that the line is written whole', async () => {
    const response = await app.fetch(`/${'"'.repeat(5)}${'a'.repeat(9000)}/`);
    const { path } = await lineOf(response.headers.get('X-Request-Id'));
    assert.ok(typeof path === 'string' && path.endsWith('a…') && path.length === 1501, String(path));
  });

  it('has one line a minute for a probe whose answer stays the same', async () => {
    const ids: (string | null)[] = [];
    for (let i = 0; i < 3; i++) ids.push((await app.fetch('/healthz')).headers.get('X-Request-Id'));
    await lineOf((await app.fetch('/nothing/')).headers.get('X-Request-Id'));
    assert.deepEqual(
      ids.map((id) => recorded.text().includes(String(id))),
      [true, false, false],
    );
  });

  it('contains no credentials, no bodies and no queries', async () => {
    const { username, password } = alice;
    const { Authorization = '' } = basicHeader(alice);
    const secrets = [password, alice.token, Authorization, 'private', 'content of mine'];
    await app.client(alice).createSnippet({ code: 'content of mine' });
    await app.fetch('/', { headers: tokenHeader(alice) });
    const body = new URLSearchParams({ username, password });
    const issued = await app.fetch('/api-token-auth/', { method: 'POST', body });
    await lineOf(issued.headers.get('X-Request-Id'));
    for (const secret of secrets) assert.ok(!recorded.text().includes(secret), secret);
  });

  it('has no status for a request whose client hung up before the answer, nor has its metric', async () => {
    const { Authorization } = basicHeader(alice);
    const head = ['POST /snippets/ HTTP/1.1', 'Host: localhost', `Authorization: ${Authorization}`];
    const body = ['Content-Type: application/json', 'Content-Length: 9', 'Expect: 100-continue', '', ''];
    const { socket, statuses } = openSocket(app.url, [...head, ...body].join('\r\n'));
    await until('it waits for its body', () => statuses()[0] === '100');
    socket.destroy();
    const { method, path, status, ip } = await recorded.line('cut off', () => true);
    const cutOff = { method: 'POST', path: '/snippets/', status: null, ip: '127.0.0.1' };
    assert.deepEqual({ method, path, status, ip }, cutOff);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(metrics, /^http_request_duration_seconds_count\{method="POST",.*status="none"\} 1$/m);
    const created = 'method="POST",operation="createSnippet",status="201"';
    assert.ok(metrics.includes(`\nhttp_request_duration_seconds_count{${created}} 1\n`), 'by operation');
  });
});
