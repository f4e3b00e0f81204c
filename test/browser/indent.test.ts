/** Tab in a code area indents as an editor does, and every step of it can be undone. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('Tab in a code area', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  before(async () => {
    ({ page } = await site.openAs(site.alice, '/snippets/?new'));
    await page.locator('.gutter').waitFor();
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
