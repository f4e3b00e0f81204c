/** The explorer's accessibility: findings in our code are fixed, those in Swagger UI's are listed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

/** None is serious. Remove a rule here when Swagger UI has fixed it. */
const THEIRS = {
  'heading-order': 'its headings go from h1 to h3',
  'landmark-unique': 'its tables of responses are regions without a name',
  region: 'its title stands outside of its main landmark',
};

const states: [string, (page: Page) => Promise<void>, (keyof typeof THEIRS)[]][] = [
  ['as it opens', async () => {}, ['heading-order', 'region']],
  ['with operations tried out', tryOut, ['heading-order', 'landmark-unique', 'region']],
  [
    'with the dialog of credentials',
    async (page) => {
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.modal-ux').waitFor();
    },
    ['heading-order', 'region'],
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
  for (const [state, prepare, expected] of states) {
    it(`${state}: ${expected.map((rule) => THEIRS[rule]).join('; ')}`, async () => {
      const { page, troubles } = await site.open('/docs/', { colorScheme: 'light' });
      await page.locator('.opblock').first().waitFor();
      await prepare(page);
      const violations = await findViolations(page);
      assert.deepEqual(violations.map(({ id }) => id).sort(), expected, JSON.stringify(violations, null, 1));
      assert.ok(violations.every(({ impact }) => impact === 'moderate' || impact === 'minor'));
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
    assert.equal(await ground(), 'rgb(28, 32, 34)');
    await page.emulateMedia({ colorScheme: 'light' });
    // The page learns it by an event, some time later; its policy forbids a test to poll.
    await page.locator('html:not(.dark-mode)').waitFor();
    assert.equal(await ground(), 'rgb(250, 250, 250)');
  });
});
