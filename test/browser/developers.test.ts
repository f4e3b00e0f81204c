/** What a page shows to those who write programs: the exchange that happened, all of OPTIONS, and texts to copy. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations } from '../helpers/axe.js';
import { deleteAtOnce, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('a page for those who write programs', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();
  let page: Page;
  let troubles: string[];
  before(async () => {
    ({ page, troubles } = await site.openAs(site.alice, '/snippets/'));
  });

  /** The exchange of the last page, below the message. */
  const kept = () => page.locator('.done + .exchange');

  it('shows the POST that made the snippet: 201, Location, ETag and body', async () => {
    await page.goto('/snippets/?new');
    await page.locator('#form-post-code').fill('x = 1');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL('**/snippets/1/');
    const summary = kept().locator('summary').first();
    assert.equal(await summary.innerText(), 'POST /snippets/: 201 Created');
    await summary.click();
    const text = await kept().innerText();
    for (const part of [
      'HTTP 201 Created',
      'Location: /snippets/1/',
      'ETag: "1"',
      'Cache-Control: no-store',
      '"id": 1',
    ])
      assert.ok(text.includes(part), `${part}: ${text}`);
    assert.deepEqual(await findViolations(page), []);
    await page.reload();
    assert.equal(await kept().count(), 0);
  });

  it('shows the PUT and the DELETE that happened', async () => {
    await page.goto('/snippets/1/#form-put');
    await page.locator('#form-put-title').fill('Named');
    await page.getByRole('button', { name: 'Save' }).click();
    await kept().waitFor();
    assert.equal(await kept().locator('summary').first().innerText(), 'PUT /snippets/1/: 200 OK');
    const curl = await kept().locator('pre[aria-label="The request as curl"]').textContent();
    assert.match(curl ?? '', /-X PUT .*\n.*-u "\$USER_NAME:\$PASSWORD".*[\s\S]*If-Match: "1"/);
    await deleteAtOnce(page);
    await page.getByRole('status').getByText('Deleted.', { exact: true }).waitFor();
    assert.equal(await kept().locator('summary').innerText(), 'DELETE /snippets/1/: 204 No Content');
    await kept().locator('summary').click();
    assert.match(await kept().innerText(), /HTTP 204 No Content\n[\s\S]*allow: GET, PUT, DELETE/);
  });

  it('shows OPTIONS at the top, with a few of its choices', async () => {
    await page.goto('/snippets/');
    await page.getByText('Request and response').click();
    await page.getByRole('button', { name: 'OPTIONS' }).click();
    await page.locator('.json', { hasText: '"renders"' }).waitFor();
    const { y } = (await page.locator('main .exchange').boundingBox()) ?? assert.fail();
    assert.ok(y < 300, `${y}`);
    assert.equal(await page.getByText('… 188 more').count(), 1);
    assert.deepEqual(await findViolations(page), []);
  });

  it('shows the whole JSON in place, with characters that change the direction as escapes', async () => {
    const code = `${'x = 1 # \u202e\n'.repeat(500)}end`;
    const { id } = await site.app.client(site.alice).createSnippet({ code });
    await page.goto(`/snippets/${id}/`);
    await page.getByText('Request and response').click();
    await page.locator('.json a.cut').click();
    await page.locator('.json', { hasText: '\\nend' }).waitFor();
    const text = await page.locator('.json').innerText();
    assert.equal(JSON.parse(text).code, code);
    assert.ok(!text.includes('\u202e'));
    assert.equal(page.url(), `${site.app.url}/snippets/${id}/`);
    assert.equal(await page.evaluate('document.activeElement.className'), 'json');
  });

  it('leads back from JSON to the request and response, unfolded', async () => {
    await page.goto('/snippets/?language=ruby');
    await page.getByText('Request and response').click();
    await page.locator('#formats .menu summary').click();
    await page.getByRole('link', { name: 'json', exact: true }).click();
    await page.waitForURL('**/snippets/?language=ruby&format=json');
    await page.goBack();
    await page.getByRole('button', { name: 'OPTIONS' }).waitFor();
    assert.equal(page.url(), `${site.app.url}/snippets/?language=ruby#formats`);
  });

  it('has a menu of formats that closes on Escape and on a click elsewhere', async () => {
    const summary = page.locator('summary', { hasText: 'Format' });
    const entry = page.getByRole('link', { name: 'json', exact: true });
    await page.goto('/snippets/');
    await page.getByText('Request and response').click();
    await summary.click();
    await entry.waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    assert.equal(await entry.isVisible(), false);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'SUMMARY');
    await summary.click();
    await page.locator('h1').click();
    assert.equal(await entry.isVisible(), false);
  });

  it('copies a request', async () => {
    await page.goto('/snippets/?language=ruby');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Request and response').click();
    await page.locator('summary', { hasText: 'curl' }).click();
    await page.locator('.copy[open]').getByRole('button', { name: 'Copy' }).click();
    await page.locator('.copy[open]').getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(
      await page.evaluate('navigator.clipboard.readText()'),
      `curl '${site.app.url}/snippets/?language=ruby' \\\n  -u "$USER_NAME:$PASSWORD" \\\n  -H 'Accept: application/json'`,
    );
  });

  it('causes no script error', () => assert.deepEqual(troubles, []));
});
