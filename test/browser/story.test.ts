/** The story of a snippet: find, read, log in, create, edit, delete; with the keyboard, by a finger, without script. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, logIn, logOut, openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { until } from '../helpers/until.js';

const sieve = 'def primes(limit):\n    return []\n';

describe('the story of a snippet', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  before(async () => {
    await site.app.client(site.alice).createSnippet({ title: 'Sieve', code: sieve });
  });

  /** The id of the snippet that the page shows. */
  const idOf = (page: Page) => Number(/\/snippets\/(\d+)\//.exec(page.url())?.[1]);
  const isGone = (id: number) =>
    until('it is gone', async () => (await site.app.fetch(`/snippets/${id}/`)).status === 404);

  it('is told with the keyboard alone', async () => {
    const page = await site.open('/snippets/1/');
    const { keyboard } = page;

    // Find: the search is on another page, and shows results while it is typed.
    await keyboard.press('/');
    await page.locator('#q:focus').waitFor();
    await keyboard.type('primes/n');
    await page.getByText('Nothing matches in titles and code.').waitFor();
    for (let presses = 0; presses < 2; presses += 1) await keyboard.press('Backspace');
    await page.locator('mark', { hasText: 'primes' }).waitFor();
    assert.match(page.url(), /\/snippets\/\?order=-created&q=primes$/);
    // A search that fails says so, and is sent again.
    await page.context().setOffline(true);
    await keyboard.type('(');
    await page
      .locator('.found:has(+ .outdated)', { hasText: 'No connection. These results may be out of date.' })
      .waitFor();
    await page.context().setOffline(false);
    await page.getByText('1 snippet').waitFor();
    // Results that stand are gone through, not loaded again.
    await keyboard.press('Enter');
    await page.locator('.name:focus').waitFor();
    await keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Sieve' }).waitFor();

    // Who presses the key of a new snippet logs in first.
    await keyboard.press('n');
    await page.waitForURL('**/api-auth/login/?next=%2Fsnippets%2F%3Fnew');
    await page.goBack();

    // Log in: the way in stands before the content, and leads back.
    await tabTo(page, 'Log in', 'Shift+Tab');
    await keyboard.press('Enter');
    await page.locator('#username:focus').waitFor();
    await keyboard.type(site.alice.username);
    await keyboard.press('Tab');
    await keyboard.type(site.alice.password);
    await keyboard.press('Enter');
    await page.waitForURL('**/snippets/1/');

    // Create.
    await page.locator('[data-keys][aria-pressed="true"]').waitFor({ state: 'attached' });
    await keyboard.press('n');
    await page.locator('#form-code:focus').waitFor();
    await keyboard.type('print("hello")');
    await keyboard.press('Control+Enter');
    await page.waitForURL(/snippets\/[2-9]\/$/);
    const id = idOf(page);

    // Edit.
    await page.locator('.listing', { hasText: 'hello' }).waitFor();
    await keyboard.press('e');
    await page.locator('#form-code:focus').waitFor();
    await keyboard.press('Escape');
    await tabTo(page, '', 'Shift+Tab', '#form-title');
    await keyboard.type('Greeting');
    await keyboard.press('Control+Enter');
    await page.locator('main:focus h1', { hasText: 'Greeting' }).waitFor();

    // Delete: undo has the focus on the list at first, and leaving it alone deletes.
    await tabTo(page, 'More');
    await keyboard.press('Enter');
    await tabTo(page, 'Delete');
    await holdTime(page);
    await keyboard.press('Enter');
    // Where the snippets were looked for.
    await page.waitForURL('**/snippets/?order=-created&q=primes%28');
    await page.getByText('Deleted “Greeting”.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo');
    assert.equal((await site.app.fetch(`/snippets/${id}/`)).status, 200);
    await page.clock.runFor(10_000);
    await page.locator('.note:focus', { hasText: /^Deleted “Greeting”.$/ }).waitFor();
    await isGone(id);

    // The rows of the list, one after the other.
    await keyboard.press('j');
    await keyboard.press('Enter');
    await page.waitForURL('**/snippets/1/');
  });

  it('fits a finger at 390 pixels: content comes first, and a snippet is edited where it is read', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ title: 'Draft', code: sieve });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await site.open('/', phone);
    const tap = (role: 'link' | 'button', name: string) =>
      page.getByRole(role, { name, exact: true }).first().tap();
    const places = (...parts: string[]) =>
      Promise.all(
        parts.map(async (part) => (await page.locator(part).first().boundingBox()) ?? assert.fail(part)),
      );

    const [row] = await places('.rows li');
    assert.ok(row && row.y < 844 / 3, `the first snippet begins at ${row?.y}`);
    await tap('link', 'Draft');
    await logIn(page, site.alice);
    const [brand, code] = await places('.brand', '.listing');
    assert.ok(code && code.y < 844 / 3, `the code begins at ${code?.y}`);
    await openForm(page);
    const [brandThen, codeThen] = await places('.brand', '#form-code');
    assert.deepEqual(brandThen, brand);
    assert.equal(codeThen?.x, code.x);
    assert.ok(codeThen && Math.abs(codeThen.y - code.y) < 45, `${code.y} ${codeThen?.y}`);
    await page.locator('#form-title').fill('Mine');
    await tap('button', 'Save');
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();

    await pressDelete(page);
    await tap('button', 'Undo');
    await page.waitForURL(`**/snippets/${id}/`);
    assert.equal((await site.app.fetch(`/snippets/${id}/`)).status, 200);
    assert.deepEqual(await page.evaluate('[document.documentElement.scrollWidth, innerWidth]'), [390, 390]);
  });

  it('is told without script, except for what HTML forms cannot send: the page says so', async () => {
    const page = await site.open('/', { javaScriptEnabled: false });

    // Find, read, and copy from the raw text.
    await page.getByRole('searchbox').fill('primes');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Python' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Sieve', exact: true }).click();
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('link', { name: 'Raw' }).click();
    assert.equal(await page.locator('pre').textContent(), sieve);
    await page.goBack();

    // Log in, and create: the answer leads on to the snippet.
    await logIn(page, site.alice);
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByLabel('Title').fill('Bare');
    await page.locator('#form-code').fill('a\nb');
    assert.equal(await page.locator('#form-language option').count(), 193);
    await page.locator('#form-language').selectOption({ label: 'C++' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bare' }).waitFor();
    const { language, code } = await site.app.client().getSnippet({ id: idOf(page) });
    assert.deepEqual([language, code], ['cpp', 'a\nb'], 'the browser sent CRLF');

    // Edit and delete need PUT and DELETE, and are not offered as if they worked.
    await page.getByText('More', { exact: true }).click();
    // Playwright finds no text inside of noscript.
    await page.locator('.actions noscript span').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
    await page.goto(`${page.url()}#edit`);
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    await logOut(page);
  });

  it('is kept if a delete fails, and ends at once when the page is left while a delete waits', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x' });
    const page = await site.openAs(site.alice, `/snippets/${id}/`);
    const row = page.locator(`.name[href="/snippets/${id}/"]`);
    const failure = 'No connection. Nothing is lost: try again.';
    await page.context().setOffline(true);
    await pressDelete(page, failure);
    await page.context().setOffline(false);
    await page.reload();
    await pressDelete(page);
    assert.equal(await row.isVisible(), false);
    await page.context().setOffline(true);
    await page.clock.runFor(10_000);
    await page.getByText(failure).waitFor();
    assert.equal(await row.isVisible(), true);
    await page.context().setOffline(false);
    await row.click();
    await pressDelete(page);
    await page.goto('/');
    assert.equal(await row.count(), 0);
    await isGone(id);
  });

  it('obeys no single key while they are turned off', async () => {
    const page = await site.openAs(site.alice, '/');
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Use keys', pressed: true }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.id + location.pathname'), '/');
  });
});

/** Until a test lets it go on: a busy machine needs longer than the time to undo a delete. */
async function holdTime({ clock }: Page): Promise<void> {
  await clock.install();
  await clock.pauseAt(Date.now() + 3_600_000);
}

/** By the menu of a snippet. The list is opened, and the delete is sent when the time to undo it is over. */
async function pressDelete(page: Page, said = 'Deleted “'): Promise<void> {
  await holdTime(page);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(said).waitFor();
}

/** Presses Tab until the element with this text, or one of this selector, has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab', selector = '*'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const [text, is] = (await page.evaluate(
      `[document.activeElement.innerText?.trim() ?? '', document.activeElement.matches('${selector}')]`,
    )) as [string, boolean];
    if (text === name && is) return;
  }
  assert.fail(`${key} does not lead to ${name}${selector}`);
}
