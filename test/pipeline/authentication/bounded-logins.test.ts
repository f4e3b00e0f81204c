/** What logins leave in the store has a bound, and an end that no clock can put off. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { hashKey } from '#src/store/hash-key.js';
import { startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnBothStores } from '../../helpers/stores.js';
import { type OAuth2App, refusalOf, startOAuth2App, type Tokens } from './oauth2/oauth2-app.js';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const MOST = 50;
const MOST_OF_FAMILY = 20;

describeOnBothStores('the sessions of a user', (store) => {
  let app: TestApp;
  let alice: TestUser;
  before(async () => {
    app = await startApp({ store, env: { AUTH_SCHEMES: 'session', THROTTLE_RATES: 'none' } });
    alice = await app.addUser('alice');
  });
  after(() => app.close());

  const logIn = async () => {
    const browser = new Browser(app);
    await browser.logIn(alice, '/users/');
    return browser;
  };
  const isKnown = async (browser: Browser) =>
    (await (await browser.fetch('/users/', { headers: { Accept: 'text/html' } })).text()).includes('Log out');

  it('are the newest 50', async () => {
    const [oldest, second] = [await logIn(), await logIn()];
    const [newest] = await app.store.sessions
      .find({ userId: alice.id })
      .toArray()
      .then((all) => all.toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime()));
    assert.ok(newest);
    // More logins after these two, and before the last one.
    const expiresAt = new Date(newest.expiresAt.getTime() + 1);
    for (let i = 2; i < MOST; i += 1)
      await app.store.sessions.insertOne({ ...newest, _id: `${i}`, expiresAt });
    const last = await logIn();
    assert.equal(await app.store.sessions.countDocuments({ userId: alice.id }), MOST);
    assert.deepEqual(await Promise.all([oldest, second, last].map(isKnown)), [false, true, true]);
  });

  it('do not live longer than 14 days because a clock was ahead when they were made', async () => {
    const browser = await logIn();
    assert.equal(await isKnown(browser), true);
    const _id = hashKey(browser.cookies.get('sessionid') ?? '');
    const expiresAt = new Date(Date.now() + YEAR_MS);
    const { matchedCount } = await app.store.sessions.updateOne({ _id }, { $set: { expiresAt } });
    assert.equal(matchedCount, 1);
    assert.equal(await isKnown(browser), false);
    // It counts as the oldest of 50, so that it does not push out those that are good.
    await logIn();
    assert.equal(await app.store.sessions.findOne({ _id }), null);
  });
});

describeOnBothStores('the OAuth 2.0 tokens of a user', (store) => {
  let oauth2: OAuth2App;
  before(async () => {
    oauth2 = await startOAuth2App({ store, env: { THROTTLE_RATES: 'none' } });
  });
  after(() => oauth2.app.close());

  const count = async () => {
    const { oauth2AccessTokens, oauth2RefreshTokens } = oauth2.app.store;
    const userId = oauth2.alice.id;
    return [
      await oauth2AccessTokens.countDocuments({ userId }),
      await oauth2RefreshTokens.countDocuments({ userId }),
    ];
  };

  let added = 0;
  /** As if they had been issued some milliseconds after the tokens of a login. */
  async function addTokens(to: Tokens, later: number, more: { familyId?: string } = {}): Promise<void> {
    const { oauth2AccessTokens, oauth2RefreshTokens } = oauth2.app.store;
    const access = await oauth2AccessTokens.findOne({ _id: hashKey(to.access_token) });
    const refresh = await oauth2RefreshTokens.findOne({ _id: hashKey(to.refresh_token) });
    assert.ok(access && refresh);
    added += 1;
    const changed = ({ expiresAt }: { expiresAt: Date }) => ({
      _id: `added ${added}`,
      expiresAt: new Date(expiresAt.getTime() + later),
      ...more,
    });
    await oauth2AccessTokens.insertOne({ ...access, ...changed(access) });
    await oauth2RefreshTokens.insertOne({ ...refresh, ...changed(refresh) });
  }

  it('are those of the newest 50 logins', async () => {
    const first = await oauth2.obtain(oauth2.login());
    for (let i = 1; i < MOST; i += 1) await addTokens(first, 1, { familyId: `${i}` });
    const last = await oauth2.obtain(oauth2.login());
    assert.deepEqual(await count(), [MOST, MOST]);
    assert.deepEqual(
      [await oauth2.write(first.access_token), await oauth2.write(last.access_token)],
      [401, 201],
    );
  });

  it('are the newest 20 of a login, however often it is refreshed', async () => {
    await oauth2.app.store.oauth2RefreshTokens.deleteMany({ userId: oauth2.alice.id });
    await oauth2.app.store.oauth2AccessTokens.deleteMany({ userId: oauth2.alice.id });
    const first = await oauth2.obtain(oauth2.login());
    for (let i = 0; i < MOST_OF_FAMILY + 5; i += 1) await addTokens(first, -1);
    const tokens = await oauth2.obtain(oauth2.refresh(first.refresh_token));
    assert.deepEqual(await count(), [MOST_OF_FAMILY, MOST_OF_FAMILY]);
    assert.equal(await oauth2.write(tokens.access_token), 201);
  });

  it('do not live longer than their lifetime because a clock was ahead when they were issued', async () => {
    const { access_token, refresh_token } = await oauth2.obtain(oauth2.login());
    const change = { $set: { expiresAt: new Date(Date.now() + 2 * YEAR_MS) } };
    await oauth2.app.store.oauth2AccessTokens.updateOne({ _id: hashKey(access_token) }, change);
    await oauth2.app.store.oauth2RefreshTokens.updateOne({ _id: hashKey(refresh_token) }, change);
    assert.equal(await oauth2.write(access_token), 401);
    assert.deepEqual(await refusalOf(await oauth2.ask(oauth2.refresh(refresh_token))), [
      400,
      'invalid_grant',
    ]);
  });

  it('are not ended by those of a longer lifetime, which do not hold', async () => {
    const first = await oauth2.obtain(oauth2.login());
    for (let i = 0; i < MOST; i += 1) await addTokens(first, YEAR_MS, { familyId: `longer ${i}` });
    const last = await oauth2.obtain(oauth2.login());
    assert.equal(await oauth2.write(last.access_token), 201);
    await oauth2.obtain(oauth2.refresh(last.refresh_token));
  });
});
