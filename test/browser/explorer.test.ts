/** The contract as a page to read, without script, and in Swagger UI, which sends requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addClient } from '#src/pipeline/authentication/oauth2.js';
import { inBrowser, skipWithoutChromium } from '../helpers/chromium.js';

describe('the reference', { skip: skipWithoutChromium }, () => {
  const site = inBrowser();

  it('shows every operation without script, with its parameters, body, answers and an example request', async () => {
    const { page, elsewhere } = await site.open('/', { javaScriptEnabled: false });
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
      '201',
      '400, 401, 403',
    ])
      assert.ok(create.includes(part), `${part}: ${create}`);
    assert.equal(await page.locator('.scripted:visible').count(), 0);
    assert.deepEqual(elsewhere, []);
  });

  it('leads from an operation to Swagger UI and to its page, and opens the operation that a link names', async () => {
    const { page, troubles } = await site.open('/docs/#listSnippets');
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
    assert.deepEqual(troubles, []);
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
    await page.locator('.live-responses-table .response-col_status', { hasText: `${status}` }).waitFor();
  }

  const openCreation = (page: Page) => page.getByRole('button', { name: 'Try it out' }).click();
  const CREATION = '/docs/try/#/snippets/createSnippet';

  it('sends requests as nobody, with a password, a token and as an OAuth 2.0 client', async () => {
    const { page, troubles, elsewhere } = await site.open(CREATION);
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
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('sends the requests of a session with its CSRF token', async () => {
    const { page, troubles, elsewhere } = await site.openAs(site.alice, CREATION);
    await openCreation(page);
    await create(page, 201);
    assert.deepEqual([troubles, elsewhere], [[], []]);
  });

  it('asks for six things, and shows who opens it in the header of all pages, as the reference does', async () => {
    const { page } = await site.openAs(site.alice, '/');
    const header = await page.locator('header.site nav ~ *').allTextContents();
    for (const [path, most] of [
      ['/docs/', 4],
      ['/docs/try/', 6],
    ] as const) {
      let requests = 0;
      page.on('request', () => {
        requests += 1;
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      page.removeAllListeners('request');
      assert.ok(requests <= most, `${path}: ${requests} requests`);
      assert.deepEqual(await page.locator('header.site nav ~ *').allTextContents(), header);
    }
  });

  it('is dark where the system is, and leads back to the reference', async () => {
    const { page } = await site.open('/docs/try/', { colorScheme: 'dark' });
    await page.locator('html.dark-mode').waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click();
    await page.waitForURL('**/docs/');
  });

  it('names the reference to a browser without script', async () => {
    const { page } = await site.open('/docs/try/', { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Read about the API' }).click();
    await page.waitForURL('**/docs/');
  });
});
