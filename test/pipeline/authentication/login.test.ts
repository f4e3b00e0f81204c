import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp, useUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

const LOGIN = '/api-auth/login/';
const LOGOUT = '/api-auth/logout/';
const WRONG = 'Please enter a correct username and password. Note that both fields may be case-sensitive.';

describeOnAnyStore('the login', (store) => {
  const app = useApp({ store, env: { AUTH_SCHEMES: 'session,basic' } });
  const alice = useUser(app, 'alice');

  it('is a form that is not cached, with a token in it and in a cookie that scripts can read', async () => {
    const browser = new Browser(app);
    const page = await browser.fetch(`${LOGIN}?next=/users/`);
    const text = await page.text();
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('vary') ?? '', /Cookie/);
    assert.match(text, /name="username"/);
    assert.match(text, /name="password" type="password"/);
    assert.match(text, /name="next" value="\/users\/"/);
    const cookie = browser.setCookies.find((line) => line.startsWith('csrftoken=')) ?? '';
    assert.match(cookie, /samesite=lax/i);
    assert.doesNotMatch(cookie, /httponly/i);
  });

  it('sets a session for 14 days that no script can read, and a new token', async () => {
    const browser = new Browser(app);
    await browser.openLogin();
    const before = browser.cookies.get('csrftoken');
    const answer = await browser.logIn(alice, '/users/');
    assert.equal(answer.headers.get('location'), '/users/');
    const cookie = browser.setCookies.find((line) => line.startsWith('sessionid=')) ?? '';
    assert.match(cookie, /httponly/i);
    assert.match(cookie, /samesite=lax/i);
    const expires = Date.parse(/expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now();
    assert.ok(Math.abs(expires - 14 * 86_400_000) < 60_000, `expires in ${expires} ms`);
    assert.notEqual(browser.cookies.get('csrftoken'), before);
  });

  it('shows the form again when the credentials are wrong, with the name kept and escaped', async () => {
    const browser = new Browser(app);
    for (const username of ['alice', 'nobody', '<b>"&']) {
      const csrfmiddlewaretoken = await browser.openLogin();
      const answer = await browser.submit(LOGIN, { username, password: 'wrong', csrfmiddlewaretoken });
      const text = await answer.text();
      assert.equal(answer.status, 200);
      assert.ok(text.includes(WRONG));
      assert.ok(!text.includes('<b>'));
      assert.equal(browser.cookies.has('sessionid'), false);
    }
  });

  it('refuses a deactivated user like a wrong password, and ends the sessions of one, also of a deleted one', async () => {
    const carol = await app.addUser('carol');
    const browser = new Browser(app);
    await browser.logIn(carol);
    await app.store.users.updateOne({ _id: carol.id }, { $set: { active: false } });
    const write = await browser.fetch('/snippets/', { method: 'POST', headers: browser.csrfHeader });
    assert.equal(write.status, 403);
    assert.equal((await write.json()).detail, 'Authentication credentials were not provided.');
    const csrfmiddlewaretoken = await browser.openLogin();
    const again = await browser.submit(LOGIN, {
      username: 'carol',
      password: carol.password,
      csrfmiddlewaretoken,
    });
    assert.ok((await again.text()).includes(WRONG));
    await app.store.users.deleteOne({ _id: carol.id });
    assert.equal((await browser.fetch('/snippets/', { method: 'POST' })).status, 403, 'deleted');
  });

  it('takes no operator object for a name or a password', async () => {
    const browser = new Browser(app);
    const csrfmiddlewaretoken = await browser.openLogin();
    const fields = { 'username[$ne]': 'x', 'password[$ne]': 'x', csrfmiddlewaretoken };
    assert.equal((await browser.submit(LOGIN, fields)).status, 200);
    assert.equal(browser.cookies.has('sessionid'), false);
  });

  it('gives a new session id, whatever id the browser came with', async () => {
    const browser = new Browser(app);
    browser.cookies.set('sessionid', 'planted');
    await browser.logIn(alice);
    const first = browser.cookies.get('sessionid');
    assert.notEqual(first, 'planted');
    await browser.logIn(alice);
    assert.notEqual(browser.cookies.get('sessionid'), first);
    const old = new Browser(app);
    old.cookies.set('sessionid', first ?? '');
    const write = await old.fetch('/snippets/', { method: 'POST' });
    assert.equal((await write.json()).detail, 'Authentication credentials were not provided.');
  });

  it('redirects to a path on this host only', async () => {
    const local: [next: string, location: string][] = [
      ['/users/', '/users/'],
      ['/snippets/?limit=5#top', '/snippets/?limit=5#top'],
      ['/a/../snippets/', '/snippets/'],
    ];
    const foreign = [
      ...[
        '',
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'https:evil.example',
        'https://evil.example',
      ],
      ...['/\t/evil.example', '/\n/evil.example', '\t//evil.example', ' //evil.example', '///evil.example'],
      ...[
        'javascript:alert(1)',
        'users/',
        '/..//evil.example',
        '/.//evil.example',
        '/%0d%0aSet-Cookie:a=b\r\nX: y',
      ],
    ];
    for (const [next, location] of [...local, ...foreign.map((next) => [next, '/'] as const)]) {
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
    const replayed = await browser.fetch('/snippets/', { method: 'POST', headers: browser.csrfHeader });
    assert.equal((await replayed.json()).detail, 'Authentication credentials were not provided.');
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
      assert.equal((await thief.fetch('/snippets/', { method: 'POST' })).status, 403);
    }
  });

  it('expires on time, even before the store removes it', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const sessions = await app.store.sessions.find({ userId: alice.id }).toArray();
    for (const { _id } of sessions)
      await app.store.sessions.updateOne({ _id }, { $set: { expiresAt: new Date(0) } });
    const write = await browser.fetch('/snippets/', { method: 'POST', headers: browser.csrfHeader });
    assert.equal((await write.json()).detail, 'Authentication credentials were not provided.');
  });

  it('reads nothing from the store without a session cookie', async () => {
    const answer = await app.fetch('/snippets/');
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.match(answer.headers.get('vary') ?? '', /Cookie/);
  });
});
