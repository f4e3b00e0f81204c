/** The manners of the pages in daily tasks: few clicks, the newest first, nothing lost, words that say what to do. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startApp } from '../helpers/app.js';
import { logOut, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the manners of the pages', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    const bob = site.app.client(await site.app.addUser('bob'));
    const alice = site.app.client(site.alice);
    for (let n = 1; n <= 55; n += 1)
      await (n % 2 ? bob : alice).createSnippet({
        title: `Note ${n}`,
        code: `port = ${n}\n`,
        language: 'python',
      });
  });
  const names = (page: Page) => page.locator('.rows .name').allInnerTexts();

  it('shows on the home page a search, the newest snippets, and those of the user', async () => {
    const { page, troubles } = await site.open('/');
    assert.equal(await page.locator('h1').innerText(), 'Keep code. Find it again.');
    assert.deepEqual((await names(page)).slice(0, 2), ['Note 55', 'Note 54']);
    assert.equal(await page.getByText('Browse and search all snippets.').count(), 1);
    assert.equal(await page.getByText('People and their snippets.').count(), 1);
    await page.getByLabel('Search').fill('note');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/snippets/?order=-created&q=note');
    const known = await site.openAs(site.alice, '/');
    assert.deepEqual((await names(known.page)).slice(0, 3), ['Note 54', 'Note 52', 'Note 55']);
    assert.deepEqual(troubles, []);
  });

  it('asks for the newest first in every link and form that leads to a list', async () => {
    const { page } = await site.openAs(site.alice, '/');
    for (const path of ['/', '/snippets/?order=-created', '/snippets/2/', '/users/', '/users/1/']) {
      await page.goto(path);
      const lists = (await page.evaluate(
        `[...document.querySelectorAll('header a, main > :not(.exchange) a, main > a, .rows a')]
          .map((link) => link.getAttribute('href')).filter((href) => /^\\/snippets\\/(\\?(?!new)|#|$)/.test(href))`,
      )) as string[];
      assert.ok(lists.length > 0, path);
      const others = lists.filter((href) => !href.includes('order='));
      assert.deepEqual(others, [], path);
    }
    await page.goto('/snippets/');
    assert.equal(await page.locator('#search [name=order]').inputValue(), '-created');
  });

  it('needs two clicks to log in, to paste and save, to link lines and to delete, and one to copy the link or to see the own', async () => {
    const { page, troubles } = await site.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    let clicks = 0;
    await page.exposeBinding('countClick', () => {
      clicks += 1;
    });
    await page.addInitScript(
      "addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countClick(), true)",
    );
    await page.reload();
    const counted = () => {
      const made = clicks;
      clicks = 0;
      return made;
    };
    const copied = () => page.evaluate('navigator.clipboard.readText()');

    await page.getByRole('link', { name: 'Log in' }).click();
    await page.locator('#username:focus').waitFor();
    await page.keyboard.type(site.alice.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(site.alice.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('.has-script .username').waitFor();
    assert.equal(counted(), 2, 'log in');

    await page.evaluate(
      "navigator.clipboard.writeText('SELECT 1 FROM ports WHERE id = 1;' + '\\n'.repeat(30))",
    );
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.locator('#form-post-code:focus').waitFor();
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Created.').waitFor();
    assert.match(await page.locator('.facts').first().innerText(), /^SQL/);
    assert.equal(counted(), 2, 'paste and save');

    await page.getByRole('button', { name: 'Copy link' }).first().click();
    await page.locator('.done button', { hasText: 'Copied' }).waitFor();
    assert.equal(await copied(), page.url());
    assert.equal(counted(), 1, 'copy the link of the new snippet');
    await page.getByText('Share', { exact: true }).click();
    await page.locator('.shares button', { hasText: 'Link copied' }).waitFor();
    assert.equal(counted(), 1, 'copy the link of any snippet');

    await page.keyboard.press('Escape');
    const { pathname } = new URL(page.url());
    await page.goto('/');
    const { id } = await site.app
      .client(site.alice)
      .createSnippet({ code: 'x = 1\n'.repeat(40), linenos: true });
    await page.goto(`/snippets/${id}/`);
    await page.locator('.has-script').waitFor();
    await page.locator('#L10').click();
    await page.locator('#L10.marked').waitFor();
    await page.locator('#L20').click({ modifiers: ['Shift'] });
    assert.equal(new URL(page.url()).hash, '#L10-L20');
    assert.equal(counted(), 2, 'lines 10 to 20');

    await page.goto('/snippets/?order=-created');
    await page.getByRole('link', { name: 'Mine' }).click();
    await page.locator('.orders [aria-current]', { hasText: 'Mine' }).waitFor();
    assert.equal((await names(page))[0], `Untitled snippet ${id}`);
    assert.equal(counted(), 1, 'mine, the newest first');

    await page.goto(pathname);
    await page.locator('.has-script').waitFor();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal(await page.locator('details.menu[open]').count(), 0);
    assert.equal(counted(), 2, 'delete');
    assert.deepEqual(troubles, []);
  });

  it('leads to the last slice, to newer and older ones, and to the first', async () => {
    const { page } = await site.open('/snippets/?order=-created&limit=20');
    const first = await names(page);
    await page.getByRole('link', { name: 'Last' }).click();
    const last = await names(page);
    assert.equal(last.length, 20);
    assert.equal(last.at(-1), 'Note 1');
    await page.getByRole('link', { name: 'Newer' }).click();
    await page.getByRole('link', { name: 'Older' }).click();
    assert.deepEqual(await names(page), last);
    await page.getByRole('link', { name: 'First' }).click();
    assert.deepEqual(await names(page), first);
  });

  it('shows results while they are typed, and the URL of what is shown', async () => {
    const { page, troubles } = await site.open('/snippets/?order=-created');
    await page.locator('.has-script').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('note 7');
    await page.locator('.rows li:only-child').waitFor();
    assert.deepEqual(await names(page), ['Note 7']);
    assert.match(page.url(), /q=note\+7/);
    await page.getByLabel('Owner').fill('alice');
    await page.locator('.empty').waitFor();
    assert.deepEqual(troubles, []);
  });

  it('shows a text again that was sent without script after the session ended', async () => {
    const { page } = await site.openAs(site.alice, '/snippets/?new', { javaScriptEnabled: false });
    await page.locator('#form-post-title').fill('Late');
    await page.locator('#form-post-code').fill('kept = 1');
    const tab = await page.context().newPage();
    await tab.goto('/');
    await logOut(tab);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('You are logged out.').waitFor();
    assert.equal(await page.locator('#form-post-title').inputValue(), 'Late');
    assert.equal(await page.locator('#form-post-code').inputValue(), 'kept = 1');
    await tab.close();
  });

  it('says how long to wait after too many requests, and keeps the text', async () => {
    const other = await startApp({ env: { AUTH_SCHEMES: 'session,basic', THROTTLE_RATES: 'user=2/hour' } });
    try {
      const user = await other.addUser('carol');
      const { page } = await site.openAs(user, '/snippets/?order=-created', { baseURL: other.url });
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await page.locator('#form-post-code').fill('kept = 2');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText(/^Too many requests\. Try again in 3\d{3} seconds\.$/).waitFor();
      assert.equal(await page.locator('#form-post-code').inputValue(), 'kept = 2');
    } finally {
      await other.close();
    }
  });
});
