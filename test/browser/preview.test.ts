/** The frame of the highlighted code is as tall as the document in it, which it cannot know: it is laid out the same everywhere. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import type { SnippetStore } from 'snippet-store/sdk';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { launchChromium, openPage, skipWithoutChromium } from '../helpers/chromium.js';

type SnippetInput = Parameters<SnippetStore['createSnippet']>[0];

/** In pixels: how tall the document is, how tall its frame, and how far from the frame's side the code begins. */
async function measure(page: Page, frame: Frame): Promise<{ needed: number; given: number; side: number }> {
  const inside = (await frame.evaluate(`{
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('pre'));
    ({
      needed: document.body.lastElementChild.getBoundingClientRect().bottom + scrollY + 24,
      side: range.getBoundingClientRect().left,
    });
  }`)) as { needed: number; side: number };
  // A frame in a process of its own gets its height some time later.
  const given = await page.locator('iframe.preview').evaluate((element) => element.clientHeight);
  return { ...inside, given };
}

describe('the frame of the highlighted code', { skip: skipWithoutChromium }, () => {
  let app: TestApp;
  let browser: Browser;
  let alice: TestUser;
  before(async () => {
    app = await startApp();
    alice = await app.addUser('alice');
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await app.close();
  });

  for (const [what, snippet] of [
    ['one line', { code: 'x = 1' }],
    ['a title and numbers', { title: 'Sieve', code: 'x = 1\n'.repeat(6), linenos: true }],
    ['twenty lines of another style', { code: 'x = 1\n'.repeat(20), style: 'github-dark' as const }],
    ['long lines', { code: `${'x'.repeat(400)}\n`.repeat(3) }],
    ['the longest title', { title: 'W'.repeat(100), code: 'x = 1' }],
    ['the longest title of words', { title: 'Some words '.repeat(9), code: 'x = 1', linenos: true }],
  ] as const) {
    for (const width of [1000, 360]) {
      it(`fits ${what} at ${width} pixels`, async () => {
        const { page, frame } = await open(snippet, width);
        const { needed, given } = await measure(page, frame);
        // On a phone lines are a little lower.
        assert.ok(given >= needed && given <= needed * 1.08 + 20, `${given} pixels for ${needed}`);
        assert.equal(await page.evaluate('scrollY'), 0);
        await page.context().close();
      });
    }
  }

  it('shortens a long title with an ellipsis, while the page of the HTML itself shows all of it', async () => {
    const { page, frame } = await open({ title: 'W'.repeat(100), code: 'x = 1' }, 360);
    const lines = 'Math.round((document.querySelector("h1").clientHeight - 35.2) / 25.2)';
    const isCut = 'document.querySelector("h1").scrollWidth > document.querySelector("h1").clientWidth';
    assert.deepEqual([await frame.evaluate(lines), await frame.evaluate(isCut)], [1, true]);
    await page.goto(frame.url().replace(/#.*/, ''));
    assert.ok(Number(await page.evaluate(lines)) > 3);
    assert.equal(await page.evaluate(isCut), false);
    await page.context().close();
  });

  it('scrolls code that is taller than a screen', async () => {
    const { page, frame } = await open({ code: 'x = 1\n'.repeat(120) }, 1000);
    const { needed, given } = await measure(page, frame);
    assert.ok(given < 700 && needed > 2000, `${given} pixels for ${needed}`);
    await page.context().close();
  });

  for (const [what, snippet] of [
    ['120 lines', { title: 'Long', code: 'x = 1\n'.repeat(120) }],
    ['120 lines with numbers', { code: 'x = 1\n'.repeat(120), linenos: true }],
    ['long lines', { code: `${'x '.repeat(150)}\n`.repeat(20) }],
    ['long lines of wide characters', { code: `${'漢字'.repeat(100)}\n\t`.repeat(20) }],
  ] as const) {
    // Sheets of A4 with the browser's own margins, and with wider ones.
    for (const width of [718, 600]) {
      it(`is printed whole, with room at its sides: ${what} on ${width} pixels`, async () => {
        const { page, frame } = await open(snippet, width);
        await page.emulateMedia({ media: 'print' });
        const { needed, given, side } = await measure(page, frame);
        // Wide characters are narrow where no font has them.
        assert.ok(given >= needed && given <= needed * 2, `${given} pixels for ${needed}`);
        assert.ok(side >= 16, `${side} pixels`);
        await page.context().close();
      });
    }
  }

  it('prints the dark background of a dark style, because its text is pale', async () => {
    const { page, frame } = await open({ code: 'x = 1', style: 'github-dark' }, 718);
    await page.emulateMedia({ media: 'print' });
    // The body's own ground is printed; one that it lends to the root of a frame is not.
    const grounds = await frame.evaluate(
      '[document.documentElement, document.body].map((part) => getComputedStyle(part).backgroundColor)',
    );
    assert.deepEqual(grounds, ['rgb(255, 255, 255)', 'rgb(13, 17, 23)']);
    const adjust = 'getComputedStyle(document.documentElement).printColorAdjust';
    assert.equal(await frame.evaluate(adjust), 'exact');
    await page.context().close();
  });

  async function open(snippet: SnippetInput, width: number): Promise<{ page: Page; frame: Frame }> {
    const { id } = await app.client(alice).createSnippet(snippet);
    const { page } = await openPage(browser, app, { viewport: { width, height: 800 } });
    await page.goto(`/snippets/${id}/`);
    await page.waitForLoadState('networkidle');
    return { page, frame: page.frames().find((part) => part.url().includes('/highlight/')) ?? assert.fail() };
  }
});
