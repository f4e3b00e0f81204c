/** Login and logout by the pages, and the cookie of the session between them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp, useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';

const LOGIN = '/api-auth/login/';
const LOGOUT = '/api-auth/logout/';
const WRONG = 'Wrong username or password.';
const NO_CREDENTIALS = 'Authentication credentials were not provided.';
const HTML = { Accept: 'text/html' };

const write = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.fetch('/snippets/', {
    method: 'POST',
    body: '{"code": "x"}',
    headers: { 'Content-Type': 'application/json', ...browser.csrfHeader, ...headers },
  });
async function isNobody(browser: Browser, headers = {}): Promise<void> {
  const answer = await write(browser, headers);
  assert.deepEqual([answer.status, (await answer.json()).detail], [403, NO_CREDENTIALS]);
}
const cookieLine = ({ setCookies }: Browser, name: string) =>
  setCookies.find((line) => line.startsWith(`${name}=`)) ?? '';

describe('the login', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic' } });
  const alice = useUser(app, 'alice');

  it('is a form with a token in it and in a cookie that scripts can read', async () => {
    const browser = new Browser(app);
    const page = await browser.fetch(`${LOGIN}?next=/users/`);
    assert.match(page.headers.get('vary') ?? '', /Cookie/);
    const text = await page.text();
    for (const field of ['name="username"', 'name="password" type="password"', 'name="next" value="/users/"'])
      assert.ok(text.includes(field), field);
    assert.match(cookieLine(browser, 'csrftoken'), /samesite=lax/i);
    assert.doesNotMatch(cookieLine(browser, 'csrftoken'), /httponly/i);
  });

  it('sets a session for 14 days that no script can read, and a new token', async () => {
    const browser = new Browser(app);
    await browser.openLogin();
    const before = browser.cookies.get('csrftoken');
    await browser.logIn(alice);
    const cookie = cookieLine(browser, 'sessionid');
    assert.match(cookie, /samesite=lax.*httponly|httponly.*samesite=lax/i);
    const expires = Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now();
    assert.ok(Math.abs(expires - 14 * 86_400_000) < 60_000, `expires in ${expires} ms`);
    assert.notEqual(browser.cookies.get('csrftoken'), before);
  });

  it('shows the form again for wrong credentials, an inactive user and operators, the name kept and escaped', async () => {
    const carol = await app.addUser('carol');
    await app.store.users.updateOne({ _id: carol.id }, { $set: { active: false } });
    const { username, password } = carol;
    for (const fields of [
      ...['alice', 'nobody', '<b>"&'].map((name) => ({ username: name, password: 'wrong' })),
      { username, password },
    ]) {
      const browser = new Browser(app);
      const csrfmiddlewaretoken = await browser.openLogin();
      const answer = await browser.submit(LOGIN, { ...fields, csrfmiddlewaretoken });
      const text = await answer.text();
      assert.deepEqual([answer.status, text.includes(WRONG), text.includes('<b>')], [200, true, false]);
      const operators = { 'username[$ne]': 'x', 'password[$ne]': 'x', csrfmiddlewaretoken };
      assert.equal((await browser.submit(LOGIN, operators)).status, 200);
      assert.equal(browser.cookies.has('sessionid'), false);
    }
  });

  it('gives a new session id, whatever id the browser came with', async () => {
    const browser = new Browser(app);
    browser.cookies.set('sessionid', 'planted');
    await browser.logIn(alice);
    const first = browser.cookies.get('sessionid') ?? '';
    assert.notEqual(first, 'planted');
    await browser.logIn(alice);
    assert.notEqual(browser.cookies.get('sessionid'), first);
    const old = new Browser(app);
    old.cookies.set('sessionid', first);
    await isNobody(old);
  });

  const FOREIGN = [
    ...['', 'users/', 'javascript:alert(1)', '/%0d%0aSet-Cookie:a=b\r\nX: y'],
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https:evil.example',
      'https://evil.example',
    ],
    ...['/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example', '///evil.example'],
    ...['/..//evil.example', '/.//evil.example'],
  ];
  it('redirects to a path on this host only', async () => {
    for (const [next, location] of [
      ['/users/', '/users/'],
      ['/snippets/?limit=5#top', '/snippets/?limit=5#top'],
      ['/a/../snippets/', '/snippets/'],
      ...FOREIGN.map((next) => [next, '/'] as const),
    ] as const) {
      const answer = await new Browser(app).logIn(alice, next);
      assert.equal(answer.headers.get('location'), location, JSON.stringify(next));
    }
  });

  it('ends with a logout by POST, which deletes the session from the store', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const stolen = browser.cookies.get('sessionid') ?? '';
    assert.equal((await browser.fetch(LOGOUT)).status, 405);
    const answer = await browser.fetch(LOGOUT, { method: 'POST', headers: browser.csrfHeader });
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/']);
    assert.equal(browser.cookies.has('sessionid'), false);
    browser.cookies.set('sessionid', stolen);
    await isNobody(browser);
  });

  it('stores no session id that could be used if the store were stolen', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const dump = await app.store.sessions.find({ userId: alice.id }).toArray();
    assert.ok(dump.length > 0);
    assert.ok(!JSON.stringify(dump).includes(browser.cookies.get('sessionid') ?? '?'));
    const thief = new Browser(app);
    for (const { _id } of dump) {
      thief.cookies.set('sessionid', _id);
      await isNobody(thief);
    }
  });

  it('expires on time, even before the store removes it', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    for (const { _id } of await app.store.sessions.find({ userId: alice.id }).toArray())
      await app.store.sessions.updateOne({ _id }, { $set: { expiresAt: new Date(0) } });
    await isNobody(browser);
  });

  it('sets no cookie on an answer to a request without one, which varies by it', async () => {
    const { headers } = await app.fetch('/snippets/');
    assert.equal(headers.get('set-cookie'), null);
    assert.match(headers.get('vary') ?? '', /Cookie/);
  });
});

describe('the session cookie', () => {
  const env = { AUTH_SCHEMES: 'session', TRUST_PROXY: '1', ALLOW_INSECURE_CREDENTIALS: 'true' };
  const app = useApp({ env });
  const alice = useUser(app, 'alice');

  it('has a name over HTTPS that no other host can set, and another name over HTTP', async () => {
    for (const [proto, name, other] of [
      ['https', '__Host-sessionid', 'sessionid'],
      ['http', 'sessionid', '__Host-sessionid'],
    ] as const) {
      const Origin = app.url.replace('http:', `${proto}:`);
      const browser = new Browser(app, { 'X-Forwarded-Proto': proto, Origin });
      await browser.logIn(alice);
      const line = cookieLine(browser, name);
      assert.equal(/; secure/i.test(line), proto === 'https', line);
      // What a name with the prefix requires (RFC 6265bis, 4.1.3.2).
      assert.match(line, /; path=\/;/i);
      assert.doesNotMatch(line, /domain=/i);
      assert.equal(browser.cookies.has(other), false);
      assert.equal((await write(browser)).status, 201);
      const page = await (await browser.fetch('/', { headers: HTML })).text();
      assert.match(page, /class="username">alice</);
      // The name of the other scheme opens no session.
      browser.cookies.set(other, browser.cookies.get(name) ?? '');
      browser.cookies.delete(name);
      await isNobody(browser);
      browser.cookies.set(name, browser.cookies.get(other) ?? '');
      browser.cookies.delete(other);
      await browser.fetch(LOGOUT, { method: 'POST', headers: browser.csrfHeader });
      assert.equal(browser.cookies.has(name), false);
    }
  });

  it('counts as none when the request has two different ones, in either order', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const sent = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = `sessionid=${browser.cookies.get('sessionid')}`;
    const token = browser.csrfHeader;
    browser.cookies.clear();
    for (const Cookie of [`sessionid=planted; ${sent}`, `${sent}; sessionid=planted`, `${sent};sessionid=`]) {
      await isNobody(browser, { ...token, Cookie });
      const page = await app.fetch('/', { headers: { ...HTML, Cookie } });
      assert.doesNotMatch(await page.text(), /class="username">alice</);
    }
    // The same twice names one session.
    for (const Cookie of [`${sent}; ${own}`, sent])
      assert.equal((await write(browser, { ...token, Cookie })).status, 201);
  });

  it('is replaced by a login that two different ones come with', async () => {
    const browser = new Browser(app);
    await browser.openLogin();
    browser.cookies.set('sessionid', 'planted; sessionid=another');
    await browser.logIn(alice);
    assert.equal((await write(browser)).status, 201);
  });
});
