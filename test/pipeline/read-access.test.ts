/** READ_ACCESS=users: nothing but what has to be open is read without a login. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { basicHeader, useAppWithUsers } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { sendRaw } from '../helpers/send.js';

/** What is open: the ways to log in, the contract, the explorer, health. */
const OPEN = [
  ...['/api-token-auth/', '/oauth2/access_token/', '/api-auth/login/', '/api-auth/logout/'],
  ...['/openapi.json', '/openapi.yaml', '/.well-known/api-catalog', '/.well-known/security.txt'],
  ...['/docs/', '/docs/try/', '/healthz', '/readyz'],
];
const NOBODY = 'Authentication credentials were not provided.';

interface Served {
  readonly paths: Record<string, Record<string, { readonly security?: object[] }>>;
}

describe('READ_ACCESS=users', () => {
  let served: Served;
  const env = {
    READ_ACCESS: 'users',
    AUTH_SCHEMES: 'basic,session,token,oauth2',
    SECURITY_CONTACT: 'mailto:security@example.com',
    CORS_ORIGINS: 'https://other.example',
  };
  const { app, alice } = useAppWithUsers({ env });
  before(async () => {
    await app.client(alice).createSnippet({ code: 'secret', title: 'secret' });
    served = await (await app.fetch('/openapi.json')).json();
  });

  /** Every operation, and the methods that the service adds. */
  const requests = () =>
    Object.entries(served.paths).flatMap(([path, operations]) => {
      const declared = Object.keys(operations).filter((key) => /^(get|put|post|delete)$/.test(key));
      const methods = [...declared, ...(declared.includes('get') ? ['head'] : []), 'options', 'patch'];
      return methods.map((method) => ({ path, method: method.toUpperCase() }));
    });

  for (const Accept of ['application/json', 'text/html']) {
    it(`refuses every operation but the open ones to who is not logged in: ${Accept}`, async () => {
      const refused = new Set<string>();
      for (const { path, method } of requests()) {
        const where = `${method} ${path}`;
        const sent = { method, path: path.replace('{id}', '1'), headers: { Accept } };
        const answer = await sendRaw(app.url, sent);
        const text = await answer.text();
        if (OPEN.includes(path)) {
          assert.ok(answer.status !== 401 || !text.includes(NOBODY), where);
          continue;
        }
        refused.add(path);
        const challenge = answer.headers.get('www-authenticate');
        assert.deepEqual([answer.status, challenge], [401, 'Basic realm="api"'], where);
        assert.equal(answer.headers.get('cache-control'), 'no-store', where);
        assert.ok(!text.includes('secret'), where);
        // The page that answers a form leads to the login in words of its own.
        if (method !== 'HEAD')
          assert.ok(
            text.includes(NOBODY) || /You are logged out\.|"0; url=\/api-auth\/login\/\?next=/.test(text),
            where,
          );
      }
      const others = Object.keys(served.paths).filter((path) => !OPEN.includes(path));
      assert.deepEqual([...refused], others);
    });

    it(`shows who is logged in the same as without it, for themselves alone: ${Accept}`, async () => {
      for (const { path, method } of requests()) {
        if (method !== 'GET' || OPEN.includes(path)) continue;
        const headers = { ...basicHeader(alice), Accept };
        const answer = await app.raw({ path: path.replace('{id}', '1'), headers });
        assert.equal(answer.status, 200, path);
        assert.match(answer.headers.get('cache-control') ?? '', /private|no-store/, path);
      }
    });
  }

  it('says so in the served specification', () => {
    for (const { path, method } of requests()) {
      const { security } = served.paths[path]?.[method.toLowerCase()] ?? {};
      if (!security) continue;
      const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
      assert.equal(isOpen, OPEN.includes(path), `${method} ${path}`);
    }
  });

  it('leads a page to the login and back, lets its assets load, and answers a preflight', async () => {
    const page = await (await app.fetch('/snippets/?q=x', { headers: { Accept: 'text/html' } })).text();
    assert.match(page, /href="\/api-auth\/login\/\?next=%2Fsnippets%2F%3Fq%3Dx"/);
    const [, asset = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(page) ?? [];
    assert.equal((await fetch(app.url + asset)).status, 200);
    const browser = new Browser(app);
    await browser.logIn(alice);
    assert.equal((await browser.fetch('/snippets/', { headers: { Accept: 'text/html' } })).status, 200);
    const preflight = await fetch(`${app.url}/snippets/`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' },
    });
    assert.equal(preflight.status, 204);
  });
});
