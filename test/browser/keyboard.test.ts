/** Keys for what is done often, and targets for fingers. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const FOCUSED = 'document.activeElement.id';

describe('the keyboard', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    await site.app.client(site.alice).createSnippet({ title: 'Sieve', code: 'x = 1' });
  });

  it('searches with /, makes a snippet with n and Ctrl+Enter, and edits it with e', async () => {
    const { page, troubles } = await site.openAs(site.alice, '/snippets/1/');
    await page.keyboard.press('/');
    await page.waitForURL('**/snippets/?order=-created#search');
    await page.locator('#filter-q:focus').waitFor();
    await page.keyboard.type('n/e?');
    assert.equal(await page.locator('#filter-q').inputValue(), 'n/e?');
    await page.goto('/snippets/');
    await page.keyboard.press('n');
    await page.locator('#form-post-code:focus').waitFor();
    await page.keyboard.type('y = 2');
    await page.locator('#form-post-title').fill('New');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/snippets/2/');
    await page.locator('.done').waitFor();
    await page.keyboard.press('e');
    assert.equal(await page.evaluate(FOCUSED), 'form-put-title');
    await page.keyboard.press('End');
    await page.keyboard.type('er');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Newer' }).waitFor();
    assert.deepEqual(troubles, []);
  });

  it('goes through the rows with j and k, and says why e does nothing', async () => {
    await site.app.client(await site.app.addUser('bob')).createSnippet({ title: 'Of bob', code: 'x' });
    const { page } = await site.openAs(site.alice, '/snippets/?order=-created');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.locator('.has-script').waitFor();
    await page.keyboard.press('j');
    assert.equal(await focused(), 'Of bob');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    assert.equal(await focused(), 'Of bob');
    await page.keyboard.press('Enter');
    await page.locator('.has-script h1', { hasText: 'Of bob' }).waitFor();
    await page.keyboard.press('e');
    await page.getByText('Only the owner can edit this snippet.').waitFor();
  });

  it('shows its keys with ? and by a button, and turns them off', async () => {
    const { page, troubles } = await site.openAs(site.alice, '/snippets/');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');
    await help.waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findColourViolations(page), []);
    await page.keyboard.press('Escape');
    assert.equal(await help.isVisible(), false);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByLabel('Use single keys as shortcuts').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('n');
    assert.notEqual(await page.evaluate(FOCUSED), 'form-post-code');
    assert.deepEqual(troubles, []);
  });

  it('offers targets of 44 pixels to fingers', async () => {
    const { page } = await site.openAs(site.alice, '/snippets/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    for (const path of ['/snippets/', '/snippets/1/', '/users/', '/']) {
      await page.goto(path);
      const small = await page.evaluate(`[...document.querySelectorAll(
        'button, .button, summary, select, input:not([type=hidden], [type=checkbox]), .breadcrumb a, header.site a'
      )].filter((part) => part.checkVisibility() && !part.closest('.listing, pre, .skip') && part.getBoundingClientRect().height < 43.5)
        .map((part) => part.outerHTML.slice(0, 90) + part.getBoundingClientRect().height)`);
      assert.deepEqual(small, [], path);
      assert.deepEqual(await findViolations(page), [], path);
    }
  });
});
