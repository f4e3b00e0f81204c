/** The frame of the highlighted code is as tall as the document in it, which it cannot know: it is laid out the same everywhere. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { launchChromium, openPage, skipWithoutChromium } from '../helpers/chromium.js';

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
  ] as const) {
    it(`fits ${what}`, async () => {
      const { id } = await app.client(alice).createSnippet(snippet);
      const { page } = await openPage(browser, app, { viewport: { width: 1000, height: 800 } });
      await page.goto(`/snippets/${id}/`);
      await page.waitForLoadState('networkidle');
      const frame = page.frames().find((part) => part.url().includes('/highlight/'));
      assert.ok(frame);
      const [needed, given] = (await frame.evaluate(
        '[document.body.lastElementChild.getBoundingClientRect().bottom + 24, innerHeight]',
      )) as [number, number];
      assert.ok(given >= needed && given <= needed + 20, `${given} pixels for ${needed}`);
      await page.context().close();
    });
  }
});
