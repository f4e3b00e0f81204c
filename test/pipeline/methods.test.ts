import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { before, describe, it } from 'node:test';
import { basicHeader, useApp, useUser } from '../helpers/app.js';

/** Asks for a tunnel, which is no address's business (RFC 9110, 9.3.6): the server refuses it, not the application. */
const TUNNEL = 'CONNECT';

const LIST = 'GET, POST, HEAD, OPTIONS';
const DETAIL = 'GET, PUT, DELETE, HEAD, OPTIONS';
const READ = 'GET, HEAD, OPTIONS';

const LISTS: readonly string[] = ['/snippets/', '/snippets/?limit=1', '/users/'];

describe('methods', () => {
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(async () => {
    await app.client(alice).createSnippet({ code: 'x' });
  });

  for (const [path, allow] of [
    ['/', READ],
    ['/snippets/', LIST],
    ['/snippets/1/', DETAIL],
    ['/snippets/1/highlight/', READ],
    ['/snippets/1/raw/', READ],
    ['/users/', READ],
    ['/users/1/', READ],
    ['/api-token-auth/', 'POST, OPTIONS'],
    ['/openapi.json', READ],
    ['/openapi.yaml', READ],
    ['/healthz', READ],
    ['/readyz', READ],
  ] as const) {
    const missing = METHODS.filter((method) => method !== TUNNEL && !allow.split(', ').includes(method));
    it(`${path} allows ${allow}, and 405 to a known user's other ${missing.length} methods`, async () => {
      for (const method of missing) {
        const response = await app.raw({ method, path, headers: basicHeader(alice) });
        assert.deepEqual([response.status, response.headers.get('Allow')], [405, allow], method);
        if (method === 'HEAD') continue;
        assert.equal(response.headers.get('Content-Type'), 'application/json');
        assert.equal(await response.text(), `{"detail":"Method '${method}' not allowed."}`);
      }
    });

    it(`${path} has Allow on every answer to every user, errors included`, async () => {
      for (const request of [
        { method: 'GET' },
        { method: 'OPTIONS' },
        { method: 'POST' },
        { method: 'DELETE' },
        { headers: basicHeader({ username: 'alice', password: 'wrong' }) },
        { headers: { Accept: 'image/png' } },
      ]) {
        const response = await app.raw({ path, ...request });
        assert.equal(response.headers.get('Allow'), allow, `${JSON.stringify(request)} ${response.status}`);
      }
    });
  }

  for (const path of [
    '/',
    '/snippets/',
    '/snippets/?limit=1',
    '/snippets/1/',
    '/snippets/1/highlight/',
    '/snippets/1/raw/',
    '/snippets/999/',
    '/users/',
    '/users/1/',
    '/openapi.json',
    '/openapi.yaml',
    '/healthz',
    '/readyz',
    '/nothing/',
    '/snippets/?format=xml',
  ]) {
    it(`HEAD ${path} has the headers of GET and no body`, async () => {
      const get = await app.raw({ path });
      const head = await app.raw({ method: 'HEAD', path });
      assert.equal(head.status, get.status);
      const expected = comparable(get);
      // HEAD of a list does not read it, so it cannot know its length (RFC 9110, 9.3.2).
      if (LISTS.includes(path)) delete expected['content-length'];
      assert.deepEqual(comparable(head), expected);
      assert.equal(await head.text(), '');
    });
  }
});

/** All but what belongs to one answer or to its transfer. */
function comparable({ headers }: Response): Record<string, string> {
  const own = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
  const compared: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!own.includes(name)) compared[name] = value;
  });
  return compared;
}
