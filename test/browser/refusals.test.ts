/** A refusal takes nothing from who writes: the form stays, what was wrong stands above it, and a second try works. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations } from '../helpers/axe.js';
import { deleteAtOnce, logIn, logOut, openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const edited = 'def edited():\n\tpass\n';

describe('an edit that is refused', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ MAX_BODY_BYTES: '5000' });
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];
  let id: number;
  before(async () => {
    ({ page, troubles } = await site.openAs(site.alice, '/'));
    context = page.context();
  });
  beforeEach(async () => {
    ({ id } = await site.app.client(site.alice).createSnippet({ title: 'Old', code: 'old' }));
    await page.goto(`/snippets/${id}/`);
    if ((await page.locator('.username').count()) === 0) await logIn(page, site.alice);
    await openForm(page);
    await page.locator('#form-put-code').fill(edited);
  });

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = async () => {
    await page.getByRole('status').getByText('Saved.').waitFor();
    assert.equal((await site.app.client().getSnippet({ id })).code, edited);
  };
  /** Waits for the refusal above the content, and holds the page to what it was. */
  const refusedWith = async (detail: string | RegExp) => {
    await page.getByRole('alert').getByText(detail).waitFor();
    assert.equal(await page.locator('main .problem').count(), 1);
    assert.equal(await page.evaluate('document.activeElement.className'), 'problem');
    assert.ok(await page.locator('.problem').evaluate((box) => box.getBoundingClientRect().top >= 0));
    assert.equal(await page.locator('#form-put-code').inputValue(), edited);
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled(), true);
  };
  const inAnotherTab = async (act: (tab: Page) => Promise<unknown>) => {
    const tab = await context.newPage();
    await tab.goto('/snippets/');
    await act(tab);
    await tab.close();
  };

  it('is accepted if its user logged out and in again in another tab', async () => {
    await inAnotherTab(async (tab) => {
      await logOut(tab);
      await tab.goto('/snippets/');
      await logIn(tab, site.alice);
    });
    await save();
    await saved();
    await inAnotherTab(async (tab) => {
      await logOut(tab);
      await tab.goto('/snippets/');
      await logIn(tab, site.alice);
    });
    await logOut(page);
    assert.deepEqual(troubles, []);
  });

  it('stays on the page if the session has ended, and is saved after a login in another tab', async () => {
    await inAnotherTab(logOut);
    await save();
    await refusedWith('You are logged out.');
    assert.equal(await page.locator('.username').count(), 0);
    await page.locator('header.site').getByRole('link', { name: 'Log in' }).waitFor();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('alert').getByRole('link', { name: 'Log in' }).click(),
    ]);
    await tab.getByLabel('Username').fill(site.alice.username);
    await tab.getByLabel('Password').fill(site.alice.password);
    await tab.getByRole('button', { name: 'Log in' }).click();
    await tab.locator('.username').waitFor();
    await tab.close();
    await save();
    await saved();
  });

  it('stays on the page if the snippet was deleted in the meantime', async () => {
    await site.app.client(site.alice).deleteSnippet({ id });
    await save();
    await refusedWith('This snippet does not exist. It may have been deleted.');
    assert.equal(await page.locator('.username').innerText(), 'alice');
  });

  it('stays on the page if it is too large, and is saved once it is smaller', async () => {
    await page.locator('#form-put-title').fill('x'.repeat(6000));
    await save();
    await refusedWith('Request body is too large: at most 5000 bytes.');
    await page.locator('#form-put-title').fill('');
    await save();
    await saved();
  });

  it('stays on the page if the network fails', async () => {
    await context.setOffline(true);
    await save();
    await refusedWith('No connection. Your text is still here.');
    await context.setOffline(false);
    await save();
    await saved();
  });

  it('stays in the form as raw JSON', async () => {
    const text = '{ "code": "raw"}';
    await page.getByText('Raw JSON').click();
    await page.locator('#form-put-raw').fill(text);
    await inAnotherTab(logOut);
    await page.getByRole('button', { name: 'Send PUT' }).click();
    await refusedWith('You are logged out.');
    assert.equal(await page.locator('#form-put-raw').inputValue(), text);
    assert.equal(await page.locator('#form-put-raw').isVisible(), true);
  });

  it('stays in the form of a new snippet', async () => {
    await page.goto('/snippets/');
    await openForm(page);
    await page.locator('#form-post-code').fill(edited);
    await inAnotherTab(logOut);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('You are logged out.').waitFor();
    assert.equal(await page.locator('#form-post-code').inputValue(), edited);
  });

  describe('an edit after somebody else saved', () => {
    const code = 'theirs';
    const answerOf = 'Someone saved a newer version.';
    beforeEach(() => site.app.client(site.alice).updateSnippet({ id, code }));

    it('overwrites nothing, shows what differs, and saves the own text when that is chosen', async () => {
      await save();
      await refusedWith(answerOf);
      assert.equal((await site.app.client().getSnippet({ id })).code, code);
      const difference = page.getByRole('alert').locator('.diff').last();
      assert.deepEqual(await difference.locator('del').allInnerTexts(), ['- theirs  theirs\n']);
      assert.equal(await difference.locator('ins').count(), 3);
      assert.deepEqual(await findViolations(page), []);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await saved();
    });

    it('shows the other text when that is chosen, and keeps no draft', async () => {
      await save();
      await refusedWith(answerOf);
      await page.getByRole('button', { name: 'Take theirs' }).click();
      await page.locator('.listing code', { hasText: code }).waitFor();
      assert.equal(await page.locator('#form-put-code').inputValue(), code);
      assert.equal(await page.getByText('Your draft is back.').count(), 0);
      assert.equal((await site.app.client().getSnippet({ id })).code, code);
    });

    it('overwrites nothing when it is sent as raw JSON', async () => {
      await page.getByText('Raw JSON').click();
      await page.getByRole('button', { name: 'Send PUT' }).click();
      await refusedWith(answerOf);
      assert.equal((await site.app.client().getSnippet({ id })).code, code);
    });

    it('does not delete a snippet that has changed', async () => {
      await deleteAtOnce(page);
      await refusedWith(answerOf);
      assert.equal((await site.app.client().getSnippet({ id })).code, code);
    });
  });

  it('stays on the page if the store does not answer, and the header shows no user', async () => {
    await site.app.store.close();
    await save();
    await refusedWith('Service temporarily unavailable, try again later.');
    assert.equal(await page.locator('.username').innerText(), 'alice');
  });
});
