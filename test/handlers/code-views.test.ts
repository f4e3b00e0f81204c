import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

const CODE = '\ufeff  <b>&amp;</b>\r\n\tprint("€ 😀")  \n\n';

describeOnBothStores('the views of the code', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let path: string;
  before(async () => {
    app = await startApp({ store });
    alice = await app.addUser('alice');
    const { id } = await app
      .client(alice)
      .createSnippet({ code: CODE, title: '<i>Title</i>', linenos: true });
    path = `/snippets/${id}/`;
  });
  after(() => app.close());

  it('raw is the code, byte for byte, as plain text that no browser takes for more', async () => {
    const response = await app.fetch(`${path}raw/`);
    assert.equal(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(CODE));
  });

  it('highlight is the stored document, in a sandbox', async () => {
    const response = await app.fetch(`${path}highlight/`);
    const document = await response.text();
    assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /^sandbox;.*default-src 'none'/);
    assert.match(document, /^<!doctype html>.*<table.*<\/html>\s*$/is);
    assert.match(document, /&lt;i&gt;Title&lt;\/i&gt;/);
    assert.ok(!document.includes('<b>'));
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
});
