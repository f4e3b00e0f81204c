/** The code field of a form: line ends survive what was not edited, and Tab indents. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { isFull } from '../helpers/full.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the code field of a form', { skip: skipWithoutChromium }, () => {
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

  const ends = [
    ['CRLF', 'a\r\nb\r\n', 'a\r\nB\r\nc'],
    ['LF', '\na\nb\n', 'a\nB\nc'],
    ['mixed', 'a\r\nb\n\rc', 'a\nB\nc'],
    ['CR', 'a\rb', 'a\nB\nc'],
    ['no', 'ab', 'a\nB\nc'],
  ] as const;
  // The last two are cases of the third and the second.
  for (const [how, code, edited] of isFull ? ends : ends.slice(0, 3)) {
    it(`has ${how} line ends: kept with another title, and ${JSON.stringify(edited)} when edited`, async () => {
      assert.deepEqual(await save({ code }, 'title', 'New'), { title: 'New', code });
      assert.deepEqual(await save({ code }, 'code', 'a\nB\nc'), { title: '', code: edited });
    });
  }

  it('keeps line ends in a title, which has one line on the page, until it is edited', async () => {
    const stored = { title: 'one\r\ntwo', code: 'a' };
    assert.deepEqual(await save(stored, 'code', 'b'), { title: 'one\r\ntwo', code: 'b' });
    assert.deepEqual(await save(stored, 'title', 'three'), { title: 'three', code: 'a' });
  });

  it('keeps line ends after the form was refused', async () => {
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
    it(`sends ${JSON.stringify(code)} as new code ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const { page } = await site.openAs(site.alice, '/snippets/?new', { javaScriptEnabled });
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

  // Tab indents as an editor does, and every step of it can be undone.
  describe('Tab', () => {
    let page: Page;
    before(async () => {
      ({ page } = await site.openAs(site.alice, '/snippets/?new'));
    });

    // Square brackets stand where the selection begins and ends.
    for (const [what, selected, indented] of [
      ['at the caret', 'a[]b', 'a\t[]b'],
      ['over a part of a line', 'a[b]c', 'a\t[]c'],
      ['over lines', 'a\nb[b\nc]c\nd', 'a\n[\tbb\n\tc]c\nd'],
      ['over everything', '[a\nb\n]', '[\ta\n\tb\n]'],
      ['over lines of which one is empty', '[\na\n\nb]', '[\n\ta\n\n\tb]'],
      ['over lines up to the beginning of the next', 'a[\n]b', '[\ta\n]b'],
      ['over a line separator that is none of the area', '[a\u2028b\nc]', '[\ta\u2028b\n\tc]'],
    ] as const) {
      it(`${what}: ${JSON.stringify(indented)}, which Ctrl+Z takes back`, async () => {
        const area = page.locator('#form-post-code');
        const text = selected.replace(/[[\]]/g, '');
        await area.fill(text);
        const [begin, end] = [selected.indexOf('['), selected.indexOf(']') - 1];
        await page.evaluate(`document.activeElement.setSelectionRange(${begin}, ${end})`);
        await area.press('Tab');
        const [value, from, to] = (await page.evaluate(
          '{ const { value, selectionStart, selectionEnd } = document.activeElement; [value, selectionStart, selectionEnd] }',
        )) as [string, number, number];
        assert.equal(`${value.slice(0, from)}[${value.slice(from, to)}]${value.slice(to)}`, indented);
        await area.press('Control+z');
        assert.equal(await area.inputValue(), text);
      });
    }
  });
});
