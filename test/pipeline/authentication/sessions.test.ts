import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp, useUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

const NO_CREDENTIALS = 'Authentication credentials were not provided.';

describeOnAnyStore('the session cookie', (store) => {
  const app = useApp({
    store,
    env: { AUTH_SCHEMES: 'session', TRUST_PROXY: '1', ALLOW_INSECURE_CREDENTIALS: 'true' },
  });
  const alice = useUser(app, 'alice');

  const write = (browser: Browser, headers: Record<string, string> = {}) =>
    browser.fetch('/snippets/', {
      method: 'POST',
      body: '{"code": "x"}',
      headers: { 'Content-Type': 'application/json', ...browser.csrfHeader, ...headers },
    });

  it('has a name over HTTPS that no other host can set, and another name over HTTP', async () => {
    for (const [proto, name, other] of [
      ['https', '__Host-sessionid', 'sessionid'],
      ['http', 'sessionid', '__Host-sessionid'],
    ] as const) {
      const browser = new Browser(app, {
        'X-Forwarded-Proto': proto,
        Origin: app.url.replace('http:', `${proto}:`),
      });
      await browser.logIn(alice);
      const line = browser.setCookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
      assert.equal(/; secure/i.test(line), proto === 'https', line);
      // What a name with the prefix requires (RFC 6265bis, 4.1.3.2).
      assert.match(line, /; path=\/;/i);
      assert.doesNotMatch(line, /domain=/i);
      assert.equal(browser.cookies.has(other), false);
      assert.equal((await write(browser)).status, 201);
      const page = await (await browser.fetch('/', { headers: { Accept: 'text/html' } })).text();
      assert.match(page, /class="username">alice</);
      // The name of the other scheme opens no session.
      browser.cookies.set(other, browser.cookies.get(name) ?? '');
      browser.cookies.delete(name);
      assert.equal((await (await write(browser)).json()).detail, NO_CREDENTIALS);
      browser.cookies.set(name, browser.cookies.get(other) ?? '');
      browser.cookies.delete(other);
      await browser.fetch('/api-auth/logout/', { method: 'POST', headers: browser.csrfHeader });
      assert.equal(browser.cookies.has(name), false);
    }
  });

  it('counts as none when the request has two different ones, in either order', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const sent = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = `sessionid=${browser.cookies.get('sessionid')}`;
    browser.cookies.clear();
    const token = { 'X-CSRFToken': /csrftoken=(\w+)/.exec(sent)?.[1] ?? '' };
    for (const Cookie of [`sessionid=planted; ${sent}`, `${sent}; sessionid=planted`, `${sent};sessionid=`]) {
      const answer = await write(browser, { ...token, Cookie });
      assert.deepEqual([answer.status, (await answer.json()).detail], [403, NO_CREDENTIALS], Cookie);
      const page = await app.fetch('/', { headers: { Accept: 'text/html', Cookie } });
      assert.doesNotMatch(await page.text(), /class="username">alice</);
    }
    // The same twice names one session.
    assert.equal((await write(browser, { ...token, Cookie: `${sent}; ${own}` })).status, 201);
    assert.equal((await write(browser, { ...token, Cookie: sent })).status, 201);
  });

  it('is replaced by a login that two different ones come with', async () => {
    const browser = new Browser(app);
    await browser.openLogin();
    browser.cookies.set('sessionid', 'planted; sessionid=another');
    await browser.logIn(alice);
    assert.equal((await write(browser)).status, 201);
  });
});
