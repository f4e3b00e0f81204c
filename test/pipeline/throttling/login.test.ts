/** The `login` bucket: how often a password may be guessed, by every way that takes one. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { addClient } from '#src/pipeline/authentication/oauth2/clients.js';
import { LOGIN_SENDER, senderKey } from '#src/pipeline/throttling/login-throttle.js';
import { basicHeader, startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { describeOnAnyStore } from '../../helpers/stores.js';

const SCHEMES = 'basic,token,session,oauth2';

type Attempt = (app: TestApp, username: string, password: string, from?: string) => Promise<Response>;

const sent = (from: string | undefined): Record<string, string> =>
  from === undefined ? {} : { 'X-Forwarded-For': from, 'X-Forwarded-Proto': 'https' };

const byBasic: Attempt = (app, username, password, from) =>
  app.fetch('/snippets/', { headers: { ...basicHeader({ username, password }), ...sent(from) } });

const byTokenEndpoint: Attempt = (app, username, password, from) =>
  app.fetch('/api-token-auth/', {
    method: 'POST',
    headers: sent(from),
    body: new URLSearchParams({ username, password }),
  });

const byLoginForm: Attempt = async (app, username, password, from) => {
  const page = await app.fetch('/api-auth/login/', { headers: sent(from) });
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await page.text())?.[1] ?? '';
  const Cookie = page.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return app.fetch('/api-auth/login/', {
    method: 'POST',
    headers: { Cookie, ...sent(from) },
    body: new URLSearchParams({ username, password, csrfmiddlewaretoken }),
  });
};

const byOAuth2: Attempt = async (app, username, password, from) => {
  const { clientId: client_id, clientSecret: client_secret } = await addClient(app.store, 'editor');
  return app.fetch('/oauth2/access_token/', {
    method: 'POST',
    headers: sent(from),
    body: new URLSearchParams({ grant_type: 'password', username, password, client_id, client_secret }),
  });
};

const WAYS: [name: string, attempt: Attempt, wrong: number, right: number][] = [
  ['HTTP Basic', byBasic, 401, 200],
  ['the token endpoint', byTokenEndpoint, 400, 200],
  ['the OAuth 2.0 endpoint', byOAuth2, 400, 200],
  ['the login form', byLoginForm, 200, 302],
];

describeOnAnyStore('guessing a password', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let cases = 0;
  before(async () => {
    const env = { AUTH_SCHEMES: SCHEMES, THROTTLE_RATES: 'login=3/hour', TRUST_PROXY: '1' };
    app = await startApp({ store, env });
  });
  after(() => app.close());

  /** Every case has a user of its own. */
  beforeEach(async () => {
    cases += 1;
    alice = await app.addUser(`alice${cases}`);
  });

  for (const [name, attempt, wrong, right] of WAYS) {
    it(`by ${name} is 429 after as many failures as the rate allows, for the right password too`, async () => {
      for (let i = 0; i < 3; i += 1)
        assert.equal((await attempt(app, alice.username, `guess ${i}`)).status, wrong);
      const refused = await attempt(app, alice.username, 'guess');
      assert.equal(refused.status, 429);
      const seconds = refused.headers.get('Retry-After');
      assert.ok(Number(seconds) > 3590 && Number(seconds) <= 3600);
      const { detail } = await refused.json();
      assert.equal(detail, `Request was throttled. Expected available in ${seconds} seconds.`);
      assert.equal((await attempt(app, alice.username, alice.password)).status, 429);
    });

    it(`by ${name} counts failures alone`, async () => {
      for (let i = 0; i < 2; i += 1)
        assert.equal((await attempt(app, alice.username, 'wrong')).status, wrong);
      for (let i = 0; i < 5; i += 1)
        assert.equal((await attempt(app, alice.username, alice.password)).status, right);
      assert.equal((await attempt(app, alice.username, 'wrong')).status, wrong);
      assert.equal((await attempt(app, alice.username, 'wrong')).status, 429);
    });
  }

  it('is counted over all ways together', async () => {
    for (const [, attempt, wrong] of WAYS.slice(0, 3))
      assert.equal((await attempt(app, alice.username, 'wrong')).status, wrong);
    for (const [, attempt] of WAYS) assert.equal((await attempt(app, alice.username, 'wrong')).status, 429);
  });

  it('of an unknown or inactive user is refused in the same way', async () => {
    await app.addUser('inactive', 'secret');
    await app.store.users.updateOne({ username: 'inactive' }, { $set: { active: false } });
    for (const [name, password] of [
      ['nobody', 'x'],
      ['inactive', 'wrong'],
      ['inactive', 'secret'],
    ] as const) {
      // One address each, so that the cases do not meet.
      const from = `192.0.2.${name.length + password.length}`;
      const seen: number[] = [];
      for (let i = 0; i < 4; i += 1) seen.push((await byBasic(app, name, password, from)).status);
      assert.deepEqual(seen, [401, 401, 401, 429], `${name}:${password}`);
    }
  });

  it('of one user from one address leaves other users and other addresses alone', async () => {
    const bob = await app.addUser('bob');
    for (let i = 0; i < 4; i += 1) await byBasic(app, alice.username, 'wrong', '192.0.2.1');
    assert.equal((await byBasic(app, alice.username, alice.password, '192.0.2.1')).status, 429);
    assert.equal((await byBasic(app, 'bob', bob.password, '192.0.2.1')).status, 200);
    assert.equal((await byBasic(app, alice.username, alice.password, '192.0.2.2')).status, 200);
  });

  it('of many users from one address ends at 50 times the rate', async () => {
    const from = '192.0.2.200';
    assert.equal((await byBasic(app, 'name1', 'guess', from)).status, 401);
    const _id = `${LOGIN_SENDER}:${senderKey(from)}`;
    const { matchedCount } = await app.store.throttles.updateOne(
      { _id, points: 1 },
      { $set: { points: 149 } },
    );
    assert.equal(matchedCount, 1);
    assert.equal((await byBasic(app, 'name150', 'guess', from)).status, 401);
    assert.equal((await byBasic(app, 'one-more-name', 'guess', from)).status, 429);
    assert.equal((await byBasic(app, alice.username, alice.password, from)).status, 429);
    assert.equal((await byBasic(app, alice.username, alice.password, '192.0.2.201')).status, 200);
  });

  it('under another spelling of the same name is counted as one', async () => {
    for (const name of [alice.username, alice.username.replace('a', 'ａ'), ` ${alice.username}`])
      await byTokenEndpoint(app, name, 'wrong');
    assert.equal((await byTokenEndpoint(app, alice.username, 'wrong')).status, 429);
  });

  it('gives no more guesses in parallel than one after another', async () => {
    const guesses = Array.from({ length: 12 }, (_, i) => byBasic(app, alice.username, `guess ${i % 4}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 401).length, 3);
    assert.equal(statuses.filter((status) => status === 429).length, 9);
  });

  it('does not lock out a password that was right a moment ago', async () => {
    assert.equal((await byBasic(app, alice.username, alice.password)).status, 200);
    for (let i = 0; i < 5; i += 1) await byBasic(app, alice.username, 'wrong');
    assert.equal((await byBasic(app, alice.username, 'wrong')).status, 429);
    assert.equal((await byBasic(app, alice.username, alice.password)).status, 200);
  });

  it('does not include many simultaneous requests with the right password', async () => {
    const requests = Array.from({ length: 12 }, () => byBasic(app, alice.username, alice.password));
    assert.deepEqual([...new Set((await Promise.all(requests)).map(({ status }) => status))], [200]);
  });

  it('leaves no name and no address in the store', async () => {
    await byBasic(app, alice.username, 'wrong', '192.0.2.77');
    const all = { sort: { _id: 1 }, limit: 1000 } as const;
    const stored = JSON.stringify(await app.store.throttles.find({ _id: { $gt: '' } }, all).toArray());
    assert.doesNotMatch(stored, /alice|192\.0\.2\.77/);
  });
});

describe('the login paths', () => {
  it('are counted by failures alone: the rates anon and user do not touch them', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: 'anon=1/hour', AUTH_SCHEMES: SCHEMES } });
    const alice = await app.addUser('alice');
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await byTokenEndpoint(app, 'alice', alice.password)).status, 200);
      assert.equal((await byLoginForm(app, 'alice', alice.password)).status, 302);
    }
    await app.close();
  });

  it('are limited to 20 failures a minute when the operator says nothing', async () => {
    const app = await startApp({ env: { THROTTLE_RATES: '' } });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await byTokenEndpoint(app, 'alice', 'wrong')).status);
    assert.deepEqual(statuses, [...Array<number>(20).fill(400), 429]);
    await app.close();
  });
});
