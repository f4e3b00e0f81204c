import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { issueTokens } from '#src/pipeline/authentication/oauth2/tokens.js';
import { describeOnBothStores } from '../../../helpers/stores.js';
import { type OAuth2App, refusalOf, startOAuth2App } from './oauth2-app.js';

describeOnBothStores('an attacker', (store) => {
  let oauth2: OAuth2App;
  before(async () => {
    oauth2 = await startOAuth2App({ store });
    await oauth2.obtain(oauth2.login());
  });
  after(() => oauth2.app.close());

  const countTokens = async () => [
    await oauth2.app.store.oauth2AccessTokens.countDocuments(),
    await oauth2.app.store.oauth2RefreshTokens.countDocuments(),
  ];

  /** Nothing is issued, nothing revoked. */
  async function withoutEffect(attempt: () => Promise<void>): Promise<void> {
    const before = await countTokens();
    await attempt();
    assert.deepEqual(await countTokens(), before);
  }

  for (const field of ['client_id', 'client_secret', 'username', 'password', 'grant_type']) {
    for (const operator of ['[$ne]', '[$gt]', '[]', '[0]', '.$ne']) {
      it(`gets nothing by ${field}${operator}=`, () =>
        withoutEffect(async () => {
          const { [field]: _, ...rest } = oauth2.login();
          const [status] = await refusalOf(await oauth2.ask({ ...rest, [`${field}${operator}`]: '' }));
          assert.equal(status, field.startsWith('client') ? 401 : 400);
        }));
    }
  }

  it('finds nothing in a stolen store that is accepted as a credential', async () => {
    const { app, client } = oauth2;
    const rows: object[] = [
      ...(await app.store.oauth2Clients.find({}).toArray()),
      ...(await app.store.oauth2AccessTokens.find({}).toArray()),
      ...(await app.store.oauth2RefreshTokens.find({}).toArray()),
    ];
    const stolen = new Set(rows.flatMap((row) => Object.values(row)).map(String));
    assert.ok(stolen.size >= 8);
    assert.ok(!stolen.has(client.clientSecret));
    for (const value of stolen) {
      const secret = await oauth2.ask(oauth2.login({ client_secret: value }));
      assert.deepEqual(await refusalOf(secret), [401, 'invalid_client'], value);
      const token = value.replaceAll(' ', '');
      assert.equal(await oauth2.write(token), 401, value);
      const refresh = await oauth2.ask(oauth2.refresh(value));
      assert.equal((await refusalOf(refresh))[0], 400, value);
    }
  });

  it('does not learn whether a user exists', async () => {
    const answers = [];
    for (const username of ['alice', 'nobody'])
      answers.push(await (await oauth2.ask(oauth2.login({ username, password: 'guess' }))).text());
    assert.equal(answers[0], answers[1]);
  });

  it('gets no token with the old password while the password changes', () =>
    withoutEffect(async () => {
      const { app, alice, client } = oauth2;
      const user = await app.store.users.findOne({ username: alice.username });
      assert.ok(user);
      const login = {
        user: { ...user, password: 'what was stored a moment ago' },
        scopes: ['read'],
        familyId: 'of the race',
        spends: undefined,
        logInAgain: async () => undefined,
      };
      const issue = { clientId: client.clientId, scopes: ['read'], settings: app.settings };
      assert.equal(await issueTokens(app.store, login, issue), undefined);
    }));
});
