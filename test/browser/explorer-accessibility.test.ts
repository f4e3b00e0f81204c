/** The explorer has no accessibility finding, neither in the readable page nor in Swagger UI. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

const states: [string, (page: Page) => Promise<void>][] = [
  ['as it opens', async () => {}],
  ['with operations tried out', tryOut],
  [
    'with the dialog of credentials',
    async (page) => {
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.modal-ux').waitFor();
    },
  ],
];

async function tryOut(page: Page): Promise<void> {
  for (const id of ['listSnippets', 'updateSnippet']) {
    const operation = page.locator(`#operations-snippets-${id}`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
  }
  const list = page.locator('#operations-snippets-listSnippets');
  await list.getByRole('button', { name: 'Execute' }).click();
  await list.locator('.live-responses-table .response-col_status').first().waitFor();
}

describe('the explorer', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ AUTH_SCHEMES: 'session,basic,token,oauth2' });
  for (const [state, prepare] of states) {
    it(`has no finding ${state}`, async () => {
      const { page, troubles } = await site.open('/docs/', { colorScheme: 'light' });
      assert.deepEqual(await findViolations(page), [], 'before Swagger UI');
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await findColourViolations(page), [], 'before Swagger UI, in dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('button', { name: 'Try requests' }).click();
      await page.locator('.opblock').first().waitFor();
      await prepare(page);
      assert.deepEqual(await findViolations(page), []);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark-mode').waitFor();
      assert.deepEqual(await findColourViolations(page), [], 'in dark');
      assert.deepEqual(troubles, []);
    });
  }

  it('is dark where the system is, and leads to an operation by its address', async () => {
    const { page } = await site.open('/docs/#/snippets/createSnippet', { colorScheme: 'dark' });
    await page.locator('#operations-snippets-createSnippet .opblock-body').waitFor();
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    assert.equal(await ground(), 'rgb(17, 18, 20)');
    await page.emulateMedia({ colorScheme: 'light' });
    // The page learns it by an event, some time later; its policy forbids a test to poll.
    await page.locator('html:not(.dark-mode)').waitFor();
    assert.equal(await ground(), 'rgb(253, 253, 254)');
  });
});
