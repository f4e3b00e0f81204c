/** What holds for every page: accessible, small, from this host alone, without an error. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { findViolations } from '../helpers/axe.js';
import { launchChromium, logIn, openPage, skipWithoutChromium } from '../helpers/chromium.js';

const MOST_BYTES = 100_000;

describe('every page', { skip: skipWithoutChromium }, () => {
  let app: TestApp;
  let browser: Browser;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    const client = app.client(alice);
    for (let n = 1; n <= 60; n += 1) {
      await client.createSnippet({
        title: `Sieve ${n}`,
        code: 'primes = []\n'.repeat(40),
        linenos: n % 2 === 0,
      });
    }
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await app.close();
  });

  const paths = [
    '/',
    '/snippets/',
    '/snippets/?limit=2&owner=alice',
    '/snippets/?owner=nobody',
    '/snippets/?q=sieve+primes',
    '/snippets/?q=nothing',
    '/snippets/?language=klingon',
    '/snippets/1/',
    '/snippets/999/',
    '/users/',
    '/users/1/',
    '/nothing/',
    '/api-auth/login/?next=/snippets/',
    '/api-auth/logout/',
  ];

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const who of ['nobody', 'alice'] as const) {
      it(`is accessible, small and self-contained (${colorScheme}, ${who})`, async () => {
        const { page, troubles, elsewhere } = await openPage(browser, app, { colorScheme });
        await page.goto('/snippets/');
        if (who === 'alice') await logIn(page, alice);
        for (const path of paths) {
          let bytes = 0;
          const arrived: Promise<void>[] = [];
          page.on('requestfinished', (request) => {
            arrived.push(
              request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
                bytes += responseBodySize + responseHeadersSize;
              }),
            );
          });
          await page.goto(path);
          await page.waitForLoadState('networkidle');
          await Promise.all(arrived);
          page.removeAllListeners('requestfinished');
          assert.ok(bytes < MOST_BYTES, `${path}: ${bytes} bytes`);
          const violations = await findViolations(page);
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          assert.deepEqual(serious, [], path);
          const { clientWidth, scrollWidth } = (await page.evaluate(
            '({ clientWidth: document.documentElement.clientWidth, scrollWidth: document.documentElement.scrollWidth })',
          )) as { clientWidth: number; scrollWidth: number };
          assert.ok(scrollWidth <= clientWidth, `${path} scrolls sideways`);
        }
        assert.deepEqual([troubles, elsewhere], [[], []]);
        await page.context().close();
      });
    }
  }

  it('fits a phone', async () => {
    const { page } = await openPage(browser, app, { viewport: { width: 360, height: 720 } });
    for (const path of paths) {
      await page.goto(path);
      const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
      assert.deepEqual(widths, [360, 360], path);
    }
    await page.context().close();
  });
});
