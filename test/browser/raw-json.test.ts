/** Raw JSON that is refused comes back as it was written, open, with what is wrong beside it. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations } from '../helpers/axe.js';
import { openForm, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const stored = { title: 'Stored', code: 'a\r\nb', language: 'rust' } as const;

describe('raw JSON that is refused', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  let troubles: string[];
  let id: number;
  before(async () => {
    ({ page, troubles } = await site.openAs(site.alice, '/snippets/'));
  });
  beforeEach(async () => {
    ({ id } = await site.app.client(site.alice).createSnippet(stored));
  });

  /** Sends a text, and holds the raw area to it. */
  async function sendRaw(method: 'PUT' | 'POST', text: string, wrong: RegExp) {
    const raw = page.locator(`#form-${method.toLowerCase()}-raw`);
    await page.goto(method === 'PUT' ? `/snippets/${id}/` : '/snippets/');
    await openForm(page);
    await page.getByText('Raw JSON').click();
    await raw.fill(text);
    await page.getByRole('button', { name: `Send ${method}` }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await raw.inputValue(), text);
    assert.equal(await raw.isVisible(), true);
    assert.equal(await raw.evaluate((area) => area === document.activeElement), true);
    const describedBy = await raw.getAttribute('aria-describedby');
    assert.match(await page.locator(`#${describedBy}`).innerText(), wrong);
    const violations = await findViolations(page);
    assert.deepEqual(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
      [],
    );
  }

  for (const [text, wrong] of [
    ['{bad json', /^JSON parse error - /],
    ['[1]', /^Invalid data\. Expected a dictionary, but got list\.$/],
    ['"text"', /^Invalid data\. Expected a dictionary, but got str\.$/],
  ] as const) {
    it(`${text}: what is stored stays in the form beside it`, async () => {
      await sendRaw('PUT', text, wrong);
      const form = page.locator('#form-put');
      assert.equal(await form.getByLabel('Title').inputValue(), stored.title);
      assert.equal(await form.getByLabel('Code').inputValue(), 'a\nb');
      assert.equal(await form.locator('.error').count(), 0);
      await form.getByLabel('Title').fill('Saved beside it');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const { title, code } = await site.app.client().getSnippet({ id });
      assert.deepEqual([title, code], ['Saved beside it', stored.code]);
    });
  }

  it('well-formed but invalid JSON fills the form beside it, with the errors of its fields', async () => {
    const text = '{"title":  "Sent", "code": " ", "style": "monokay"}';
    await sendRaw(
      'PUT',
      text,
      /^code: This field may not be blank\. style: Unknown style monokay\. Did you mean monokai\?$/,
    );
    const form = page.locator('#form-put');
    assert.equal(await form.getByLabel('Title').inputValue(), 'Sent');
    assert.equal(await page.locator('#form-put-code-error').innerText(), 'This field may not be blank.');
    // What the JSON leaves out keeps the stored values.
    assert.equal(await form.locator('[name=language]').inputValue(), 'rust');
    await page.locator('#form-put-raw').fill('{"code": "corrected"}');
    await page.getByRole('button', { name: 'Send PUT' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal((await site.app.client().getSnippet({ id })).code, 'corrected');
  });

  it('refused raw JSON on a list stays in the form beside it', async () => {
    await sendRaw('POST', '{"code": "x", }', /^JSON parse error - /);
    assert.equal(await page.locator('#form-post-language').inputValue(), 'Python');
    await sendRaw('POST', '{"code": ""}', /^code: This field may not be blank\.$/);
  });

  it('the page had no script error', () => assert.deepEqual(troubles, []));
});
