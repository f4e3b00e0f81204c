/** The code on the page of a snippet: line links, copying, long lines, long code, paper. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { SnippetStore } from 'snippet-store/sdk';
import { findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

type SnippetInput = Parameters<SnippetStore['createSnippet']>[0];

describe('the code on the page of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  async function open(snippet: SnippetInput, { hash = '', width = 1000, script = true } = {}) {
    const { id } = await site.app.client(site.alice).createSnippet(snippet);
    return site.open(`/snippets/${id}/${hash}`, {
      viewport: { width, height: 600 },
      javaScriptEnabled: script,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
  }
  const markedIn = (page: Page) => page.locator('.numbers .marked').allInnerTexts();
  const lines = 'x = 1\n'.repeat(120);

  it('marks the line that was clicked, and the lines up to one that was clicked with Shift', async () => {
    const { page, troubles } = await open({ code: lines, linenos: true });
    const number = (line: number) => page.locator(`#L${line}`);
    // The browser tells the page of a new fragment after the click.
    const marked = (line: number) => page.locator(`#L${line}.marked`).waitFor();
    await number(4).click();
    await marked(4);
    assert.deepEqual([new URL(page.url()).hash, await markedIn(page)], ['#L4', ['4']]);
    await number(2).click({ modifiers: ['Shift'] });
    assert.deepEqual([new URL(page.url()).hash, await markedIn(page)], ['#L2-L4', ['2', '3', '4']]);
    await number(9).click();
    await marked(9);
    assert.deepEqual(await markedIn(page), ['9']);
    assert.deepEqual(troubles, []);
  });

  it('marks and shows the lines that a link names', async () => {
    const { page } = await open({ code: lines, linenos: true }, { hash: '#L100-L102' });
    assert.deepEqual(await markedIn(page), ['100', '101', '102']);
    const { y } = (await page.locator('#L100').boundingBox()) ?? assert.fail();
    assert.ok(y > 0 && y < 600, String(y));
  });

  it('marks no line for a link to one that does not exist', async () => {
    const { page, troubles } = await open({ code: 'x\n', linenos: true }, { hash: '#L7-L9' });
    assert.deepEqual([await markedIn(page), troubles], [[], []]);
  });

  for (const path of ['', 'highlight/']) {
    it(`marks a line without script on /snippets/<id>/${path}`, async () => {
      const { page } = await open({ code: lines, linenos: true }, { script: false });
      await page.goto(`${page.url()}${path}#L50`);
      const { y } = (await page.locator('#L50').boundingBox()) ?? assert.fail();
      assert.ok(y > 0 && y < 600, String(y));
      assert.equal(await page.locator(':target').innerText(), '50');
    });
  }

  it('shows what to share, within the width of a phone, and copies it', async () => {
    const { page, troubles } = await open({ code: lines }, { width: 360 });
    await page.getByText('Share', { exact: true }).click();
    const { x, width } = (await page.locator('.shares').boundingBox()) ?? assert.fail();
    assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`);
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.locator('.shares button', { hasText: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
    assert.deepEqual(troubles, []);
  });

  for (const linenos of [true, false])
    it(`marks a range in the highlighted page, ${linenos ? 'with' : 'without'} line numbers`, async () => {
      const { page, troubles } = await open({ code: lines, linenos });
      const own = page.url();
      await page.goto(`${own}highlight/#L60-L62`);
      const band = async () => (await page.locator('.band').boundingBox()) ?? assert.fail();
      const { y, height } = await band();
      assert.ok(y > 0 && y < 600 && Math.abs(height - 3 * 22.4) < 1, `${y} ${height}`);
      if (linenos) {
        const number = (await page.locator('#L60').boundingBox()) ?? assert.fail();
        assert.ok(Math.abs(number.y - y) < 6, `${number.y} ${y}`);
        await page.locator('#L64').click({ modifiers: ['Shift'] });
        assert.equal(new URL(page.url()).hash, '#L60-L64');
        assert.ok(Math.abs((await band()).height - 5 * 22.4) < 1);
      }
      assert.deepEqual(troubles, []);
    });

  it('has numbers for a snippet without line numbers only under the mouse', async () => {
    const { page } = await open({ code: lines });
    const opacity = () =>
      page.locator('#L3').evaluate((number) => Number(getComputedStyle(number).getPropertyValue('opacity')));
    assert.equal(await opacity(), 0);
    await page.locator('#L3').hover();
    assert.ok((await opacity()) > 0.5);
  });

  it('is copied whole, character for character', async () => {
    const code = '\n\tx = "<b>"\r\n\r\ny\n';
    const { page, troubles } = await open({ code, language: 'python' });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code);
    assert.deepEqual(troubles, []);
  });

  it('is downloaded under the name of the snippet with the ending of its language', async () => {
    const { page } = await open({ title: 'Größe: 1/2', code: 'x', language: 'rust' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Gro-e-1-2.rs');
  });

  it('scrolls long lines by the keyboard, and the page stays as wide as it is', async () => {
    const { page } = await open({ code: `${'x'.repeat(400)}\n`, linenos: true }, { width: 390 });
    await page.getByRole('region', { name: 'Code' }).focus();
    const isScrolled = page.evaluate(
      "new Promise((done) => document.querySelector('.listing .scroll').addEventListener('scroll', () => done(true)))",
    );
    await page.keyboard.press('ArrowRight');
    assert.equal(await isScrolled, true);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const { x } = (await page.locator('#L1').boundingBox()) ?? assert.fail();
    assert.ok(x >= 0, 'the numbers stay in sight');
  });

  it('has each number beside its line, and no accessibility violation', async () => {
    const { page } = await open({ code: 'a\n"""b\n\nc"""\nd\n', linenos: true, title: 'T' });
    const heights = await page.evaluate(
      `['.numbers', 'pre'].map((part) => document.querySelector('.listing ' + part).getBoundingClientRect().height)`,
    );
    assert.ok(Array.isArray(heights) && Math.abs(heights[0] - heights[1]) < 1, String(heights));
    assert.deepEqual(await findViolations(page), []);
  });

  it('is cut after 5,000 lines, with a link to all of them', async () => {
    const { page } = await open({ code: 'x\n'.repeat(6000), language: 'plaintext' });
    await page.getByText('The first 5,000 of 6,000 lines.').waitFor();
    assert.equal(await page.locator('.numbers a').count(), 5000);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText().then(({ length }) => length)'), 12_000);
  });

  it('is printed whole, on the ground of its style, without buttons', async () => {
    const { page } = await open({ code: 'x = 1\n'.repeat(200), style: 'github-dark' }, { width: 700 });
    await page.emulateMedia({ media: 'print' });
    const { height } = (await page.locator('.listing').boundingBox()) ?? assert.fail();
    assert.ok(height > 4000, String(height));
    const ground = await page.locator('.listing').evaluate((part) => getComputedStyle(part).backgroundColor);
    assert.equal(ground, 'rgb(13, 17, 23)');
    assert.equal(await page.locator('.actions').isVisible(), false);
  });
});
