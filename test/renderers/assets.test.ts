import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { basicHeader, useApp, useUser } from '../helpers/app.js';
import { sendRaw, textOf } from '../helpers/send.js';

describe('the style sheets and scripts', () => {
  let linked: string[];
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic' } });
  const alice = useUser(app, 'alice');
  before(async () => {
    linked = (
      await Promise.all(['/snippets/', '/snippets/?new', '/docs/', '/docs/try/'].map(linksOf))
    ).flat();
  });

  const linksOf = async (path: string) => {
    const page = await (
      await app.fetch(path, { headers: { Accept: 'text/html', ...basicHeader(alice) } })
    ).text();
    return [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, found = '']) => found);
  };
  const get = (path: string, headers: Record<string, string> = {}) => sendRaw(app.url, { path, headers });

  it('are kept for a year by names that change with their content, and compared under those of other releases', async () => {
    assert.ok(linked.length >= 10, `${linked.length} links`);
    for (const path of linked) {
      assert.match(path, /^\/assets\/[0-9a-f]{12}(-\d+\.\d+\.\d+)?\/[\w-]+\.(js|css|svg|yaml)$/);
      const own = await get(path);
      assert.deepEqual(
        [own.status, own.headers.get('Cache-Control')],
        [200, 'max-age=31536000, immutable'],
        path,
      );
      const other = await get(path.replace(/^\/assets\/[^/]+/, '/assets/0123456789ab'));
      assert.deepEqual([other.status, other.headers.get('Cache-Control')], [200, 'no-cache'], path);
      assert.equal(await textOf(other), await textOf(own));
    }
  });

  it('are all that the folder holds, and nothing else', async () => {
    const version = /^\/assets\/([0-9a-f]{12})\//.exec(linked[0] ?? '')?.[1];
    for (const name of readdirSync(new URL('../../assets/', import.meta.url)))
      assert.equal((await get(`/assets/${version}/${name}`)).status, 200, name);
    for (const path of [
      `/assets/${version}/nothing.js`,
      `/assets/${version}/..%2f..%2fpackage.json`,
      '/assets/browsable.js',
      '/assets/',
      '/assets/a/b/browsable.js',
    ])
      assert.equal((await get(path)).status, 404, path);
  });

  it('are asked for all at once: a page names every script that its script imports', async () => {
    const preloaded = new Set(linked.filter((path) => path.endsWith('.js')));
    for (const path of preloaded) {
      if (path.includes('explorer')) continue;
      const script = await textOf(await get(path));
      for (const [, name] of script.matchAll(/^import [^']*'\.\/(.+)';$/gm))
        assert.ok(preloaded.has(path.replace(/[^/]+$/, name ?? '')), `${path} imports ${name}`);
    }
  });

  it('come compressed, with a tag for each coding, and are 304 for a client that has them', async () => {
    for (const path of linked.filter((one) => /\.(js|css)$/.test(one))) {
      const plain = await get(path);
      const text = await textOf(plain);
      for (const coding of ['br', 'gzip']) {
        const coded = await get(path, { 'Accept-Encoding': coding });
        assert.deepEqual([coded.headers.get('Content-Encoding'), await textOf(coded)], [coding, text]);
        const etag = plain.headers.get('ETag')?.replace(/"$/, `-${coding}"`) ?? '';
        assert.equal(coded.headers.get('ETag'), etag);
        const again = await get(path, { 'Accept-Encoding': coding, 'If-None-Match': etag });
        assert.deepEqual([again.status, again.headers.get('ETag'), await again.text()], [304, etag, '']);
      }
    }
  });

  it('of the explorer need less than 500 KB on the way, with the page and the specification', async () => {
    let bytes = 0;
    for (const path of ['/docs/try/', '/openapi.json', ...(await linksOf('/docs/try/'))])
      bytes += (await (await get(path, { 'Accept-Encoding': 'gzip, deflate, br' })).arrayBuffer()).byteLength;
    assert.ok(bytes < 500_000, `${bytes} bytes`);
  });
});
