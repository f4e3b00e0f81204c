/** The code on the page of a snippet: line links, copying, long lines, long code, paper. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { SnippetStore } from 'snippet-store/sdk';
import { findViolations } from '../helpers/axe.js';
import { skipWithoutChromium, type Watched } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

type SnippetInput = Parameters<SnippetStore['createSnippet']>[0];

describe('the code on the page of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let shared: Watched;
  before(async () => {
    shared = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  async function open(snippet: SnippetInput, { hash = '', width = 1000 } = {}) {
    const { id } = await site.app.client(site.alice).createSnippet(snippet);
    await shared.page.setViewportSize({ width, height: 600 });
    await shared.page.goto(`/snippets/${id}/${hash}`);
    return shared;
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
      const { id } = await site.app.client(site.alice).createSnippet({ code: lines, linenos: true });
      const { page } = await site.open(`/snippets/${id}/${path}#L50`, {
        viewport: { width: 1000, height: 600 },
        javaScriptEnabled: false,
      });
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
    // Opening the menu copies the link.
    await page.locator('.shares button', { hasText: 'Link copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(troubles, []);
  });

  for (const linenos of [true, false])
    it(`marks a range in the highlighted page, ${linenos ? 'with' : 'without'} line numbers`, async () => {
      const { page, troubles } = await open({ code: lines, linenos });
      const own = page.url();
      await page.goto(`${own}highlight/#L60-L62`);
      const { y, height } = (await page.locator('.band').boundingBox()) ?? assert.fail();
      assert.ok(y > 0 && y < 600 && Math.abs(height - 3 * 22.4) < 1, `${y} ${height}`);
      if (linenos) {
        const number = (await page.locator('#L60').boundingBox()) ?? assert.fail();
        assert.ok(Math.abs(number.y - y) < 6, `${number.y} ${y}`);
      }
      assert.deepEqual(troubles, []);
    });

  it('shares the lines that are chosen', async () => {
    const { page } = await open({ code: lines, linenos: true });
    await page.locator('#L10').click();
    await page.locator('#L20').click({ modifiers: ['Shift'] });
    await page.getByText('Share', { exact: true }).click();
    await page.locator('.shares button', { hasText: 'Link copied' }).waitFor();
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /#L10-L20$/);
  });

  it('links lines with the keyboard: one stop, arrow keys, Enter, and Shift with Enter for a range', async () => {
    const { page, troubles } = await open({ code: lines, linenos: true });
    await page.getByRole('region', { name: 'Code' }).focus();
    await page.keyboard.press('Tab');
    for (let line = 1; line < 4; line += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate('document.activeElement.id'), 'L4');
    await page.keyboard.press('Enter');
    await page.locator('#L4.marked').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    assert.equal(new URL(page.url()).hash, '#L4-L5');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate("document.activeElement.closest('.listing')"), null);
    assert.deepEqual(troubles, []);
  });

  it('has no gutter without line numbers, until the reader asks for it or a link names a line', async () => {
    const { page } = await open({ code: lines });
    const gap = async () => {
      const outside = (await page.locator('.listing').boundingBox()) ?? assert.fail();
      const inside = (await page.locator('.listing code').boundingBox()) ?? assert.fail();
      return inside.x - outside.x;
    };
    assert.ok((await gap()) < 24, `${await gap()}`);
    await page.locator('.more > summary').click();
    await page.getByRole('button', { name: 'Line numbers' }).click();
    assert.equal(await page.locator('#L3').isVisible(), true);
    await page.goto(`${page.url()}#L3`);
    await page.reload();
    assert.equal(await page.locator('#L3').isVisible(), true);
  });

  it('wraps long lines, with each number beside its line, and remembers it', async () => {
    const code = `${'word '.repeat(100)}\nsecond\n`;
    const { page, troubles } = await open({ code, language: 'plaintext', linenos: true }, { width: 390 });
    await page.locator('.more > summary').click();
    await page.getByRole('button', { name: 'Wrap long lines' }).click();
    const isWrapped = async () => {
      await page.locator('.wrapped').waitFor();
      const second = (await page.locator('#L2').boundingBox()) ?? assert.fail();
      const first = (await page.locator('#L1').boundingBox()) ?? assert.fail();
      const whole = (await page.locator('.listing pre').boundingBox()) ?? assert.fail();
      assert.ok(whole.width < 390, `${whole.width}`);
      assert.ok(second.y - first.y > 100, `${second.y - first.y}`);
      assert.ok(
        Math.abs(second.y + second.height - whole.y - whole.height) < 4,
        JSON.stringify([second, whole]),
      );
    };
    await isWrapped();
    await page.reload();
    await isWrapped();
    await page.evaluate('localStorage.clear()');
    assert.deepEqual(troubles, []);
  });

  it('is saved as a picture in the colours of its style', async () => {
    const { page, troubles } = await open({ title: 'A & B', code: 'x = "<1>" # \u0007\n', style: 'monokai' });
    await page.locator('.more > summary').click();
    const save = async (type: 'png' | 'svg') => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save as ${type.toUpperCase()}` }).click(),
      ]);
      assert.equal(download.suggestedFilename(), `A-B.${type}`);
      return readFileSync((await download.path()) ?? assert.fail());
    };
    const png = await save('png');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    // The width and height of the header (PNG, 11.2.1).
    assert.ok(png.readUInt32BE(16) > 400 && png.readUInt32BE(20) > 200);
    const svg = (await save('svg')).toString();
    assert.match(svg, /fill="rgb\(39, 40, 34\)"/);
    assert.match(svg, /&lt;1&gt;/);
    const text = JSON.stringify(svg);
    const parsed = `new DOMParser().parseFromString(${text}, 'image/svg+xml').documentElement.nodeName`;
    assert.equal(await page.evaluate(parsed), 'svg');
    assert.deepEqual(troubles, []);
  });

  it('keeps text of another direction from moving its neighbours', async () => {
    const { page } = await open({ code: 'x = "שלום" + 1 + "עולם"\n' });
    const direction = await page
      .locator('.listing .hljs-string')
      .first()
      .evaluate((token) => getComputedStyle(token).getPropertyValue('unicode-bidi'));
    assert.equal(direction, 'isolate');
    const places = (await page.evaluate(
      "[...document.querySelectorAll('.listing .hljs-string')].map((token) => token.getBoundingClientRect().x)",
    )) as number[];
    assert.ok((places[0] ?? 0) < (places[1] ?? 0), String(places));
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
      page
        .locator('.more > summary')
        .click()
        .then(() => page.getByRole('link', { name: 'Download' }).click()),
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
