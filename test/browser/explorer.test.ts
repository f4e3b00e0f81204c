/** The contract as a page to read, without script, and in Swagger UI, which sends requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addClient } from '#src/authentication/oauth2.js';
import { inBrowser, skipWithoutChromium } from '../helpers/chromium.js';

describe('the reference', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();

  it('shows every operation without script, with its parameters, body, answers and an example request', async () => {
    const page = await site.open('/', { javaScriptEnabled: false });
    const size = (await (await page.goto('/docs/'))?.body())?.length ?? 0;
    assert.ok(size < 100_000, `${size} bytes`);
    const { paths } = await (await site.app.fetch('/openapi.json')).json();
    const operations = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    const shown = await page.locator('.operation > div').evaluateAll((parts) => parts.map(({ id }) => id));
    assert.deepEqual(shown.sort(), operations.sort());
    const create = (await page.locator('#createSnippet').textContent()) ?? '';
    for (const part of [
      `curl -X POST '${site.app.url}/snippets/' \\\n  -u "$USERNAME:$PASSWORD" \\\n  -H 'Content-Type: application/json'`,
      'Idempotency-Key',
      'required, string, at most 100,000 characters',
      '193 choices',
      '1c, abnf, accesslog',
      '"title": "Greeting"',
      '201',
      '400, 401, 403',
    ])
      assert.ok(create.includes(part), `${part}: ${create}`);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
  });

  it('leads from an operation to Swagger UI and to its page, and opens the operation that a link names', async () => {
    const page = await site.open('/docs/#listSnippets');
    await page.keyboard.press('/');
    await page.locator('#q:focus').waitFor();
    await page.goto('/docs/#listSnippets');
    const links = page.locator('#listSnippets .toolbar a');
    assert.deepEqual(await links.allInnerTexts(), ['Try it', 'Open']);
    await links.last().click();
    await page.waitForURL('**/snippets/');
    await page.goto('/docs/#listSnippets');
    await links.first().click();
    await page.locator('#operations-snippets-listSnippets.is-open').waitFor();
  });
});

describe('Swagger UI', { skip: skipWithoutChromium }, () => {
  const site = inBrowser({ AUTH_SCHEMES: 'session,basic,token,oauth2' });

  /** Fills in what one scheme of the dialog asks for, in place of what was filled in before. */
  async function authorize(page: Page, name: string, fill: (scheme: Locator) => Promise<void>) {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.modal-ux');
    for (const logout of await dialog.locator('button', { hasText: 'Logout' }).all()) await logout.click();
    const scheme = dialog.locator('.auth-container', { hasText: new RegExp(`${name}\\s*\\(`) });
    await fill(scheme);
    await scheme.getByRole('button', { name: /Apply|Authorize/ }).click();
    // The token of OAuth 2.0 has come by then.
    await scheme.locator('button', { hasText: 'Logout' }).waitFor();
    await dialog.locator('.close-modal').click();
  }

  /** Creates a snippet. */
  async function create(page: Page, status: number): Promise<void> {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/snippets/'),
      page.getByRole('button', { name: 'Execute' }).click(),
    ]);
    assert.equal(answer.status(), status);
    // Cookies beside other credentials would ask for a CSRF token, and a challenge would open the browser's prompt.
    const { authorization, cookie } = await answer.request().allHeaders();
    assert.ok(authorization === undefined || cookie === undefined);
    await page.locator('.live-responses-table .response-col_status', { hasText: `${status}` }).waitFor();
  }

  const openCreation = (page: Page) => page.getByRole('button', { name: 'Try it out' }).click();
  const CREATION = '/docs/try/#/snippets/createSnippet';

  it('sends requests as nobody, with a password, a token and as an OAuth 2.0 client', async () => {
    const page = await site.open(CREATION);
    await openCreation(page);
    await create(page, 403);
    await authorize(page, 'basic', async (form) => {
      await form.getByLabel('Username').fill(site.alice.username);
      await form.getByLabel('Password').fill(site.alice.password);
    });
    await create(page, 201);
    await authorize(page, 'token', (form) => form.getByRole('textbox').fill(`Token ${site.alice.token}`));
    await create(page, 201);
    const { clientId, clientSecret } = await addClient(site.app.store, 'explorer');
    await authorize(page, 'oauth2', async (form) => {
      await form.getByLabel(/^username/i).fill(site.alice.username);
      await form.getByLabel(/^password/i).fill(site.alice.password);
      await form.getByLabel(/^client_id/i).fill(clientId);
      await form.getByLabel(/^client_secret/i).fill(clientSecret);
      for (const scope of await form.getByRole('checkbox').all()) await scope.check({ force: true });
    });
    await create(page, 201);
  });

  it('sends the requests of a session with its CSRF token', async () => {
    const page = await site.openAs(site.alice, CREATION);
    await openCreation(page);
    await create(page, 201);
    await authorize(page, 'token', (form) => form.getByRole('textbox').fill(`Token ${site.alice.token}`));
    await create(page, 201);
  });

  it('asks for six things, is dark where the system is, and shows who opens it, as the reference does', async () => {
    const page = await site.openAs(site.alice, '/', { colorScheme: 'dark' });
    const header = await page.locator('header.site nav ~ *').allTextContents();
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.goto('/docs/try/', { waitUntil: 'networkidle' });
    assert.ok(requests <= 6, `${requests} requests`);
    await page.locator('html.dark-mode').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
    assert.deepEqual(await page.locator('header.site nav ~ *').allTextContents(), header);
    requests = 0;
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click();
    await page.waitForURL('**/docs/', { waitUntil: 'networkidle' });
    assert.ok(requests <= 4, `${requests} requests`);
    assert.deepEqual(await page.locator('header.site nav ~ *').allTextContents(), header);
  });

  it('names the reference to a browser without script', async () => {
    const page = await site.open('/docs/try/', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Read about the API' }).click();
    await page.waitForURL('**/docs/');
  });
});
