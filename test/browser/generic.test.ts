/** The page of any endpoint, with its script: PUT, DELETE, OPTIONS, and JSON where a form cannot hold a value. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useUser } from '../helpers/app.js';
import { findViolations, inBrowser, skipWithoutChromium } from '../helpers/chromium.js';
import { useNotes } from '../renderers/notes.js';

describe('the page of any endpoint', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  before(async () => {
    page = await site.openAs(site.alice, '/snippets/?format=api');
  });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('creates, replaces, shows what was refused, and deletes', async () => {
    // A create whose answer was lost is sent again as it was, whatever was edited since.
    await page.route('**/snippets/?format=api', async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await page.getByLabel('Code').fill('x = 1');
    await press('POST');
    await page.getByText('No connection. Nothing is lost: try again.').waitFor();
    await page.unroute('**/snippets/?format=api');
    await page.getByLabel('Title').fill('Edited');
    await press('POST');
    await page.getByText('Your first request succeeded: /snippets/1/. What you changed since').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Edited');
    await press('POST');
    await page.locator('.head', { hasText: 'Location: /snippets/2/' }).waitFor();
    await page.goto('/snippets/1/?format=api');
    await page.getByLabel('Title').fill('long'.repeat(26));
    await press('PUT');
    await page.locator('#form-put-title-error').waitFor();
    await page.getByLabel('Title').fill('Named');
    await page.getByLabel('Language').selectOption('ruby');
    await press('PUT');
    await page.locator('.json', { hasText: '"language": "ruby"' }).waitFor();
    await page.locator('.head:focus').waitFor();
    assert.equal((await site.app.client().getSnippet({ id: 1 })).title, 'Named');
    assert.deepEqual(await findViolations(page), []);
    page.once('dialog', (dialog) => dialog.accept());
    await press('Delete');
    await page.locator('.head:focus', { hasText: 'HTTP 204 No Content' }).waitFor();
    assert.equal((await site.app.fetch('/snippets/1/')).status, 404);
  });

  it('leaves what was typed when OPTIONS is shown, its long lists folded, and when something else refuses it', async () => {
    const { id } = await site.app.client(site.alice).createSnippet({ code: 'x' });
    await page.goto(`/snippets/${id}/?format=api`);
    await page.getByLabel('Title').fill('Mine');
    await press('OPTIONS');
    await page.locator('.json', { hasText: /"display_name": "1C:Enterprise".*… 173 more/s }).waitFor();
    await site.app.client(site.alice).updateSnippet({ id, code: 'theirs' });
    await press('PUT');
    await page.getByRole('alert').getByText('Someone saved a newer version.').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine');
  });

  describe('with a field that is a list', () => {
    const app = useNotes();
    const ada = useUser(app, 'ada');

    it('sends it as JSON, and says at the field when it is none', async () => {
      const page = await site.openAs(ada, '/lists/', { baseURL: app.url });
      const list = page.getByLabel('Snippets');
      await page.getByLabel('Text').fill('both');
      await list.fill('[1, 1');
      await page.getByRole('button', { name: 'POST' }).click();
      assert.equal(
        await list.evaluate((area) => (area as HTMLTextAreaElement).validationMessage),
        'This is not JSON.',
      );
      await list.fill('[1, 1]');
      await page.getByLabel('Size').fill('7');
      await page.getByLabel('It is done').check();
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === 'POST'),
        page.getByRole('button', { name: 'POST' }).click(),
      ]);
      await page.locator('.head', { hasText: 'HTTP 201 Created' }).waitFor();
      const expected = { text: 'both', mood: 'glad', done: true, size: 7, snippets: [1, 1] };
      assert.deepEqual(sent.postDataJSON(), expected);
    });
  });
});
