import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startApp, useApp, useUser } from '../helpers/app.js';

const CODE = '\ufeff  <b>&amp;</b>\r\n\tprint("€ 😀")  \n\n';

describe('the views of the code', () => {
  const path = '/snippets/1/';
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(() => app.client(alice).createSnippet({ code: CODE }));

  it('raw is the code, byte for byte, as plain text that no browser takes for more', async () => {
    const response = await app.fetch(`${path}raw/`);
    const expected = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
    for (const [name, value] of Object.entries({ ...expected, Link: `<${path}>; rel="up"` }))
      assert.equal(response.headers.get(name), value);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(CODE));
  });

  it('raw names its file: as the title does, or else by the words of the title and the ending of the language', async () => {
    for (const [title, language, name, encoded] of [
      ['vite.config.ts', 'typescript', 'vite.config.ts'],
      ['Makefile', 'makefile', 'Makefile'],
      ['.gitignore', 'plaintext', '.gitignore'],
      ['my notes (1).md', 'markdown', 'my notes (1).md'],
      ['How to use Node.js', 'python', 'How-to-use-Node.js.py'],
      ['../etc/"x"; rm -rf\r.sh', 'bash', 'etc-x-rm-rf-.sh'],
      ['日本語.py', 'python', 'snippet-ID.py', '%E6%97%A5%E6%9C%AC%E8%AA%9E.py'],
      ['é (1).c', 'c', 'snippet-ID.c', '%C3%A9%20%281%29.c'],
      ['a\u202ecod.sh', 'bash', 'a-cod.sh'],
      ['\u200b', 'sql', 'snippet-ID.sql'],
    ] as const) {
      const { id } = await app.client(alice).createSnippet({ code: 'x', title, language });
      const { headers } = await app.fetch(`/snippets/${id}/raw/`);
      const expected = `inline; filename="${name.replace('ID', String(id))}"`;
      const more = encoded === undefined ? '' : `; filename*=UTF-8''${encoded}`;
      assert.equal(headers.get('Content-Disposition'), expected + more);
    }
  });

  it('highlight is a page in a sandbox', async () => {
    const response = await app.fetch(`${path}highlight/`);
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(
      response.headers.get('Content-Security-Policy') ?? '',
      /^sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]{44}'; frame-ancestors 'none'$/,
    );
  });

  it('highlight follows every save', async () => {
    const { id } = await app.client(alice).createSnippet({ code: 'first_one' });
    const document = async () => (await app.fetch(`/snippets/${id}/highlight/`)).text();
    const before = await document();
    assert.ok(before.includes('first_one') && !before.includes('<table'));
    await app.client(alice).updateSnippet({ id, code: 'second_one', linenos: true, title: 'Second' });
    const after = await document();
    assert.ok(after.includes('second_one') && after.includes('<table') && after.includes('Second'));
    assert.ok(!after.includes('first_one'));
    await app.client(alice).deleteSnippet({ id });
    for (const view of ['highlight', 'raw']) {
      const response = await app.fetch(`/snippets/${id}/${view}/`);
      assert.deepEqual([response.status, await response.json()], [404, { detail: 'Not found.' }]);
    }
  });

  it('highlights again only when a save changes what the page shows, or the page is plain', async () => {
    const client = app.client(alice);
    const given = { code: 'kept_word', title: 'Kept', language: 'python', style: 'friendly' } as const;
    const { id } = await client.createSnippet(given);
    const page = async () => (await app.fetch(`/snippets/${id}/highlight/`)).text();
    const mark = (fields: object) =>
      app.store.snippets.updateOne({ _id: id }, { $set: { excerpt: 'markup of before', ...fields } });
    await mark({});
    await client.updateSnippet({ id, ...given });
    assert.match(await page(), /markup of before/);
    assert.equal((await app.store.snippets.findOne({ _id: id }))?.version, 2);
    const found = await client.listSnippets({ q: 'kept_word' }).toArray();
    assert.deepEqual([found.length, found[0]?.id], [1, id]);
    await client.updateSnippet({ id, ...given, code: 'x = 1' });
    assert.doesNotMatch(await page(), /markup of before/);
    await client.updateSnippet({ id, ...given });
    await mark({ plain: 'timeout' });
    await client.updateSnippet({ id, ...given });
    assert.doesNotMatch(await page(), /markup of before/);
  });
});

describe('highlighted HTML on pages of other hosts', () => {
  const start = async (env: Record<string, string>) => {
    const app = await startApp({ env });
    const { id } = await app.client(await app.addUser('alice')).createSnippet({ code: CODE, title: '"A"' });
    const page = await app.fetch(`/snippets/${id}/`, { headers: { Accept: 'text/html' } });
    return { app, path: `/snippets/${id}/highlight/`, page: await page.text() };
  };
  const ancestorsOf = ({ headers }: Response) =>
    / frame-ancestors (.*)$/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];

  it('is not framed unless the operator allows it', async (t) => {
    const { app, path, page } = await start({});
    t.after(() => app.close());
    assert.equal(ancestorsOf(await app.fetch(`${path}?embed`)), "'none'");
    assert.doesNotMatch(page, /iframe/);
  });

  it('is framed by the origins of EMBED_ORIGINS if its link asks for that', async (t) => {
    const origins = ['https://blog.example.com', 'http://localhost:3000'];
    const { app, path, page } = await start({ EMBED_ORIGINS: origins.join(',') });
    t.after(() => app.close());
    const [usual, embedded] = [await app.fetch(path), await app.fetch(`${path}?embed`)];
    assert.deepEqual([ancestorsOf(usual), ancestorsOf(embedded)], ["'none'", origins.join(' ')]);
    assert.equal(await embedded.text(), await usual.text());
    // A browser keeps the policy of its copy.
    assert.notEqual(embedded.headers.get('ETag'), usual.headers.get('ETag'));
    const headers = { 'If-None-Match': embedded.headers.get('ETag') ?? '' };
    assert.equal((await app.fetch(`${path}?embed`, { headers })).status, 304);
    assert.equal((await app.fetch(`${path}?embed=no`)).status, 400);
    const shown = page.replaceAll('&#34;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    assert.ok(shown.includes(`<iframe src="${app.url}${path}?embed" title="&amp;#34;A&amp;#34;"`), shown);
  });
});
