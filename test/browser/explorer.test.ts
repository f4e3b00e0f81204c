import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addClient } from '#src/pipeline/authentication/oauth2/clients.js';
import { startApp } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { logOut, skipWithoutChromium } from '../helpers/chromium.js';
import { inBrowser } from '../helpers/in-browser.js';

describe('the explorer', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ AUTH_SCHEMES: 'session,basic,token,oauth2' });
  /** Loads Swagger UI, as a reader does who wants to send requests. */
  async function tryRequests(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Try requests' }).click();
    await page.locator('.opblock').first().waitFor();
  }

  /** Fills in what one scheme of the dialog asks for. */
  async function authorize(
    page: Page,
    name: string,
    fill: (scheme: Locator) => Promise<void>,
  ): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const scheme = page.locator('.auth-container', { hasText: new RegExp(`${name}\\s*\\(`) });
    await fill(scheme);
    await scheme.getByRole('button', { name: /Apply|Authorize/ }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();
  }

  async function createSnippet(page: Page): Promise<string> {
    const operation = page.locator('#operations-snippets-createSnippet');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    return operation.locator('.live-responses-table tr.response .response-col_status').first().innerText();
  }

  /** The curl line of the request that was sent names credentials, and contains none. */
  async function checkCurl(page: Page, expected: string): Promise<void> {
    const line = await page.locator('.curl-command .curl').first().innerText();
    assert.ok(line.includes(expected), line);
    assert.ok(!line.includes(site.alice.token) && !/Basic [\w=]+/.test(line), line);
  }

  for (const [scheme, prepare, curl] of [
    ['nobody', async () => {}, "curl -X 'POST'"],
    [
      'Basic',
      (page: Page) =>
        authorize(page, 'basic', async (form) => {
          await form.getByLabel('Username').fill(site.alice.username);
          await form.getByLabel('Password').fill(site.alice.password);
        }),
      '-u "$USER_NAME:$PASSWORD"',
    ],
    [
      'a token',
      (page: Page) =>
        authorize(page, 'token', (form) => form.getByRole('textbox').fill(`Token ${site.alice.token}`)),
      '-H "Authorization: Token $TOKEN"',
    ],
    [
      'an OAuth 2.0 client',
      async (page: Page) => {
        const { clientId, clientSecret } = await addClient(site.app.store, 'explorer');
        await authorize(page, 'oauth2', async (form) => {
          await form.getByLabel(/^username/i).fill(site.alice.username);
          await form.getByLabel(/^password/i).fill(site.alice.password);
          await form.getByLabel(/^client_id/i).fill(clientId);
          await form.getByLabel(/^client_secret/i).fill(clientSecret);
          for (const scope of await form.getByRole('checkbox').all()) await scope.check({ force: true });
        });
      },
      '-H "Authorization: Bearer $',
    ],
  ] as const) {
    const expected = scheme === 'nobody' ? '403' : '201';
    it(`sends a request as ${scheme}: ${expected}`, async () => {
      const { page, troubles, elsewhere } = await site.open('/docs/');
      await tryRequests(page);
      await prepare(page);
      assert.match(await createSnippet(page), new RegExp(`^${expected}`));
      await checkCurl(page, curl);
      assert.deepEqual([troubles, elsewhere], [[], []]);
    });
  }

  it('sends requests of the logged-in user with the CSRF token, and logs out', async () => {
    const { page, troubles, elsewhere } = await site.openAs(site.alice, '/docs/');
    assert.equal(page.url(), `${site.app.url}/docs/`);
    assert.equal(await page.locator('.site .username').innerText(), 'alice');
    await tryRequests(page);
    assert.match(await createSnippet(page), /^201/);
    await checkCurl(page, '-b "sessionid=$SESSION_ID; csrftoken=$CSRF_TOKEN" -H "X-CSRFToken: $CSRF_TOKEN"');
    await logOut(page);
    assert.equal(page.url(), `${site.app.url}/`);
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('does not ask for session credentials, but links to the login or shows the user', async () => {
    const { page, troubles } = await site.open('/docs/');
    const dialog = page.locator('.modal-ux');
    const session = dialog.locator('.auth-container', { hasText: 'session' }).first();
    await tryRequests(page);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    assert.equal(await session.locator('p').innerText(), 'Log in, then requests use your session.');
    assert.equal(await session.locator('input, button').count(), 0);
    assert.equal(await dialog.locator('input').first().isVisible(), true);
    await session.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Username').fill(site.alice.username);
    await page.getByLabel('Password').fill(site.alice.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site.app.url}/docs/`);
    await tryRequests(page);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    assert.equal(
      await session.locator('p').innerText(),
      'You are logged in as alice. Requests use your session.',
    );
    assert.deepEqual(troubles, []);
  });

  it('leaves errors, rules and schemas to the readable page, and has no lock at an operation', async () => {
    const { page, troubles } = await site.open('/docs/#/snippets/createSnippet');
    const operation = page.locator('#operations-snippets-createSnippet');
    const responses = operation.locator('.responses-table').first().locator('tr.response');
    await responses.first().waitFor();
    assert.deepEqual(await responses.locator('.response-col_status').allInnerTexts(), ['201']);
    assert.equal(await page.locator('.info table, .models').count(), 0);
    // A lock would not show the session.
    assert.equal(await page.locator('.opblock [aria-label^="authorization button"]').count(), 0);
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

  it('is never kept, so that no visitor gets the page of another', async () => {
    const visitor = new Browser(site.app);
    for (const isKnown of [false, true]) {
      if (isKnown) await visitor.logIn(site.alice);
      const { headers } = await visitor.fetch('/docs/', { headers: { Accept: 'text/html' } });
      assert.match(headers.get('Vary') ?? '', /\bCookie\b/);
      assert.equal(headers.get('Cache-Control'), 'no-store');
    }
  });

  it('has no login link if the deployment has no login', async () => {
    const other = await startApp({ env: { AUTH_SCHEMES: 'basic,token' } });
    try {
      const { page, troubles } = await site.open('/docs/', { baseURL: other.url });
      await tryRequests(page);
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.modal-ux', { hasText: 'basic' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Log in' }).count(), 0);
      assert.deepEqual(troubles, []);
    } finally {
      await other.close();
    }
  });
});
