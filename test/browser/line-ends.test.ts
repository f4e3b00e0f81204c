/** Ends of lines survive a form: what was not edited byte for byte, what was edited in its own way. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('line ends in a form', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  before(async () => {
    ({ page } = await site.openAs(site.alice, '/snippets/'));
  });

  /** What was saved is shown at once: the page is loaded again. */
  const pressSave = () =>
    Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save' }).click()]);

  /** Edits a stored snippet on its page, and answers what is stored then. */
  async function save(stored: { title?: string; code: string }, field: string, text: string) {
    const { id } = await site.app.client(site.alice).createSnippet(stored);
    await page.goto(`/snippets/${id}/`);
    await openForm(page);
    await page.locator(`#form-put-${field}`).fill(text);
    await pressSave();
    const { title, code } = await site.app.client().getSnippet({ id });
    return { title, code };
  }

  for (const [how, code, edited] of [
    ['CRLF', 'a\r\nb\r\n', 'a\r\nB\r\nc'],
    ['LF', '\na\nb\n', 'a\nB\nc'],
    ['CR', 'a\rb', 'a\nB\nc'],
    ['a mixture', 'a\r\nb\n\rc', 'a\nB\nc'],
    ['none', 'ab', 'a\nB\nc'],
  ] as const) {
    it(`${how}: kept with another title, and ${JSON.stringify(edited)} when edited`, async () => {
      assert.deepEqual(await save({ code }, 'title', 'New'), { title: 'New', code });
      assert.deepEqual(await save({ code }, 'code', 'a\nB\nc'), { title: '', code: edited });
    });
  }

  it('in a title, which has one line on the page: kept until it is edited', async () => {
    const stored = { title: 'one\r\ntwo', code: 'a' };
    assert.deepEqual(await save(stored, 'code', 'b'), { title: 'one\r\ntwo', code: 'b' });
    assert.deepEqual(await save(stored, 'title', 'three'), { title: 'three', code: 'a' });
  });

  it('stay as they were after the form was refused', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'a\r\nb' });
    await page.goto(`/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-put-title').fill('long'.repeat(26));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#form-put-title-error').waitFor();
    await page.locator('#form-put-title').fill('');
    await page.locator('#form-put-style').fill('monokai');
    await pressSave();
    const { code, style } = await site.app.client().getSnippet({ id });
    assert.deepEqual([code, style], ['a\r\nb', 'monokai']);
  });

  for (const [javaScriptEnabled, code] of [
    [true, 'a\nb'],
    [false, 'a\r\nb'],
  ] as const) {
    it(`are ${JSON.stringify(code)} in new code ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const { page } = await site.openAs(site.alice, '/snippets/', { javaScriptEnabled });
      await page.goto('/snippets/?new');
      await page.locator('#form-post-code').fill('a\nb');
      const created = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/snippets/'),
      );
      await page.getByRole('button', { name: 'Create' }).click();
      // `headerValue` would wait for an event of Chromium that is lost when the page is left at once.
      const { location = '' } = (await created).headers();
      const id = Number(/\d+/.exec(location)?.[0]);
      assert.equal((await site.app.client().getSnippet({ id })).code, code);
    });
  }
});
