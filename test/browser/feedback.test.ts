/** What was done is said where one lands, at the top, to eyes and ears; and what cannot be undone is asked by its name. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { logIn, openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('what a page says', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  let troubles: string[];
  before(async () => {
    ({ page, troubles } = await site.openAs(site.alice, '/snippets/', {
      viewport: { width: 800, height: 400 },
    }));
  });

  /** It has the focus, and the window is where it is. */
  async function hear(message: string) {
    await page.getByRole('status').getByText(message, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), message);
    assert.ok(((await page.evaluate('scrollY')) as number) < 100);
    const { y } = (await page.locator('.done').boundingBox()) ?? assert.fail();
    assert.ok(y >= 0 && y < 400, String(y));
  }

  it('the page of a new snippet says that it was created', async () => {
    await openForm(page);
    await page.locator('#form-post-title').fill('Sieve');
    await page.locator('#form-post-code').fill('x = 1\n'.repeat(100));
    await page.getByRole('button', { name: 'Create' }).click();
    await hear('Created.');
    assert.equal(page.url(), `${site.app.url}/snippets/1/`);
  });

  it('the page says once, at the top, that the snippet was saved', async () => {
    await page.goto('/snippets/1/?format=api#form-put');
    await page.locator('#form-put-style').fill('monokai');
    await page.getByRole('button', { name: 'Save' }).click();
    await hear('Saved.');
    assert.equal(page.url(), `${site.app.url}/snippets/1/?format=api`);
    await page.reload();
    assert.equal(await page.getByRole('status').count(), 0);
  });

  it('a button that waits says only that it waits', async () => {
    const cursor = await page.evaluate(`{
      const button = document.querySelector('#form-put button');
      button.disabled = true;
      getComputedStyle(button).cursor;
    }`);
    assert.equal(cursor, 'progress');
  });

  it('the question before a deletion names the snippet', async () => {
    await page.goto('/snippets/1/');
    const question = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => dialog.accept().then(() => resolve(dialog.message())));
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    assert.equal(await question, 'Delete a snippet? This cannot be undone.\n\n/snippets/1/\nSieve');
  });

  it('the list says that a snippet was deleted', async () => {
    await hear('Deleted.');
    assert.equal(page.url(), `${site.app.url}/snippets/`);
    assert.deepEqual(troubles, []);
  });

  it('asks before unsaved work is left, and not when there is none', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ title: 'Kept', code: 'x' });
    const questions: string[] = [];
    page.on('dialog', (dialog) => questions.push(dialog.type()));
    const leave = () =>
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Snippets' }).click();
    await page.goto(`/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-put-title').pressSequentially('!');
    await page.locator('#form-put-title').press('Backspace');
    await leave();
    await page.waitForURL('**/snippets/?order=-created');
    assert.deepEqual(questions, []);
    await page.goto(`/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-put-title').pressSequentially('!');
    await leave();
    await page.waitForURL('**/snippets/?order=-created');
    assert.deepEqual(questions, ['beforeunload']);
    page.removeAllListeners('dialog');
  });

  it('without script, the page tells the owner why there is no form', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x' });
    const { page } = await site.open(`/snippets/${id}/`, { javaScriptEnabled: false });
    // Locators by text look into no noscript.
    const reason = page.locator('noscript p');
    assert.equal(await reason.count(), 0);
    await logIn(page, site.alice);
    await reason.waitFor();
    assert.equal(await reason.innerText(), 'Editing and deleting need JavaScript.');
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await page.goto('/snippets/');
    assert.equal(await reason.count(), 0);
  });
});
