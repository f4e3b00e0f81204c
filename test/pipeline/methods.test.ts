import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { before, describe, it } from 'node:test';
import { basicHeader, useApp, useUser } from '../helpers/app.js';

/** Asks for a tunnel, which is no address's business (RFC 9110, 9.3.6): the server refuses it, not the application. */
const TUNNEL = 'CONNECT';
const READ = 'GET, HEAD, OPTIONS';

describe('methods', () => {
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

  const isMissing = async (method: string, path: string, allow: string) => {
    const response = await app.raw({ method, path, headers: basicHeader(alice) });
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, allow], method);
    if (method === 'HEAD') return;
    assert.equal(response.headers.get('Content-Type'), 'application/json');
    assert.equal(await response.text(), `{"detail":"Method '${method}' not allowed."}`);
  };

  it('every other one that Node.js knows is 405 to a known user', async () => {
    const allow = 'GET, POST, HEAD, OPTIONS';
    for (const method of METHODS)
      if (method !== TUNNEL && !allow.includes(method)) await isMissing(method, '/snippets/', allow);
  });

  for (const [path, allow] of [
    ['/', READ],
    ['/snippets/', 'GET, POST, HEAD, OPTIONS'],
    ['/snippets/1/', 'GET, PUT, DELETE, HEAD, OPTIONS'],
    ['/snippets/1/highlight/', READ],
    ['/snippets/1/raw/', READ],
    ['/users/', READ],
    ['/users/1/', READ],
    ['/api-token-auth/', 'POST, OPTIONS'],
    ['/openapi.json', READ],
    ['/openapi.yaml', READ],
    ['/healthz', READ],
    ['/readyz', READ],
  ] as const)
    it(`${path} allows ${allow}, and says so on every answer to every user`, async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
        if (!allow.split(', ').includes(method)) await isMissing(method, path, allow);
      for (const request of [
        ...['GET', 'OPTIONS', 'POST', 'DELETE'].map((method) => ({ method })),
        { headers: basicHeader({ username: 'alice', password: 'wrong' }) },
        { headers: { Accept: 'image/png' } },
      ]) {
        const response = await app.raw({ path, ...request });
        assert.equal(response.headers.get('Allow'), allow, `${JSON.stringify(request)} ${response.status}`);
      }
    });
});
