/** What only a browser can tell of the highlighted page: where lines stand, what a parser reads back. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readSpecification } from '#src/contract/read-specification.js';
import { renderHtmlPage } from '#src/highlighting/html-page.js';
import { launchChromium, skipWithoutChromium } from '../helpers/chromium.js';
import { highlight } from './read-markup.js';

const styles = (readSpecification().components.schemas.Style?.enum ?? []).map(String);
const snippet = { code: 'one\ntwo\n', language: 'python', style: 'friendly', linenos: true, title: '' };
const manyKinds = `"""日本語 😀
العربية"""\r\n\tdef f(x): return '\u2028' + "\f"\r
last = """ends with a newline inside a span
`;

describe('the highlighted page in a browser', { skip: skipWithoutChromium }, () => {
  let page: Page;
  before(async () => {
    page = await (await launchChromium()).newPage({ viewport: { width: 390, height: 844 } });
  });
  after(() => page.close());

  async function open(input: Partial<typeof snippet>): Promise<void> {
    const given = { ...snippet, ...input };
    await page.setContent(
      renderHtmlPage({ ...given, ...highlight(given.code, given.language, 60_000) }, '../'),
    );
  }

  it('has each line number beside its line, in every style', async () => {
    const codes = [manyKinds, manyKinds.trimEnd(), '\n\nx\n\n\n', 'x'].map((code) => ({ code }));
    // Each page is laid out: one style of sixteen.
    const looks = styles.filter((_, i) => i % 16 === 0).map((style) => ({ style, code: '+a\n-b\n' }));
    for (const input of [...codes, ...looks]) {
      await open({ language: 'diff', ...input });
      const [numbers, lines] = await Promise.all(
        ['td.numbers pre', 'td.code pre'].map((column) => page.locator(column).boundingBox()),
      );
      assert.deepEqual([numbers?.y, numbers?.height], [lines?.y, lines?.height], JSON.stringify(input));
    }
  });

  it('has the code, character for character, and nothing else that code could bring', async () => {
    for (const code of [manyKinds, '\n\nx', 'a\r\nb\rc', '</code></pre><img src=x>&lt;&#13;'])
      for (const linenos of [true, false]) {
        await open({ code, linenos, language: 'xml', title: code });
        assert.equal(await page.evaluate(`document.querySelector('code').textContent`), code);
        assert.equal(await page.evaluate(`document.querySelector('h1').textContent`), code);
        assert.equal(await page.locator('main script, img, link, iframe').count(), 0);
      }
  });

  it('copies code without line numbers', async () => {
    await open({});
    const copied = await page.evaluate(
      `getSelection().selectAllChildren(document.body), getSelection().toString()`,
    );
    assert.match(String(copied).trim(), /^one\ntwo\s+About this snippet$/);
  });

  it('keeps title and numbers in sight on a phone while long lines scroll', async () => {
    await open({ code: 'x = 1 '.repeat(100), title: 'w'.repeat(100) });
    await page.evaluate('scrollTo(500, 0)');
    assert.equal(await page.evaluate('scrollX'), 500);
    for (const part of ['h1', 'td.numbers']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, `${part}: ${JSON.stringify(box)}`);
    }
  });
});
