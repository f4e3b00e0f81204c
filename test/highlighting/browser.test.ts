/** What only a browser can tell: where lines stand, what a parser reads back, whether anything runs. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readSpecification } from '#src/contract/read-specification.js';
import { highlight } from '#src/highlighting/highlight.js';
import { renderHtmlPage } from '#src/highlighting/html-page.js';
import { launchChromium, releaseChromium, skipWithoutChromium } from '../helpers/chromium.js';

const styles = (readSpecification().components.schemas.Style?.enum ?? []).map(String);
const snippet = { code: 'print(1)\n', language: 'python', style: 'friendly', linenos: true, title: 'Title' };

const pageOf = (input: typeof snippet) =>
  renderHtmlPage({ ...input, ...highlight(input.code, input.language, 60_000) }, '../');

const manyKinds = `"""A string
over two lines"""
# 日本語 😀 comment, **bold** العربية
\tdef f(x): return '\u2028' + "\f" + '\v\u0085'

class A: pass
last = """ends with a newline inside a span
`;

/** The distance, in pixels, between the top of each line's number and the top of the line. */
const offsets = `(() => {
  const tops = (root) => {
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let lineStart = true;
    while (walker.nextNode()) {
      const text = walker.currentNode.data;
      for (let at = 0; at < text.length; at++) {
        if (lineStart && text[at] !== '\\n') {
          const range = document.createRange();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + 1);
          found.push(range.getBoundingClientRect().top);
        } else if (lineStart) found.push(null);
        lineStart = text[at] === '\\n';
      }
    }
    return found;
  };
  const numbers = tops(document.querySelector('td.numbers pre'));
  const lines = tops(document.querySelector('code'));
  const heights = ['td.numbers pre', 'td.code pre'].map((s) => document.querySelector(s).getBoundingClientRect().height);
  return { count: [numbers.length, lines.length], heights,
    worst: Math.max(...lines.map((top, index) => top === null ? 0 : Math.abs(top - numbers[index]))) };
})()`;

interface Offsets {
  count: [number, number];
  heights: [number, number];
  worst: number;
}

describe('in a browser', { skip: skipWithoutChromium }, () => {
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  });
  after(async () => {
    await page.close();
    releaseChromium();
  });

  for (const code of [manyKinds, manyKinds.trimEnd(), '\n\nx\n\n\n', 'x', 'a\r\nb\r\n', 'a\rb\n']) {
    test(`each line number is beside its line: ${JSON.stringify(code.slice(0, 12))}`, async () => {
      await page.setContent(pageOf({ ...snippet, code }));
      const { count, heights, worst } = (await page.evaluate(offsets)) as Offsets;
      assert.equal(count[0], count[1]);
      assert.ok(worst < 2, `${worst} px apart`);
      assert.equal(heights[0], heights[1]);
    });
  }

  test('in every style the numbers are beside their lines', async () => {
    const code = '+added\n-deleted\n@@ -1 +1 @@\n same\n'.repeat(5);
    // Each page is laid out by the browser: one style of sixteen.
    for (const style of styles.filter((_, i) => i % 16 === 0)) {
      await page.setContent(pageOf({ ...snippet, code, language: 'diff', style }));
      const { heights, worst } = (await page.evaluate(offsets)) as Offsets;
      assert.ok(worst < 2, `${style}: ${worst} px apart`);
      assert.equal(heights[0], heights[1], style);
    }
  });

  test('the parser reads back the code, character for character', async () => {
    for (const code of [
      manyKinds,
      '\n\nx',
      'a\r\nb\rc',
      '</code></pre><script>alert(1)</script>',
      '&lt;&amp;&#13;',
    ]) {
      for (const linenos of [true, false]) {
        await page.setContent(pageOf({ ...snippet, code, linenos }));
        assert.equal(await page.evaluate(`document.querySelector('code').textContent`), code);
      }
    }
  });

  test('hostile code creates no element and runs no script', async () => {
    const code =
      '<img src=x onerror="document.title=\'owned\'"></style></title><script>document.title="owned"</script>';
    await page.setContent(pageOf({ ...snippet, code, title: code, language: 'xml' }));
    assert.equal(await page.title(), code);
    assert.equal(
      await page.locator('main script, head script, img, link, iframe, a:not(footer a, .numbers a)').count(),
      0,
    );
  });

  test('line numbers are not copied with the code', async () => {
    await page.setContent(pageOf({ ...snippet, code: 'one\ntwo\n', title: '' }));
    const copied = await page.evaluate(
      `getSelection().selectAllChildren(document.body), getSelection().toString()`,
    );
    assert.match(String(copied).trim(), /^one\ntwo\s+About this snippet$/);
  });

  test('on a phone a long title breaks, long lines scroll, and title and numbers stay in sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setContent(pageOf({ ...snippet, code: 'x = 1 '.repeat(100), title: 'w'.repeat(100) }));
    await page.evaluate('scrollTo(500, 0)');
    assert.equal(await page.evaluate('scrollX'), 500);
    for (const part of ['h1', 'td.numbers']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, `${part}: ${JSON.stringify(box)}`);
    }
  });
});
