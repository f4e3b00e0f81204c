/** The explorer has no accessibility finding, neither in the readable page nor in Swagger UI. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

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
  it('has no finding as it opens, with operations tried out, and with the dialog of credentials', async () => {
    const { page, troubles } = await site.open('/docs/', { colorScheme: 'light' });
    const check = async (state: string) => {
      assert.deepEqual(await findViolations(page), [], state);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await findColourViolations(page), [], `${state}, in dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await check('the readable page');
    await page.getByRole('button', { name: 'Try requests' }).click();
    await page.locator('.opblock').first().waitFor();
    await tryOut(page);
    await check('with operations tried out');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.modal-ux').waitFor();
    await check('with the dialog of credentials');
    assert.deepEqual(troubles, []);
  });

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
