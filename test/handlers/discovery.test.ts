import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startApp, useApp } from '../helpers/app.js';

const CATALOG = '/.well-known/api-catalog';
const SECURITY = '/.well-known/security.txt';

describe('a program that knows only the host', () => {
  const SECURITY_CONTACT = 'mailto:security@example.com, https://example.com/report';
  const app = useApp({ env: { SECURITY_CONTACT } });

  it('finds the specification and the explorer by the Link of the root, as JSON and as a page', async () => {
    for (const headers of [{}, { Accept: 'text/html' }]) {
      const link = (await app.fetch('/', { headers })).headers.get('Link') ?? '';
      const links = [...link.matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
      const found = Object.fromEntries(links.map(([, path, relation]) => [relation, path]));
      const places = { 'service-desc': '/openapi.json', 'service-doc': '/docs/', status: '/readyz' };
      assert.deepEqual(found, { ...places, 'api-catalog': CATALOG });
      for (const path of Object.values(found))
        assert.equal((await app.fetch(String(path))).status, 200, path);
    }
  });

  it('finds every collection at the root', async () => {
    const root = await (await app.fetch('/')).json();
    assert.deepEqual(Object.keys(root), ['snippets', 'users', 'docs', 'openapi']);
  });

  it('finds them in the catalog, in the form of RFC 9727', async () => {
    const response = await app.fetch(CATALOG);
    assert.equal(response.headers.get('Content-Type'), 'application/linkset+json');
    assert.match(response.headers.get('Link') ?? '', /rel="api-catalog".*info\/rfc9727>; rel="profile"/);
    const ofRoot = {
      anchor: '/',
      'service-desc': [{ href: '/openapi.json', type: 'application/json' }],
      'service-doc': [{ href: '/docs/', type: 'text/html' }],
      status: [{ href: '/readyz', type: 'application/json' }],
    };
    assert.deepEqual(await response.json(), { linkset: [ofRoot] });
    const head = await app.fetch(CATALOG, { method: 'HEAD' });
    assert.match(head.headers.get('Link') ?? '', /rel="api-catalog"/);
  });

  it('finds the contact for vulnerabilities, in a file that expires within a year', async () => {
    const response = await app.fetch(SECURITY);
    assert.equal(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
    const [first, second, expires = '', ...rest] = (await response.text()).split('\n');
    const contacts = ['Contact: mailto:security@example.com', 'Contact: https://example.com/report'];
    assert.deepEqual([first, second, ...rest], [...contacts, '']);
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 365, `${days} days`);
  });

  it('finds full URLs when BASE_URL is set, and no security.txt without SECURITY_CONTACT', async (t) => {
    const other = await startApp({ env: { BASE_URL: 'https://snippets.example' } }, t);
    const { linkset } = await (await other.fetch(CATALOG)).json();
    assert.equal(linkset[0].anchor, 'https://snippets.example/');
    assert.equal(linkset[0]['service-desc'][0].href, 'https://snippets.example/openapi.json');
    assert.equal((await other.fetch(SECURITY)).status, 404);
    const { paths, servers } = await (await other.fetch('/openapi.json')).json();
    assert.deepEqual([SECURITY in paths, servers], [false, [{ url: 'https://snippets.example' }]]);
  });
});
