/** What holds for every page: accessible, small, still, from this host alone, without an error. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startApp } from '../helpers/app.js';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const MOST_BYTES = 100_000;

/** How far the content has moved since the page was opened, as Layout Instability 4.1 measures it. */
const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 50);
})`;

describe('every page', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    const client = site.app.client(site.alice);
    for (let n = 1; n <= 60; n += 1) {
      const input = { title: `Sieve ${n}`, code: 'primes = []\n'.repeat(40), linenos: n % 2 === 0 };
      await client.createSnippet(input);
    }
  });

  // What differs for somebody who is logged in is looked at once more.
  const paths = {
    nobody: [
      '/',
      '/snippets/',
      '/snippets/?owner=nobody',
      '/snippets/?q=nothing',
      '/snippets/?language=klingon',
      '/snippets/1/',
      '/snippets/999/',
      '/nothing/',
      '/api-auth/login/?next=/snippets/',
      '/docs/',
    ],
    alice: [
      '/',
      '/snippets/?new',
      '/snippets/?limit=2&owner=alice',
      '/snippets/?q=sieve+primes',
      '/snippets/1/',
      '/users/',
      '/users/1/',
      '/api-auth/logout/',
    ],
  };

  for (const who of ['nobody', 'alice'] as const) {
    it(`is accessible, small, self-contained, stands still and fits, in light and dark, for ${who}`, async () => {
      const { page, troubles, elsewhere } =
        who === 'alice' ? await site.openAs(site.alice, '/') : await site.open('/');
      for (const path of paths[who]) {
        const bytes = await transfer(page, path);
        assert.ok(bytes < MOST_BYTES, `${path}: ${bytes} bytes`);
        const header = await page.locator('header.site').boundingBox();
        assert.equal(header?.height, 56, path);
        assert.deepEqual(await findViolations(page), [], path);
        const shift = await page.evaluate(SHIFT);
        assert.ok(Number(shift) < 0.01, `${path}: ${shift}`);
        // A window of 1280 pixels, the same at 200 and 400 percent, and a phone (WCAG 2.2, 1.4.10).
        for (const width of [1280, 640, 320, 360]) {
          await page.setViewportSize({ width, height: 720 });
          const wide = await page.evaluate('document.documentElement.scrollWidth');
          assert.equal(wide, width, `${path} scrolls sideways`);
        }
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await findColourViolations(page), [], `${path} in dark`);
        await page.emulateMedia({ colorScheme: 'light' });
      }
      assert.deepEqual([troubles, elsewhere], [[], []]);
    });
  }

  it('is small with the longest names and titles, and however much there is to show', async () => {
    const crowded = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    try {
      const user = await crowded.addUser('a'.repeat(150));
      const template = { title: '"'.repeat(100), code: `"'<&`.repeat(200), language: 'python-repl' } as const;
      const { id: first } = await crowded.client(user).createSnippet(template);
      const stored = await crowded.store.snippets.findOne({ _id: first });
      assert.ok(stored);
      // Together: they share transactions.
      const ids = (last: number) => Array.from({ length: last - 1 }, (_, index) => index + 2);
      await Promise.all(ids(300).map((_id) => crowded.store.snippets.insertOne({ ...stored, _id })));
      const somebody = await crowded.store.users.findOne({ _id: user.id });
      assert.ok(somebody);
      await Promise.all(
        ids(250).map((_id) =>
          crowded.store.users.insertOne({ ...somebody, _id, username: `${'b'.repeat(147)}${_id}` }),
        ),
      );
      const { page } = await site.openAs(user, '/snippets/', { baseURL: crowded.url });
      for (const path of ['/snippets/?limit=100', '/snippets/?q=1', '/users/', '/users/1/', '/snippets/1/']) {
        const bytes = await transfer(page, path);
        assert.ok(bytes < MOST_BYTES, `${path}: ${bytes} bytes`);
      }
      await page.goto('/snippets/?limit=1000');
      assert.equal(await page.locator('.rows li').count(), 50);
      await page.getByRole('link', { name: 'Newer' }).click();
      assert.equal(await page.locator('.rows li > a').first().getAttribute('href'), '/snippets/51/');
      await page.getByText('Request and response').click();
      const whole = page.locator('.json a.cut').last();
      assert.match(await whole.innerText(), /48 more/);
      await whole.click();
      await whole.waitFor({ state: 'detached' });
      assert.equal(JSON.parse(await page.locator('.exchange .json').innerText()).length, 50);
    } finally {
      await crowded.close();
    }
  });
});

/** Opens a page, and answers the bytes of all that came for it. */
async function transfer(page: Page, path: string): Promise<number> {
  let bytes = 0;
  const arrived: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    arrived.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        bytes += responseBodySize + responseHeadersSize;
      }),
    );
  });
  // What scripts load later is loaded by its own tests: the editor of a form, Swagger UI.
  await page.goto(path);
  await Promise.all(arrived);
  page.removeAllListeners('requestfinished');
  return bytes;
}
