// In a page of the service's own origin the SDK works with the session of the browser, and with other credentials beside it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { launchChromium, releaseChromium, skipWithoutChromium } from '../helpers/chromium.js';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const importMap = JSON.stringify({ imports: { '#generated/': '/__sdk/generated/' } });
const html = `<!doctype html><script type="importmap">${importMap}</script>`;

describe('the session of a browser', { skip: skipWithoutChromium }, () => {
  let app: TestApp;
  let alice: TestUser;
  let browser: Browser;
  let page: Page;

  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    browser = await launchChromium();
    page = await browser.newPage();
    // The page and the SDK come from the origin of the service, as an application's would.
    await page.route('**/__sdk/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/__sdk', '');
      if (path === '/page.html') return route.fulfill({ contentType: 'text/html', body: html });
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(`${dist}${path}`) });
    });
    await page.goto(`${app.url}/__sdk/page.html`);
  });
  after(async () => {
    await page.close();
    releaseChromium();
    await app.close();
  });

  /** Runs in the page, which has no types: `sdk`, `store` with the session, and `user` are at hand. */
  function inPage(code: string): Promise<unknown> {
    return page.evaluate(`import('/__sdk/sdk/index.js').then(async (sdk) => {
      const user = ${JSON.stringify(alice)};
      const store = sdk.createClient({ baseUrl: location.origin, auth: sdk.session() });
      ${code}
    })`);
  }

  it('is started by the login, writes with the CSRF token, and ends with the logout', async () => {
    const said = await inPage(`
      await store.showLogin();
      const wrong = await store.login({ username: user.username, password: 'guess' });
      const right = await store.login({ username: user.username, password: user.password });
      const { id, owner } = await store.createSnippet({ code: 'a' });
      const edited = await store.editSnippet(id, { title: 'b' });
      const ended = await store.logout();
      const error = await store.createSnippet({ code: 'c' }).catch((reason) => reason);
      return [wrong.includes('<form'), right, owner, edited.title, ended, error.name];
    `);
    assert.deepEqual(said, [true, undefined, 'alice', 'b', undefined, 'PermissionDeniedError']);
  });

  it('does not get in the way of other credentials on the same page', async () => {
    const said = await inPage(`
      await store.showLogin();
      await store.login({ username: user.username, password: user.password });
      const other = sdk.createClient({ baseUrl: location.origin, auth: sdk.basic(user.username, user.password) });
      return (await other.createSnippet({ code: 'a' })).owner;
    `);
    assert.equal(said, 'alice');
  });
});
