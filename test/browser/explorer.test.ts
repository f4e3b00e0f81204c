import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addClient } from '#src/pipeline/authentication/oauth2/clients.js';
import { startApp } from '../helpers/app.js';
import { findColourViolations, findViolations } from '../helpers/axe.js';
import { logOut, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the explorer', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ AUTH_SCHEMES: 'session,basic,token,oauth2' });
  /** Loads Swagger UI, as a reader does who wants to send requests. */
  async function tryRequests(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Try requests' }).click();
    await page.locator('.opblock').first().waitFor();
  }

  const dialogOf = async (page: Page) => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    return page.locator('.modal-ux');
  };

  /** Fills in what one scheme of the dialog asks for, in place of what was filled in before. */
  async function authorize(page: Page, name: string, fill: (scheme: Locator) => Promise<void>) {
    const dialog = await dialogOf(page);
    for (const logout of await dialog.locator('button', { hasText: 'Logout' }).all()) await logout.click();
    const scheme = dialog.locator('.auth-container', { hasText: new RegExp(`${name}\\s*\\(`) });
    await fill(scheme);
    await scheme.getByRole('button', { name: /Apply|Authorize/ }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();
  }

  const creation = (page: Page) => page.locator('#operations-snippets-createSnippet');
  async function openCreation(page: Page): Promise<void> {
    await creation(page).locator('.opblock-summary-control').click();
    await creation(page).getByRole('button', { name: 'Try it out' }).click();
  }

  /** Creates a snippet. The curl line of the request names the credentials, and contains none. */
  async function create(page: Page, status: number, curl: string): Promise<void> {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      creation(page).getByRole('button', { name: 'Execute' }).click(),
    ]);
    assert.equal(answer.status(), status, curl);
    await page.locator('.live-responses-table .response-col_status', { hasText: `${status}` }).waitFor();
    await page.locator('.curl-command .curl', { hasText: curl }).first().waitFor();
    const line = await page.locator('.curl-command .curl').first().innerText();
    assert.ok(!line.includes(site.alice.token) && !/Basic [\w=]+/.test(line), line);
  }

  it('sends requests as nobody, with a password, a token and as an OAuth 2.0 client', async () => {
    const { page, troubles, elsewhere } = await site.open('/docs/');
    await tryRequests(page);
    await openCreation(page);
    await create(page, 403, "curl -X 'POST'");
    await authorize(page, 'basic', async (form) => {
      await form.getByLabel('Username').fill(site.alice.username);
      await form.getByLabel('Password').fill(site.alice.password);
    });
    await create(page, 201, '-u "$USER_NAME:$PASSWORD"');
    await authorize(page, 'token', (form) => form.getByRole('textbox').fill(`Token ${site.alice.token}`));
    await create(page, 201, '-H "Authorization: Token $TOKEN"');
    const { clientId, clientSecret } = await addClient(site.app.store, 'explorer');
    await authorize(page, 'oauth2', async (form) => {
      await form.getByLabel(/^username/i).fill(site.alice.username);
      await form.getByLabel(/^password/i).fill(site.alice.password);
      await form.getByLabel(/^client_id/i).fill(clientId);
      await form.getByLabel(/^client_secret/i).fill(clientSecret);
      for (const scope of await form.getByRole('checkbox').all()) await scope.check({ force: true });
    });
    await create(page, 201, '-H "Authorization: Bearer $');
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('links to the login for a session, then sends its requests with the CSRF token, and logs out', async () => {
    const { page, troubles, elsewhere } = await site.open('/docs/');
    await tryRequests(page);
    const session = (await dialogOf(page)).locator('.auth-container', { hasText: 'session' }).first();
    assert.equal(await session.locator('p').innerText(), 'Log in, then requests use your session.');
    assert.equal(await session.locator('input, button').count(), 0);
    assert.equal(await page.locator('.modal-ux input').first().isVisible(), true);
    await session.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Username').fill(site.alice.username);
    await page.getByLabel('Password').fill(site.alice.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site.app.url}/docs/`);
    assert.equal(await page.locator('.site .username').innerText(), 'alice');
    await tryRequests(page);
    await dialogOf(page);
    assert.equal(
      await session.locator('p').innerText(),
      'You are logged in as alice. Requests use your session.',
    );
    await page.getByRole('button', { name: 'Close' }).last().click();
    await openCreation(page);
    const curl = '-b "sessionid=$SESSION_ID; csrftoken=$CSRF_TOKEN" -H "X-CSRFToken: $CSRF_TOKEN"';
    await create(page, 201, curl);
    await logOut(page);
    assert.equal(page.url(), `${site.app.url}/`);
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('opens an operation by its address, dark where the system is, without what the readable page has', async () => {
    const { page, troubles } = await site.open('/docs/#/snippets/createSnippet', { colorScheme: 'dark' });
    const responses = creation(page).locator('.responses-table').first().locator('tr.response');
    await responses.first().waitFor();
    assert.deepEqual(await responses.locator('.response-col_status').allInnerTexts(), ['201']);
    assert.equal(await page.locator('.info table, .models').count(), 0);
    // A lock would not show the session.
    assert.equal(await page.locator('.opblock [aria-label^="authorization button"]').count(), 0);
    /** Of the page, and of its code. */
    const grounds = () =>
      page.evaluate(
        "['body', 'pre.microlight'].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor)",
      );
    assert.deepEqual(await grounds(), ['rgb(17, 18, 20)', 'rgb(29, 32, 35)']);
    await page.emulateMedia({ colorScheme: 'light' });
    // The page learns it by an event, some time later; its policy forbids a test to poll.
    await page.locator('html:not(.dark-mode)').waitFor();
    assert.deepEqual(await grounds(), ['rgb(253, 253, 254)', 'rgb(245, 245, 248)']);
    assert.deepEqual(troubles, []);
  });

  it('has no accessibility finding as it opens, with operations tried out, and with its dialog', async () => {
    const { page, troubles } = await site.open('/docs/', { colorScheme: 'light' });
    const check = async (state: string) => {
      assert.deepEqual(await findViolations(page), [], state);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark-mode').waitFor();
      assert.deepEqual(await findColourViolations(page), [], `${state}, in dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await tryRequests(page);
    await openCreation(page);
    const list = page.locator('#operations-snippets-listSnippets');
    await list.locator('.opblock-summary-control').click();
    await list.getByRole('button', { name: 'Try it out' }).click();
    await list.getByRole('button', { name: 'Execute' }).click();
    await list.locator('.live-responses-table .response-col_status').first().waitFor();
    await check('with operations tried out');
    await dialogOf(page);
    await check('with the dialog of credentials');
    assert.deepEqual(troubles, []);
  });

  it('is a readable reference without script: every operation, with its parameters, body and answers', async () => {
    const { page, elsewhere } = await site.open('/', { javaScriptEnabled: false });
    const size = (await (await page.goto('/docs/'))?.body())?.length ?? 0;
    assert.ok(size < 100_000, `${size} bytes`);
    const { paths } = await (await site.app.fetch('/openapi.json')).json();
    const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    const shown = await page.locator('.operation').evaluateAll((parts) => parts.map(({ id }) => id));
    assert.deepEqual(shown.sort(), operations.sort());
    const create = (await page.locator('#createSnippet').textContent()) ?? '';
    for (const part of [
      'POST',
      '/snippets/',
      'Idempotency-Key',
      'required',
      '193 choices',
      '201',
      '400, 401, 403',
    ])
      assert.ok(create.includes(part), `${part}: ${create}`);
    assert.deepEqual(elsewhere, []);
  });

  it('has no login link if the deployment has no login', async () => {
    const other = await startApp({ env: { AUTH_SCHEMES: 'basic,token' } });
    try {
      const page = await (await other.fetch('/docs/', { headers: { Accept: 'text/html' } })).text();
      assert.match(page, /data-try>/);
      assert.doesNotMatch(page, />Log in</);
    } finally {
      await other.close();
    }
  });
});
