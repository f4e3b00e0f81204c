/** What was derived from a SECRET_KEY, or signed with it, ends with it, even what the old process still issues. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { issueToken } from '#src/pipeline/authentication/token.js';
import { changeSecretKey } from '#src/store/keys.js';
import { startApp, type TestApp, type TestUser, tokenHeader } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { temporaryFolder } from '../../helpers/service.js';
import { databaseOf, describeOnBothStores } from '../../helpers/stores.js';
import { type Credentials, issue, signed } from './oauth1/sign.js';
import { bearerHeader, startOAuth2App } from './oauth2-app.js';

const BASE_URL = 'https://snippets.example';
const OLD = 'the old secret key of these tests, of some length';
const NEW = 'the new secret key of these tests, of some length';
const JSON_TYPE = { 'Content-Type': 'application/json' };

const folder = await temporaryFolder();

describeOnBothStores('under a new SECRET_KEY', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let lateToken: string;
  let oauth1: Credentials;
  let accessToken: string;
  let browser: Browser;
  before(async () => {
    const database = await databaseOf(store);
    const place = database ? { MONGODB_URL: database } : { DATA_DIR: join(folder, 'data') };
    const env = { ...place, AUTH_SCHEMES: 'token,oauth1,oauth2,session', BASE_URL };
    const old = await startOAuth2App({ store, env: { ...env, SECRET_KEY: OLD } });
    ({ alice } = old);
    accessToken = (await old.obtain(old.login())).access_token;
    const before = new Browser(old.app);
    await before.logIn(alice);
    // What `secret rotate` does. The old process ends some seconds later, and issues until then.
    await old.app.store.tokens.deleteOne({ _id: alice.id });
    await changeSecretKey(old.app.store.meta, NEW);
    lateToken = (await issueToken(old.app.store, OLD, { _id: alice.id, logins: 1 })) ?? '';
    oauth1 = await issue(old.app, alice);
    await old.app.close();
    app = await startApp({ store, env: { ...env, SECRET_KEY: NEW } });
    browser = new Browser(app);
    for (const [name, value] of before.cookies) browser.cookies.set(name, value);
  });
  after(() => app.close());

  const body = JSON.stringify({ code: 'x' });
  const write = async (headers: Record<string, string>) => {
    const answer = await app.sendJson('POST', '/snippets/', { code: 'x' }, headers);
    return [answer.status, (await answer.json()).detail];
  };

  it("a user's token is invalid, also for reading, and the next request for one replaces it", async () => {
    assert.deepEqual(await write(tokenHeader({ token: lateToken })), [401, 'Invalid token.']);
    const read = await app.fetch('/users/', { headers: tokenHeader({ token: lateToken }) });
    assert.equal(read.status, 401);
    const fresh = await issueToken(app.store, NEW, { _id: alice.id, logins: 1 });
    assert.deepEqual(await write(tokenHeader({ token: fresh ?? '' })), [201, undefined]);
  });

  it('a signature with the secret of an OAuth 1.0a token is invalid', async () => {
    for (const signatureMethod of ['HMAC-SHA1', 'HMAC-SHA256'] as const) {
      const { headers } = signed(BASE_URL, oauth1, { json: { code: 'x' }, signatureMethod });
      assert.deepEqual(await write(headers), [401, 'Invalid OAuth consumer key, token or signature.']);
    }
  });

  it('a CSRF token of a page from before is refused, and the page loaded again has a good one', async () => {
    const submit = async (headers: Record<string, string>) => {
      const answer = await browser.fetch('/snippets/', {
        method: 'POST',
        body,
        headers: { ...JSON_TYPE, Origin: BASE_URL, ...headers },
      });
      return [answer.status, (await answer.json()).detail];
    };
    const refusal = "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect.";
    assert.deepEqual(await submit(browser.csrfHeader), [403, refusal]);
    // The session itself is a random id, and stays.
    await browser.fetch('/snippets/', { headers: { Accept: 'text/html' } });
    assert.deepEqual(await submit(browser.csrfHeader), [201, undefined]);
  });

  it('an OAuth 2.0 token, which is random, stays', async () => {
    assert.deepEqual(await write(bearerHeader(accessToken)), [201, undefined]);
  });
});
