import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { startApp, useApp, useUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

type Fields = Record<string, string>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describeOnAnyStore('a write by session', (store) => {
  let browser: Browser;
  const app = useApp({ store, env: { AUTH_SCHEMES: 'session,basic' } });
  const alice = useUser(app, 'alice');
  const mallory = useUser(app, 'mallory');
  beforeEach(async () => {
    browser = new Browser(app);
    await browser.logIn(alice);
  });

  /** Everything refused here must have changed nothing. */
  async function refusal(
    send: () => Promise<Response>,
  ): Promise<[status: number, challenge: string | null, detail: string]> {
    const count = await app.store.snippets.countDocuments({});
    const answer = await send();
    assert.equal(await app.store.snippets.countDocuments({}), count);
    return [answer.status, answer.headers.get('www-authenticate'), (await answer.json()).detail];
  }

  const write = (headers: Fields, body = 'code=x') =>
    browser.fetch('/snippets/', { method: 'POST', body, headers: { ...FORM, ...headers } });

  it('is accepted with the token in a header or in a form field', async () => {
    const byHeader = await write(browser.csrfHeader);
    const byField = await write({}, `code=x&csrfmiddlewaretoken=${browser.cookies.get('csrftoken')}`);
    assert.deepEqual([byHeader.status, byField.status], [201, 201]);
    assert.equal((await byHeader.json()).owner, 'alice');
  });

  const other = 'f'.repeat(32);
  const flaws: [situation: string, headers: Fields, body: string, detail: string][] = [
    ['no token', {}, 'code=x', 'CSRF token missing.'],
    ['an empty header', { 'X-CSRFToken': '' }, 'code=x', 'CSRF token missing.'],
    [
      'a wrong header',
      { 'X-CSRFToken': other },
      'code=x',
      "CSRF token from the 'X-Csrftoken' HTTP header incorrect.",
    ],
    [
      'a wrong masked header',
      { 'X-CSRFToken': other + other },
      'code=x',
      "CSRF token from the 'X-Csrftoken' HTTP header incorrect.",
    ],
    [
      'a header of another length',
      { 'X-CSRFToken': 'abc' },
      'code=x',
      "CSRF token from the 'X-Csrftoken' HTTP header has incorrect length.",
    ],
    [
      'a header of other characters',
      { 'X-CSRFToken': 'z'.repeat(32) },
      'code=x',
      "CSRF token from the 'X-Csrftoken' HTTP header has invalid characters.",
    ],
    ['a wrong field', {}, `code=x&csrfmiddlewaretoken=${other}`, 'CSRF token from POST incorrect.'],
  ];
  for (const [situation, headers, body, detail] of flaws) {
    it(`is refused with ${situation}: 403 without a challenge`, async () => {
      assert.deepEqual(await refusal(() => write(headers, body)), [403, null, `CSRF Failed: ${detail}`]);
    });
  }

  it('is refused without the cookie', async () => {
    const header = browser.csrfHeader;
    browser.cookies.delete('csrftoken');
    assert.deepEqual(await refusal(() => write(header)), [403, null, 'CSRF Failed: CSRF cookie not set.']);
  });

  it('is refused from another origin, whatever token it carries', async () => {
    for (const origin of ['https://evil.example', 'null', app.url.replace('127.0.0.1', 'sub.127.0.0.1')]) {
      const detail = `CSRF Failed: Origin checking failed - ${origin} does not match any trusted origins.`;
      assert.deepEqual(await refusal(() => write({ ...browser.csrfHeader, Origin: origin })), [
        403,
        null,
        detail,
      ]);
    }
  });

  it('is refused when the browser says that another site made it', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const [status] = await refusal(() => write({ ...browser.csrfHeader, 'Sec-Fetch-Site': site }));
      assert.equal(status, 403);
    }
  });

  it("is refused with the attacker's own valid token, planted as a cookie from a subdomain", async () => {
    const attacker = new Browser(app);
    await attacker.logIn(mallory);
    const planted = attacker.cookies.get('csrftoken') ?? '';
    browser.cookies.set('csrftoken', planted);
    const [status, , detail] = await refusal(() => write({ 'X-CSRFToken': planted }));
    assert.deepEqual(
      [status, detail],
      [403, "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect."],
    );
  });

  it('needs the CSRF token for every method but GET, HEAD, OPTIONS and TRACE', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal(
        (await (await browser.fetch('/snippets/', { method })).json()).detail,
        'CSRF Failed: CSRF token missing.',
        method,
      );
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      assert.equal((await browser.fetch('/snippets/', { method })).status, 200, method);
  });

  it('of the login form is refused without its token, and starts no session', async () => {
    const fresh = new Browser(app);
    await fresh.openLogin();
    const { username, password } = alice;
    const answer = await fresh.submit('/api-auth/login/', { username, password });
    assert.equal(answer.status, 403);
    assert.equal(fresh.cookies.has('sessionid'), false);
  });
});

describe('with BASE_URL set', () => {
  it('the origins of BASE_URL and TRUSTED_ORIGINS are accepted, the listen address is not', async () => {
    const env = {
      AUTH_SCHEMES: 'session',
      BASE_URL: 'https://snippets.example',
      TRUSTED_ORIGINS: 'https://pages.example',
    };
    const app = await startApp({ env });
    after(() => app.close());
    const alice = await app.addUser('alice');
    const browser = new Browser(app);
    const csrfmiddlewaretoken = await browser.openLogin();
    const { username, password } = alice;
    const fields = { username, password, csrfmiddlewaretoken };
    for (const [Origin, status] of [
      [app.url, 403],
      ['https://evil.example', 403],
      ['https://pages.example', 302],
    ] as const)
      assert.equal((await browser.submit('/api-auth/login/', fields, { Origin })).status, status, Origin);
    const write = {
      method: 'POST',
      body: 'code=x',
      headers: { ...FORM, ...browser.csrfHeader, Origin: 'https://snippets.example' },
    };
    assert.equal((await browser.fetch('/snippets/', write)).status, 201);
  });
});
