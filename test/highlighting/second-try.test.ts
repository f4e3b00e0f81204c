import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { compressPage, compressPlain } from '#src/highlighting/compress-page.js';
import { plainHtml } from '#src/highlighting/highlight.js';
import type { HighlightInput } from '#src/highlighting/highlighter.js';
import { makeSecondTries, type SecondTryOptions } from '#src/highlighting/second-try.js';
import { createLog } from '#src/observability/log.js';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

const CODE = 'def greet():\n    pass\n';

describeOnBothStores('snippets that are plain because the service was busy', (store) => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ store, env: { HIGHLIGHT_TIMEOUT_MS: '10000' } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  /** Stores a snippet as a busy service does. */
  async function addPlain(): Promise<number> {
    const { id } = await app.client(alice).createSnippet({ code: CODE });
    await makePlain(id);
    return id;
  }

  async function makePlain(id: number): Promise<void> {
    const { html } = plainHtml(
      { code: CODE, language: 'python', style: 'friendly', linenos: false, title: '' },
      'timeout',
    );
    await app.store.snippets.updateOne(
      { _id: id },
      { $set: { highlightedGzip: gzipSync(html), plain: true } },
    );
  }

  const find = (id: number) => app.store.snippets.findOne({ _id: id });

  async function until(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(50);
  }

  it('gets its colours soon after it is shown, with the version and so the ETag of its JSON kept', async () => {
    const id = await addPlain();
    const shown = await app.fetch(`/snippets/${id}/highlight/`);
    assert.equal(shown.headers.get('ETag'), '"1-plain-gzip"');
    assert.doesNotMatch(await shown.text(), /<span class="hljs-/);
    await until(async () => (await find(id))?.plain === false);
    const headers = { 'If-None-Match': '"1-plain-gzip"' };
    const again = await app.fetch(`/snippets/${id}/highlight/`, { headers });
    assert.deepEqual([again.status, again.headers.get('ETag')], [200, '"1-gzip"']);
    assert.match(await again.text(), /<span class="hljs-keyword">def</);
    await app.client(alice).updateSnippet({ id, code: 'x = 1', 'If-Match': '"1"' });
  });

  it('is offered by its page too, which says what happens', async () => {
    const id = await addPlain();
    const page = await app.fetch(`/snippets/${id}/`, { headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /It tries again soon/);
    await until(async () => (await find(id))?.plain === false);
  });

  const parts = (
    highlightWhenIdle: SecondTryOptions['highlighter']['highlightWhenIdle'],
  ): SecondTryOptions => ({
    store: app.store,
    highlighter: { highlightWhenIdle },
    log: createLog('silent'),
    pauseMs: 1,
  });

  const coloured = (input: HighlightInput) =>
    compressPage(input, { html: `<b>${input.code}</b>`, plain: false });

  it('is tried once for each save if its own code is too slow, and its page says so', async () => {
    const id = await addPlain();
    let calls = 0;
    const tries = makeSecondTries(
      parts(async (input) => {
        calls += 1;
        return compressPlain(plainHtml(input, 'timeout'));
      }),
    );
    const offer = async () => {
      const snippet = await find(id);
      assert.ok(snippet);
      tries.offer(snippet);
      await until(async () => tries.waiting === 0);
    };
    await offer();
    await offer();
    assert.equal(calls, 1);
    const page = await app.fetch(`/snippets/${id}/`, { headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /A second try also took too long/);
    await app.client(alice).updateSnippet({ id, code: CODE });
    await makePlain(id);
    await offer();
    assert.equal(calls, 2);
    await tries.close();
  });

  it('waits while the highlighter is busy, one at a time, and no more than the queue holds', async () => {
    const ids = [await addPlain(), await addPlain(), await addPlain()];
    let running = 0;
    let calls = 0;
    const tries = makeSecondTries({
      ...parts(async (input) => {
        assert.equal(++running, 1);
        await sleep(5);
        running -= 1;
        return ++calls < 3 ? undefined : coloured(input);
      }),
      capacity: 2,
    });
    for (const id of ids) tries.offer({ _id: id, plain: true, version: 1 });
    assert.equal(tries.waiting, 2);
    await until(async () => tries.waiting === 0);
    await tries.close();
    const plain = await Promise.all(ids.map(async (id) => (await find(id))?.plain));
    assert.deepEqual([plain, calls], [[false, false, true], 4]);
  });

  it('leaves a snippet alone that was saved meanwhile', async () => {
    const id = await addPlain();
    const tries = makeSecondTries(
      parts(async (input) => {
        await app.client(alice).updateSnippet({ id, code: 'second = 2' });
        return coloured(input);
      }),
    );
    tries.offer({ _id: id, plain: true, version: 1 });
    await until(async () => tries.waiting === 0);
    await tries.close();
    const html = await (await app.fetch(`/snippets/${id}/highlight/`)).text();
    assert.match(html, /second = /);
  });
});
