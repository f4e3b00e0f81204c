/** The menu of formats: every entry has a name, and it closes as menus do. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the menu of formats', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  before(async () => {
    ({ page } = await site.open('/snippets/'));
    await page.getByText('Request and response').click();
  });

  const summary = () => page.locator('summary', { hasText: 'Format' });
  const entry = () => page.getByRole('link', { name: 'json', exact: true });

  it('is accessible while it is open', async () => {
    await summary().click();
    await entry().waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  it('closes on Escape and gives the focus back to its button', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    assert.equal(await entry().isVisible(), false);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
  });

  it('closes on a click outside and not on a click inside', async () => {
    await summary().click();
    await page.locator('h1').click();
    assert.equal(await entry().isVisible(), false);
    await summary().click();
    assert.equal(await entry().isVisible(), true);
    await entry().click();
    assert.equal(page.url(), `${site.app.url}/snippets/?format=json`);
  });
});
