/** What holds for every page: accessible, small, still, from this host alone, without an error. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findViolations, inBrowser, skipWithoutChromium } from '../helpers/chromium.js';

const [MOST_BYTES, MOST_REQUESTS] = [100_000, 6];

/** Bytes of each thing that came for a page, also of what the browser had. The preview of a form comes later. */
const LOADED = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ initiatorType }) => initiatorType !== 'fetch').map(({ encodedBodySize }) => encodedBodySize)`;

/** How far the content has moved since the page was opened, as Layout Instability 4.1 measures it. */
const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 50);
})`;

/** Controls that a finger would miss (WCAG 2.2, 2.5.5). */
const SMALL = `[...document.querySelectorAll(
  'button, .button, summary, select, input:not([type=hidden], [type=checkbox]), header.site a'
)].filter((part) => part.checkVisibility() && !part.closest('.end, .skip') && part.getBoundingClientRect().height < 43.5)
  .map((part) => part.outerHTML.slice(0, 90))`;

describe('every page', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    const client = site.app.client(site.alice);
    for (let n = 1; n <= 60; n += 1)
      await client.createSnippet({
        title: `Sieve ${n}`,
        code: 'primes = []\n'.repeat(40),
        linenos: n % 2 === 0,
      });
    await client.createSnippet({
      title: `"'<&`.repeat(25),
      code: `"'<&`.repeat(25_000),
      language: 'plaintext',
    });
  });

  // What differs for somebody who is logged in is looked at once more.
  const paths = {
    nobody: [
      '/',
      '/snippets/?q=nothing',
      '/snippets/?language=klingon',
      '/snippets/1/',
      '/nothing/',
      '/api-auth/login/',
      '/docs/',
    ],
    alice: [
      '/',
      '/snippets/?new',
      '/snippets/?limit=2&owner=alice&q=sieve',
      '/snippets/1/',
      '/snippets/1/#edit',
      '/snippets/61/?format=api',
      '/users/',
      '/users/1/',
      '/api-auth/logout/',
      '/nothing/',
    ],
  };

  for (const who of ['nobody', 'alice'] as const) {
    it(`is accessible, small, self-contained, stands still and fits, in light and dark, for ${who}`, async () => {
      const page = who === 'alice' ? await site.openAs(site.alice, '/') : await site.open('/');
      for (const path of paths[who]) {
        // Another address with the same path is another page.
        await page.goto('about:blank');
        await page.goto(path);
        if (who === 'alice' && !/^\/(api-auth|nothing)\//.test(path))
          await page.locator('.account').waitFor();
        const sizes = (await page.evaluate(LOADED)) as number[];
        const bytes = sizes.reduce((sum, size) => sum + size);
        assert.ok(
          sizes.length > 2 && sizes.length <= MOST_REQUESTS && bytes < MOST_BYTES,
          `${path}: ${sizes}`,
        );
        assert.equal((await page.locator('header.site').boundingBox())?.height, 56, path);
        assert.deepEqual(await findViolations(page), [], path);
        const shift = await page.evaluate(SHIFT);
        assert.ok(Number(shift) < 0.01, `${path}: ${shift}`);
        const filled = await page.evaluate(`[...document.querySelectorAll('button, .button')].filter((part) =>
          part.checkVisibility() && getComputedStyle(part).backgroundColor === 'rgb(91, 91, 214)').length`);
        assert.ok(Number(filled) <= 1, `${path} has ${filled} filled buttons`);
        // A window of 1440 pixels, one of 1280, the same at 200 and 400 percent, and a phone (WCAG 2.2, 1.4.10).
        for (const width of [1440, 640, 320, 360, 1280]) {
          await page.setViewportSize({ width, height: 720 });
          const wide = await page.evaluate('document.documentElement.scrollWidth');
          assert.equal(wide, width, `${path} scrolls sideways`);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await findViolations(page, 'colours'), [], `${path} in dark`);
        await page.emulateMedia({ colorScheme: 'light' });
      }
    });
  }

  it('has targets for fingers, and its menus within the screen of a phone', async () => {
    const phone = { viewport: { width: 360, height: 844 }, hasTouch: true, isMobile: true };
    const longest = await site.app.addUser('m'.repeat(150));
    const page = await site.openAs(longest, '/', phone);
    const { id } = await site.app.client(longest).createSnippet({ code: 'x = 1' });
    for (const path of ['/', `/snippets/${id}/`, `/snippets/${id}/#edit`, '/users/']) {
      await page.goto(path);
      assert.deepEqual(await page.evaluate(SMALL), [], path);
      assert.deepEqual(await findViolations(page), [], path);
      for (const menu of await page.locator('.menu > summary:visible').all()) {
        await menu.click();
        for (const width of [640, 560, 360]) {
          await page.setViewportSize({ width, height: 844 });
          const panel = (await page.locator('.menu[open] > .panel').boundingBox()) ?? assert.fail();
          assert.ok(panel.x >= 0 && panel.x + panel.width <= width, `${path} at ${width}: ${panel.x}`);
        }
        await page.keyboard.press('Escape');
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    }
  });

  it('is printed without forms and buttons, the code whole', async () => {
    const code = `${'x'.repeat(12_000)}\n${'y = 1\n'.repeat(100)}`;
    const { id } = await site.app.client(site.alice).createSnippet({ code, style: 'github-dark' });
    const page = await site.openAs(site.alice, `/snippets/${id}/`, {
      viewport: { width: 700, height: 900 },
    });
    const controls = page.locator('form:visible, button:visible, textarea:visible, .button:visible');
    assert.ok((await controls.count()) > 1);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await controls.count(), 0);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assert.ok((await page.locator('.end').innerText()).startsWith(`${page.url()}, `));
    const { height, width } = (await page.locator('.listing').boundingBox()) ?? assert.fail();
    assert.ok(height > 5000 && width <= 700, `${width} x ${height}`);
    const ground = await page.locator('.listing').evaluate((part) => getComputedStyle(part).backgroundColor);
    assert.equal(ground, 'rgb(13, 17, 23)');
    await page.goto('/');
    assert.equal(await controls.count(), 0);
  });
});
