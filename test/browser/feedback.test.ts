/** What was done is said where one lands, at the top, to eyes and ears; and what is deleted can be undone. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { logIn, logOut, openForm, pressDelete, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';
import { until } from '../helpers/until.js';

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
    assert.match(
      String(await page.evaluate('document.activeElement.textContent')),
      new RegExp(`^${message}`),
    );
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

  it('a delete is sent when the time to undo it is over, and the list then says that it was done', async () => {
    await page.goto('/snippets/1/');
    await page.clock.install();
    await pressDelete(page);
    assert.equal((await site.app.fetch('/snippets/1/')).status, 200);
    await page.clock.fastForward(10_000);
    await hear('Deleted.');
    assert.equal(page.url(), `${site.app.url}/snippets/?order=-created`);
    assert.equal((await site.app.fetch('/snippets/1/')).status, 404);
    assert.deepEqual(troubles, []);
  });

  it('a delete is sent at once when the page is left', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x' });
    await page.goto(`/snippets/${id}/`);
    await pressDelete(page);
    await page.goto('/');
    await until('it is gone', async () => (await site.app.fetch(`/snippets/${id}/`)).status === 404);
  });

  it('brings a draft back after the page was left or loaded again, until it is saved or discarded', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ title: 'Kept', code: 'x' });
    const note = page.getByText('Your draft is back.');
    await page.goto(`/snippets/${id}/`);
    await openForm(page);
    await page.locator('#form-put-title').pressSequentially('!');
    await page.reload();
    await note.waitFor();
    assert.match(await page.locator('#form-put-title').inputValue(), /!/);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.locator('.form:not([open])').waitFor();
    assert.equal(await note.count(), 0);
    await openForm(page);
    await page.locator('#form-put-code').fill('y');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.goto(`/snippets/${id}/`);
    await note.waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await hear('Saved.');
    await page.reload();
    assert.equal(await note.count(), 0);
    assert.equal((await site.app.client().getSnippet({ id })).code, 'y');
  });

  it('keeps no draft for the next user of the machine', async () => {
    await page.goto('/snippets/?new');
    await page.locator('#form-post-code').fill('secret');
    await logOut(page);
    assert.equal(
      await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length"),
      0,
    );
    await logIn(page, site.alice);
  });
});
