/** Writes with credentials that a browser sends by itself: a session needs its token, and both need the right origin. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { basicHeader, startApp, tokenHeader, useApp, useUser } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { countOf } from '../helpers/stores.js';

type Headers = Record<string, string>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const FOREIGN = 'https://evil.example';
const HEADER = "CSRF token from the 'X-Csrftoken' HTTP header";
const wrongOrigin = (named: string) =>
  `Origin checking failed - ${named} does not match any trusted origins.`;

describe('a write', () => {
  let browser: Browser;
  const env = { TRUSTED_ORIGINS: 'https://trusted.example', CORS_ORIGINS: 'https://app.example' };
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic,token', ...env } });
  const alice = useUser(app, 'alice');
  const mallory = useUser(app, 'mallory');
  beforeEach(async () => {
    browser = new Browser(app);
    await browser.logIn(alice);
  });

  const write = (headers: Headers, body = 'code=x') =>
    browser.fetch('/snippets/', { method: 'POST', body, headers: { ...FORM, ...headers } });
  const writeByBasic = (headers: Headers, user: { username: string; password: string } = alice) =>
    app.fetch('/snippets/', {
      method: 'POST',
      body: 'code=x',
      headers: { ...basicHeader(user), ...FORM, ...headers },
    });
  const WAYS = {
    'a session': (headers: Headers) => write({ ...browser.csrfHeader, ...headers }),
    Basic: (headers: Headers) => writeByBasic(headers),
  };

  /** 403 without a challenge, and nothing stored. */
  async function refused(send: () => Promise<Response>, detail: string): Promise<void> {
    const count = await countOf(app.store.snippets);
    const answer = await send();
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [403, null]);
    assert.deepEqual(await answer.json(), { detail: `CSRF Failed: ${detail}` });
    assert.equal(await countOf(app.store.snippets), count);
  }

  it('by a session is accepted with the token in a header or in a form field', async () => {
    const byHeader = await write(browser.csrfHeader);
    const byField = await write({}, `code=x&csrfmiddlewaretoken=${browser.cookies.get('csrftoken')}`);
    assert.deepEqual([byHeader.status, byField.status], [201, 201]);
    assert.equal((await byHeader.json()).owner, 'alice');
  });

  const other = 'f'.repeat(32);
  for (const [situation, header, field, detail] of [
    ['no token', undefined, '', 'CSRF token missing.'],
    ['an empty header', '', '', 'CSRF token missing.'],
    ['a wrong header', other, '', `${HEADER} incorrect.`],
    ['a wrong masked header', other + other, '', `${HEADER} incorrect.`],
    ['a header of another length', 'abc', '', `${HEADER} has incorrect length.`],
    ['a header of other characters', 'z'.repeat(32), '', `${HEADER} has invalid characters.`],
    ['a wrong field', undefined, `&csrfmiddlewaretoken=${other}`, 'CSRF token from POST incorrect.'],
  ] as const)
    it(`by a session is refused with ${situation}`, () =>
      refused(() => write(header === undefined ? {} : { 'X-CSRFToken': header }, `code=x${field}`), detail));

  it('by a session is 413 or 400 when its form cannot be read for the token', async () => {
    const tooLarge = await write({}, `code=x&x=${'x'.repeat(2_097_152)}`);
    const broken = await write({}, 'code=%FF');
    assert.deepEqual([tooLarge.status, broken.status], [413, 400]);
    assert.deepEqual(await broken.json(), { detail: 'Form parse error - the body is not valid UTF-8' });
  });

  it('by a session is refused without the cookie', async () => {
    const header = browser.csrfHeader;
    browser.cookies.delete('csrftoken');
    await refused(() => write(header), 'CSRF cookie not set.');
  });

  it("by a session is refused with the attacker's own token, planted as a cookie from a subdomain", async () => {
    const attacker = new Browser(app);
    await attacker.logIn(mallory);
    const planted = attacker.cookies.get('csrftoken') ?? '';
    browser.cookies.set('csrftoken', planted);
    await refused(() => write({ 'X-CSRFToken': planted }), `${HEADER} incorrect.`);
  });

  it('by a session needs the token for every method but GET, HEAD, OPTIONS and TRACE', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      await refused(() => browser.fetch('/snippets/', { method }), 'CSRF token missing.');
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      assert.equal((await browser.fetch('/snippets/', { method })).status, 200, method);
  });

  for (const [name, send] of Object.entries(WAYS)) {
    it(`by ${name} from a page of another site is refused, whatever token it carries`, async () => {
      const subdomain = app.url.replace('127.0.0.1', 'sub.127.0.0.1');
      for (const origin of [FOREIGN, 'null', subdomain])
        await refused(() => send({ Origin: origin }), wrongOrigin(origin));
      for (const site of ['cross-site', 'same-site'])
        await refused(() => send({ 'Sec-Fetch-Site': site }), wrongOrigin(site));
    });

    it(`by ${name} passes from the pages of the service, of trusted origins, and from programs`, async () => {
      for (const headers of [
        ...[app.url, 'https://trusted.example'].map((Origin) => ({ Origin })),
        ...['same-origin', 'none'].map((site) => ({ 'Sec-Fetch-Site': site })),
        {},
      ])
        assert.equal((await send(headers)).status, 201, JSON.stringify(headers));
    });
  }

  it('by Basic passes from an origin of CORS_ORIGINS', async () => {
    // By fetch itself: the headers of CORS are not in the contract.
    const headers = { ...basicHeader(alice), ...FORM, Origin: 'https://app.example' };
    assert.equal(
      (await fetch(`${app.url}/snippets/`, { method: 'POST', headers, body: 'code=x' })).status,
      201,
    );
  });

  it('by Basic is refused before the password is checked, so another site cannot use up the attempts', () =>
    refused(
      () => writeByBasic({ Origin: FOREIGN }, { username: 'alice', password: 'wrong' }),
      wrongOrigin(FOREIGN),
    ));

  it('by a token, which no browser sends by itself, and a read pass from every origin', async () => {
    const headers = { ...tokenHeader(alice), Origin: FOREIGN };
    assert.equal((await app.sendJson('POST', '/snippets/', { code: 'x' }, headers)).status, 201);
    const read = await app.fetch('/snippets/', { headers: { ...basicHeader(alice), Origin: FOREIGN } });
    assert.equal(read.status, 200);
  });

  it('of the login form is refused without its token, and starts no session', async () => {
    const fresh = new Browser(app);
    await fresh.openLogin();
    const { username, password } = alice;
    const answer = await fresh.submit('/api-auth/login/', { username, password });
    assert.deepEqual([answer.status, fresh.cookies.has('sessionid')], [403, false]);
  });
});

it('with BASE_URL set its origin and TRUSTED_ORIGINS are accepted, the listen address is not', async (t) => {
  const origins = { BASE_URL: 'https://snippets.example', TRUSTED_ORIGINS: 'https://pages.example' };
  const app = await startApp({ env: { AUTH_SCHEMES: 'session', ...origins } }, t);
  const { username, password } = await app.addUser('alice');
  const browser = new Browser(app);
  const fields = { username, password, csrfmiddlewaretoken: await browser.openLogin() };
  for (const [Origin, status] of [
    [app.url, 403],
    [FOREIGN, 403],
    ['https://pages.example', 302],
  ] as const)
    assert.equal((await browser.submit('/api-auth/login/', fields, { Origin })).status, status, Origin);
  const headers = { ...FORM, ...browser.csrfHeader, Origin: 'https://snippets.example' };
  const written = await browser.fetch('/snippets/', { method: 'POST', body: 'code=x', headers });
  assert.equal(written.status, 201);
});
