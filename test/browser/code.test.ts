/** The code on the page of a snippet: line links, copying, sharing, long lines, long code, a picture. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { SnippetStore } from 'snippet-store/sdk';
import { styles } from 'snippet-store/sdk/choices';
import { findViolations, inBrowser, skipWithoutChromium } from '../helpers/chromium.js';

type SnippetInput = Parameters<SnippetStore['createSnippet']>[0];

describe('the code on the page of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ EMBED_ORIGINS: 'https://blog.example.com' });
  let shared: Page;
  before(async () => {
    shared = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  async function open(snippet: SnippetInput, { hash = '', width = 1000 } = {}) {
    const { id } = await site.app.client(site.alice).createSnippet(snippet);
    await shared.setViewportSize({ width, height: 600 });
    await shared.goto(`/snippets/${id}/${hash}`);
    return shared;
  }
  const markedIn = (page: Page) => page.locator('.line.marked > a').allInnerTexts();
  const lines = 'x = 1\n'.repeat(120);
  const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()');
  const openMenu = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

  it('marks the line that was clicked, the lines up to one that was clicked with Shift, and shares them', async () => {
    const page = await open({ code: lines, linenos: true });
    await page.locator('#L4').click();
    await page.locator('.line.marked').waitFor();
    assert.deepEqual([new URL(page.url()).hash, await markedIn(page)], ['#L4', ['4']]);
    await page.locator('#L2').click({ modifiers: ['Shift'] });
    assert.deepEqual([new URL(page.url()).hash, await markedIn(page)], ['#L2-L4', ['2', '3', '4']]);
    await page.evaluate("navigator.clipboard.writeText('before')");
    await openMenu(page, 'Share');
    assert.equal(await copied(page), 'before', 'opening Share copies nothing');
    assert.deepEqual(await findViolations(page), []);
    await page.locator('[data-copy-from="share-link"]').click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await copied(page), page.url());
    const frame = await page.getByLabel('Embed code').inputValue();
    assert.match(
      frame,
      /^<iframe src="http:[^"]*\/highlight\/\?embed#L2-L4" title="[^"]*" width="100%" height="500"/,
    );
  });

  it('marks and shows the lines that a link names, and none for lines that do not exist', async () => {
    const page = await open({ code: lines, linenos: true }, { hash: '#L100-L102' });
    assert.deepEqual(await markedIn(page), ['100', '101', '102']);
    const { y } = (await page.locator('#L100').boundingBox()) ?? assert.fail();
    assert.ok(y > 0 && y < 600, String(y));
    await open({ code: 'x\n' }, { hash: '#L7-L9' });
    assert.deepEqual(await markedIn(page), []);
  });

  for (const path of ['', 'highlight/']) {
    it(`marks a line without script on /snippets/<id>/${path}`, async () => {
      const { id } = await site.app.client(site.alice).createSnippet({ code: lines, linenos: true });
      const viewport = { width: 1000, height: 600 };
      const page = await site.open(`/snippets/${id}/${path}#L50`, { viewport, javaScriptEnabled: false });
      const { y } = (await page.locator('#L50').boundingBox()) ?? assert.fail();
      assert.ok(y > 0 && y < 600, String(y));
      assert.equal(await page.locator(':target').innerText(), '50');
    });
  }

  for (const linenos of [true, false])
    it(`marks a range in the highlighted page, ${linenos ? 'with' : 'without'} line numbers`, async () => {
      const page = await open({ code: lines, linenos });
      await page.goto(`${page.url()}highlight/#L60-L62`);
      const { y, height } = (await page.locator('.band').boundingBox()) ?? assert.fail();
      assert.ok(y > 0 && y < 600 && Math.abs(height - 3 * 22.4) < 1, `${y} ${height}`);
    });

  it('has in the highlighted page each number beside its line, and every character, in any style', async () => {
    const odd = `"""日本語 😀\nالعربية"""\r\n\tdef f(x): return '\u2028' + "\f"\rlast = """ends in a span\n`;
    const codes = [odd, odd.trimEnd(), '\n\nx\n\n\n', 'a\r\nb\rc', '</code></pre><img src=x>&lt;&#13;'];
    // Each page is laid out: one style of sixteen.
    for (const [i, { id: style }] of styles.filter((_, i) => i % 16 === 0).entries()) {
      const code = codes[i % codes.length] ?? '';
      const page = await open({ title: code, code, style, linenos: true });
      await page.goto(`${page.url()}highlight/`);
      const [numbers, lines] = await Promise.all(
        ['td.numbers pre', 'td.code pre'].map((column) => page.locator(column).boundingBox()),
      );
      assert.deepEqual([numbers?.y, numbers?.height], [lines?.y, lines?.height], `${style} ${code}`);
      for (const part of ['code', 'h1']) assert.equal(await page.locator(part).textContent(), code);
      assert.equal(await page.locator('main script, img, link, iframe').count(), 0);
    }
  });

  it('keeps title and numbers of the highlighted page in sight on a phone, and copies no numbers', async () => {
    const page = await open(
      { code: `${'x = 1 '.repeat(100)}\ntwo\n`, title: 'w'.repeat(100), linenos: true },
      { width: 390 },
    );
    await page.goto(`${page.url()}highlight/`);
    await page.evaluate('scrollTo(500, 0)');
    assert.equal(await page.evaluate('scrollX'), 500);
    for (const part of ['h1', 'td.numbers']) {
      const { x, width } = (await page.locator(part).boundingBox()) ?? assert.fail(part);
      assert.ok(x >= 0 && x + width <= 390, `${part}: ${x} ${width}`);
    }
    const selected = 'getSelection().selectAllChildren(document.body), getSelection().toString()';
    assert.match(String(await page.evaluate(selected)), /x = 1 \s*\ntwo\s+About this snippet\s*$/);
    assert.doesNotMatch(String(await page.evaluate(selected)), /^\d/m);
  });

  it('links lines with the keyboard: one stop, arrow keys, Enter, and Shift with Enter for a range', async () => {
    const page = await open({ code: lines });
    await page.getByRole('region', { name: 'Code' }).focus();
    await page.keyboard.press('Tab');
    for (let line = 1; line < 4; line += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate('document.activeElement.id'), 'L4');
    await page.keyboard.press('Enter');
    await page.locator('.line.marked').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    assert.equal(new URL(page.url()).hash, '#L4-L5');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate("document.activeElement.closest('.listing')"), null);
  });

  it('wraps long lines, with each number at its line, remembers it, and keeps the page as wide as it is', async () => {
    const code = `${'word '.repeat(100)}\nsecond\n`;
    const page = await open({ code, language: 'plaintext', linenos: true }, { width: 390 });
    const gap = async () => {
      const [one, two] = await Promise.all(['#L1', '#L2'].map((line) => page.locator(line).boundingBox()));
      return (two?.y ?? 0) - (one?.y ?? 0);
    };
    assert.ok((await gap()) < 30);
    await page.locator('.listing').evaluate((part) => part.scrollTo(500, 0));
    assert.ok(((await page.locator('#L1').boundingBox())?.x ?? -1) >= 0, 'the numbers stay in sight');
    await openMenu(page, 'More');
    await page.getByRole('button', { name: 'Wrap long lines' }).click();
    assert.ok((await gap()) > 100);
    // The numbers are the author's choice until the reader has made one.
    await page.getByRole('button', { name: 'Line numbers', pressed: true }).click();
    await page.locator('.unnumbered').waitFor();
    await page.reload();
    await page.locator('.wrapped.unnumbered').waitFor();
    assert.ok((await gap()) > 100);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.evaluate('localStorage.clear()');
  });

  it('has each token in its line, whatever spans it is in, and text of one direction beside the other', async () => {
    const page = await open({ code: 'a = "שלום" + 1 + "עולם"\n"""b\n\nc"""\nd\n' });
    const texts = await page.locator('.line').allTextContents();
    assert.deepEqual(texts, ['1a = "שלום" + 1 + "עולם"\n', '2"""b\n', '3\n', '4c"""\n', '5d\n']);
    assert.equal(await page.locator('.line:nth-child(4) .hljs-string').innerText(), 'c"""');
    const places = (await page.evaluate(
      "[...document.querySelectorAll('.listing .hljs-string')].map((token) => token.getBoundingClientRect().x)",
    )) as number[];
    assert.ok((places[0] ?? 0) < (places[1] ?? 0), String(places));
  });

  it('is copied whole, character for character, although the page is cut after 5,000 lines', async () => {
    for (const code of ['\n\tx = "<b>"\r\n\r\ny\n', 'x\n'.repeat(6000)]) {
      const page = await open({ code, language: 'python' });
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await copied(page), code);
    }
    await shared.getByText('The first 5,000 of 6,000 lines.').waitFor();
    assert.equal(await shared.locator('.line').count(), 5000);
  });

  it('is copied without HTTPS too, and is selected where the browser refuses that', async () => {
    const page = await open({ code: 'a\r\nb' });
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.reload();
    assert.equal(await copied(page), 'a\r\nb');
    await page.evaluate(
      'navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false',
    );
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Press Ctrl+C' }).waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), 'a\r\nb');
  });

  it('is opened at the first hit of a search that its list does not show', async () => {
    const code = `${'x\n'.repeat(3000)}const lastPort_number = 1;\n`;
    const { id } = await site.app.client(site.alice).createSnippet({ code });
    await shared.goto('/snippets/?q=portnumber');
    await shared.locator(`.name[href^="/snippets/${id}/"]`).click();
    await shared.waitForURL(`**/snippets/${id}/#L3001`);
    const { y } = (await shared.locator('#L3001').boundingBox()) ?? assert.fail();
    assert.ok(y > 0 && y < 600, String(y));
  });

  it('is saved as a picture, and downloaded under the name of the snippet', async () => {
    const page = await open({
      title: 'Größe: A/B',
      code: 'x = "<1>" # \u0007\n',
      style: 'monokai',
      language: 'rust',
    });
    const download = async (role: 'button' | 'link', name: string) => {
      const started = page.waitForEvent('download');
      await page.getByRole(role, { name }).click();
      return started;
    };
    await openMenu(page, 'Share');
    const picture = await download('button', 'Save as PNG');
    assert.equal(picture.suggestedFilename(), 'Größe-A-B.png');
    const png = readFileSync((await picture.path()) ?? assert.fail());
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    // The width and height of the header (PNG, 11.2.1).
    assert.ok(png.readUInt32BE(16) > 400 && png.readUInt32BE(20) > 200);
    await page.keyboard.press('Escape');
    await openMenu(page, 'More');
    assert.equal((await download('link', 'Download')).suggestedFilename(), 'Größe-A-B.rs');
  });
});
