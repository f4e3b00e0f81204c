/** The story of a snippet: find, read, copy, log in, create, edit with a conflict, delete; in three ways. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { deleteAtOnce, logOut, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const sieve = 'def primes(limit):\n    return []\n';

describe('the story of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    await site.app.client(site.alice).createSnippet({ title: 'Sieve', code: sieve });
  });

  /** The id of the snippet that the page shows. */
  const idOf = (page: Page) => Number(/\/snippets\/(\d+)\//.exec(page.url())?.[1]);
  const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()');
  const readsClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

  it('is told with the keyboard alone', async () => {
    const { page, troubles } = await site.open('/', readsClipboard);
    const { keyboard } = page;

    // Find: the search, then the first link among the rows.
    await keyboard.press('/');
    await page.locator('#home-q:focus').waitFor();
    await keyboard.type('primes');
    await keyboard.press('Enter');
    await page.waitForURL('**/snippets/?*q=primes*');
    await tabTo(page, 'Sieve');
    await keyboard.press('Enter');

    // Read, and copy.
    await page.getByRole('heading', { level: 1, name: 'Sieve' }).waitFor();
    await tabTo(page, 'Copy');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await copied(page), sieve);

    // Log in: the way in stands before the content.
    await tabTo(page, 'Log in', 'Shift+Tab');
    await keyboard.press('Enter');
    await page.locator('#username:focus').waitFor();
    await keyboard.type(site.alice.username);
    await keyboard.press('Tab');
    await keyboard.type(site.alice.password);
    await keyboard.press('Enter');
    await page.locator('.has-script .username').waitFor();

    // Create.
    await keyboard.press('n');
    await page.locator('#form-post-code:focus').waitFor();
    await keyboard.type('print("hello")');
    await keyboard.press('Control+Enter');
    await page.getByRole('status').getByText('Created.').waitFor();
    const id = idOf(page);

    // Edit, while somebody else saves: nothing is lost.
    await keyboard.press('e');
    await page.locator('#form-put-title:focus').waitFor();
    await keyboard.type('Mine');
    await site.app.client(site.alice).updateSnippet({ id, title: 'Theirs', code: 'print("theirs")' });
    await keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Someone saved a newer version.').waitFor();
    assert.match(await page.locator('#form-put-title').inputValue(), /Mine/);
    await tabTo(page, 'Keep mine');
    await keyboard.press('Enter');
    await page.getByRole('status').getByText('Saved.').waitFor();
    await page.locator('.has-script h1', { hasText: 'Mine' }).waitFor();

    // Delete: undo has the focus at first, and leaving it alone deletes.
    await tabTo(page, 'More');
    await keyboard.press('Enter');
    await tabTo(page, 'Delete');
    await page.clock.install();
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo');
    await page.clock.fastForward(10_000);
    await page.getByRole('status').getByText('Deleted.', { exact: true }).waitFor();
    assert.equal((await site.app.fetch(`/snippets/${id}/`)).status, 404);
    assert.deepEqual(troubles, []);
  });

  it('is told by a finger at 390 pixels', async () => {
    const { page, troubles } = await site.open('/snippets/', {
      ...readsClipboard,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const tap = (role: 'link' | 'button', name: string | RegExp) =>
      page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .tap();

    // Find.
    const first = (await page.locator('.rows li').first().boundingBox()) ?? assert.fail();
    assert.ok(first.y < 844 / 3, `the first snippet begins at ${first.y}`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('primes');
    await tap('button', 'Search');
    await page.waitForURL('**/snippets/?*q=primes*');
    await tap('link', 'Sieve');

    // Read, and copy.
    await page.getByRole('heading', { level: 1, name: 'Sieve' }).waitFor();
    await tap('button', 'Copy');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await copied(page), sieve);

    // Log in.
    await tap('link', 'Log in');
    await page.getByLabel('Username').fill(site.alice.username);
    await page.getByLabel('Password').fill(site.alice.password);
    await tap('button', 'Log in');
    await page.locator('.username').waitFor();

    // Create.
    const { y } = (await page.locator('.listing').boundingBox()) ?? assert.fail();
    assert.ok(y < 844 / 3, `the code begins at ${y}`);
    await tap('link', 'New');
    await page.getByLabel('Title').fill('Greeting');
    await page.locator('#form-post-code').fill('print("hello")');
    await tap('button', 'Create');
    await page.getByRole('status').getByText('Created.').waitFor();
    const id = idOf(page);

    // Edit, while somebody else saves.
    await page.locator('.form > summary').tap();
    await page.locator('#form-put-title').fill('Mine');
    await site.app.client(site.alice).updateSnippet({ id, title: 'Theirs', code: 'print("theirs")' });
    await tap('button', 'Save');
    await page.getByRole('alert').getByText('Someone saved a newer version.').waitFor();
    assert.equal(await page.locator('#form-put-title').inputValue(), 'Mine');
    await tap('button', 'Keep mine');
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();

    // Delete. No step made the page wider than the phone.
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    assert.deepEqual(widths, [390, 390]);
    await deleteAtOnce(page);
    await page.getByRole('status').getByText('Deleted.', { exact: true }).waitFor();
    assert.equal((await site.app.fetch(`/snippets/${id}/`)).status, 404);
    assert.deepEqual(troubles, []);
  });

  it('is told without script, except for what HTML forms cannot send: the page says so', async () => {
    const { page } = await site.open('/snippets/', { javaScriptEnabled: false });

    // Find, read, and copy from the raw text.
    await page.getByRole('searchbox', { name: 'Search' }).fill('primes');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Sieve', exact: true }).click();
    assert.equal(await page.locator('.listing code').textContent(), sieve);
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
    assert.equal(await page.locator('noscript p').count(), 0);
    await page.locator('.more > summary').click();
    await page.getByRole('link', { name: 'Raw' }).click();
    assert.equal(await page.locator('pre').textContent(), sieve);
    await page.goBack();

    // Log in, and create.
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Username').fill(site.alice.username);
    await page.getByLabel('Password').fill(site.alice.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByLabel('Title').fill('Bare');
    await page.locator('#form-post-code').fill('x = 1');
    assert.equal(await page.locator('#form-post-language option').count(), 193);
    await page.locator('#form-post-language').selectOption({ label: 'Ruby' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('status').getByRole('link', { name: 'view it' }).click();
    const id = idOf(page);
    assert.equal((await site.app.client().getSnippet({ id })).language, 'ruby');

    // Edit and delete need PUT and DELETE, and are not offered as if they worked.
    assert.equal(await page.locator('noscript p').innerText(), 'Editing and deleting need JavaScript.');
    assert.equal(await page.getByRole('button', { name: /^(Save|Delete)$/ }).count(), 0);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await logOut(page);
  });
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate('document.activeElement.innerText?.trim()');
    if (focused === name) return;
  }
  assert.fail(`${key} does not lead to ${name}`);
}
