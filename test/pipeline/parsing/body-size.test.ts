/** Every operation reads no more of a body than it can need, and decompresses for known users alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { basicHeader, startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { form, json } from './bodies.js';

const LOGIN_LIMIT = 16_384;
/** 12 bytes a code point of title, code, language and style, 64 for linenos, and 64 KiB for the rest. */
const LARGEST_SNIPPET = 1_200_000;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const tooLarge = (bytes: number) => ({ detail: `Request body is too large: at most ${bytes} bytes.` });

describe('the largest body', () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token,oauth2' } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  const post = (path: string, headers: Record<string, string>, body: string | Buffer) =>
    app.fetch(path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : Uint8Array.from(body),
    });

  for (const path of ['/api-token-auth/', '/oauth2/access_token/', '/api-auth/login/', '/api-auth/logout/']) {
    it(`at ${path} has 16 KiB`, async () => {
      const browser = new Browser(app);
      await browser.fetch('/api-auth/login/');
      const send = (bytes: number) =>
        browser.fetch(path, {
          method: 'POST',
          headers: { ...FORM, ...browser.csrfHeader },
          body: `next=&x=${'x'.repeat(bytes - 8)}`,
        });
      assert.notEqual((await send(LOGIN_LIMIT)).status, 413);
      const refused = await send(LOGIN_LIMIT + 1);
      assert.equal(refused.status, 413);
      assert.deepEqual(await refused.json(), tooLarge(LOGIN_LIMIT));
    });
  }

  it('of a snippet has room for every code point that fits, in its longest spelling', async () => {
    const escaped = (text: string) => `"${text.replaceAll('😀', '\\ud83d\\ude00')}"`;
    const [title, code] = ['😀'.repeat(100), '😀'.repeat(100_000)];
    const asJson = `{"title":${escaped(title)},"code":${escaped(code)}}`;
    const asForm = form('urlencoded', { title, code }).body;
    assert.ok(asJson.length > LARGEST_SNIPPET && asForm.length > LARGEST_SNIPPET);
    const credentials = basicHeader(alice);
    for (const [headers, body] of [
      [{ 'Content-Type': 'application/json' }, asJson],
      [FORM, asForm],
    ] as const) {
      const response = await post('/snippets/', { ...headers, ...credentials }, body);
      assert.equal(response.status, 201, await response.clone().text());
      assert.equal(((await response.json()) as { code: string }).code, code);
    }
  });

  it('of a snippet is below the MAX_BODY_BYTES of a deployment that sets none', async () => {
    const body = json({ code: 'x', ignored: 'x'.repeat(LARGEST_SNIPPET + 200_000) });
    const response = await post('/snippets/', { ...body.headers, ...basicHeader(alice) }, body.body);
    assert.equal(response.status, 413);
    const limit = Number(
      /at most (\d+) bytes/.exec(((await response.json()) as { detail: string }).detail)?.[1],
    );
    assert.ok(limit > LARGEST_SNIPPET && limit < 1_300_000, String(limit));
  });

  it('leaves a denial a denial: who may not write is told so, however large the body', async () => {
    const body = json({ code: 'x'.repeat(3_000_000) });
    assert.equal((await post('/snippets/', body.headers, body.body)).status, 403);
  });
});

describe('a compressed body', () => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'basic,session,token,oauth2' } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  const GZIP = { 'Content-Encoding': 'gzip' };
  const credentials = () => new URLSearchParams({ username: alice.username, password: alice.password });
  const compressed = (text: string) => Uint8Array.from(gzipSync(text));

  it('from somebody unknown is 415 at the token endpoint, and read from a known user', async () => {
    const init = { method: 'POST', headers: { ...FORM, ...GZIP }, body: compressed(`${credentials()}`) };
    const refused = await app.fetch('/api-token-auth/', init);
    assert.equal(refused.status, 415);
    assert.deepEqual(await refused.json(), { detail: 'Unsupported media type "gzip" in request.' });
    const known = await app.fetch('/api-token-auth/', {
      ...init,
      headers: { ...init.headers, ...basicHeader(alice) },
    });
    assert.equal(known.status, 200);
  });

  it('is refused at the OAuth 2.0 endpoint', async () => {
    const body = compressed('grant_type=password');
    const response = await app.fetch('/oauth2/access_token/', {
      method: 'POST',
      headers: { ...FORM, ...GZIP },
      body,
    });
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { error: string }).error, 'invalid_request');
  });

  it('counts as no fields where a form is read before the user is known', async () => {
    const browser = new Browser(app);
    await browser.fetch('/api-auth/login/');
    const token = browser.cookies.get('csrftoken') ?? '';
    const log = (headers: Record<string, string>) =>
      browser.fetch('/api-auth/login/', {
        method: 'POST',
        headers: { ...FORM, ...GZIP, ...headers },
        body: compressed(`${credentials()}&csrfmiddlewaretoken=${token}`),
      });
    const response = await log({});
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), { detail: 'CSRF Failed: CSRF token missing.' });
    assert.equal((await log({ 'X-CSRFToken': token })).status, 415);
    assert.equal(browser.cookies.get('sessionid'), undefined);
  });

  it('is read from a session whose token is in the header', async () => {
    const browser = new Browser(app);
    await browser.logIn(alice);
    const response = await browser.fetch('/snippets/', {
      method: 'POST',
      headers: { ...FORM, ...GZIP, ...browser.csrfHeader },
      body: compressed('code=x'),
    });
    assert.equal(response.status, 201);
  });
});
