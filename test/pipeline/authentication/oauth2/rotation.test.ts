import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLogins } from '#src/pipeline/authentication/end-logins.js';
import { addClient, deleteClient } from '#src/pipeline/authentication/oauth2/clients.js';
import { describeOnBothStores } from '../../../helpers/stores.js';
import { type OAuth2App, refusalOf, startOAuth2App } from './oauth2-app.js';

describeOnBothStores('a refresh token', (store) => {
  let oauth2: OAuth2App;
  before(async () => {
    oauth2 = await startOAuth2App({ store });
  });
  after(() => oauth2.app.close());

  const refused = async (refreshToken: string, more = {}) =>
    assert.deepEqual(await refusalOf(await oauth2.ask(oauth2.refresh(refreshToken, more))), [
      400,
      'invalid_grant',
    ]);

  it('is exchanged for new tokens, and the access token before it stays good', async () => {
    const first = await oauth2.obtain(oauth2.login());
    const second = await oauth2.obtain(oauth2.refresh(first.refresh_token));
    assert.notEqual(second.access_token, first.access_token);
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(second.scope, 'read write');
    assert.deepEqual(await Promise.all([first, second].map((t) => oauth2.write(t.access_token))), [201, 201]);
    await oauth2.obtain(oauth2.refresh(second.refresh_token));
  });

  it('is good once: its second use ends every token of the family, and of no other', async () => {
    const other = await oauth2.obtain(oauth2.login());
    const first = await oauth2.obtain(oauth2.login());
    const second = await oauth2.obtain(oauth2.refresh(first.refresh_token));
    const third = await oauth2.obtain(oauth2.refresh(second.refresh_token));
    await refused(first.refresh_token);
    for (const { access_token } of [first, second, third])
      assert.equal(await oauth2.write(access_token), 401);
    await refused(third.refresh_token);
    assert.equal(await oauth2.write(other.access_token), 201);
    await oauth2.obtain(oauth2.refresh(other.refresh_token));
  });

  it('is accepted from one of several simultaneous requests', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token } = await oauth2.obtain(oauth2.login());
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => oauth2.ask(oauth2.refresh(refresh_token))),
      );
      const won = answers.filter(({ status }) => status === 200);
      assert.ok(won.length <= 1, `${won.length} won`);
      for (const response of won) {
        const tokens = (await response.json()) as { access_token: string; refresh_token: string };
        assert.equal(await oauth2.write(tokens.access_token), 401);
        await refused(tokens.refresh_token);
      }
    }
  });

  it('narrows its scope and never widens it; asking for too much does not cost it', async () => {
    const wide = await oauth2.obtain(oauth2.login());
    const narrow = await oauth2.obtain(oauth2.refresh(wide.refresh_token, { scope: 'read' }));
    assert.equal(narrow.scope, 'read');
    assert.equal(await oauth2.write(narrow.access_token), 403);
    for (const scope of ['write', 'read write', 'admin']) {
      const response = await oauth2.ask(oauth2.refresh(narrow.refresh_token, { scope }));
      assert.deepEqual(await refusalOf(response), [400, 'invalid_scope']);
    }
    assert.equal((await oauth2.obtain(oauth2.refresh(narrow.refresh_token))).scope, 'read');
  });

  it('is refused from another client and stays valid for its own', async () => {
    const other = await addClient(oauth2.app.store, 'other');
    const { refresh_token } = await oauth2.obtain(oauth2.login());
    await refused(refresh_token, { client_id: other.clientId, client_secret: other.clientSecret });
    await oauth2.obtain(oauth2.refresh(refresh_token));
  });

  it('is no access token, and an access token is no refresh token', async () => {
    const { access_token, refresh_token } = await oauth2.obtain(oauth2.login());
    assert.equal(await oauth2.write(refresh_token), 401);
    await refused(access_token);
  });

  it('ends when its client is deleted', async () => {
    const { app } = oauth2;
    const client = await addClient(app.store, 'short-lived');
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
    const tokens = await oauth2.obtain(oauth2.login(credentials));
    assert.equal(await deleteClient(app.store, client.clientId), true);
    assert.equal(await oauth2.write(tokens.access_token), 401);
    const response = await oauth2.ask(oauth2.refresh(tokens.refresh_token, credentials));
    assert.deepEqual(await refusalOf(response), [401, 'invalid_client']);
    assert.equal(await app.store.oauth2RefreshTokens.countDocuments({ clientId: client.clientId }), 0);
  });

  it("ends with the user's logins, and another user's do not", async () => {
    const bob = await oauth2.app.addUser('bob');
    const ofBob = await oauth2.obtain(oauth2.login({ username: 'bob', password: bob.password }));
    const ofAlice = await oauth2.obtain(oauth2.login());
    await endLogins(oauth2.app.store, bob.id);
    assert.equal(await oauth2.write(ofBob.access_token), 401);
    await refused(ofBob.refresh_token);
    assert.equal(await oauth2.write(ofAlice.access_token), 201);
  });

  it('does not serve an inactive user', async () => {
    const { store: collections } = oauth2.app;
    const carol = await oauth2.app.addUser('carol');
    const tokens = await oauth2.obtain(oauth2.login({ username: 'carol', password: carol.password }));
    await collections.users.updateOne({ _id: carol.id }, { $set: { active: false } });
    await refused(tokens.refresh_token);
    assert.equal(await oauth2.write(tokens.access_token), 401);
    const login = await oauth2.ask(oauth2.login({ username: 'carol', password: carol.password }));
    assert.deepEqual(await refusalOf(login), [400, 'invalid_grant']);
  });
});

describeOnBothStores('lifetimes', (store) => {
  it('are settings and end on time, even before the store removes the tokens', async () => {
    const oauth2 = await startOAuth2App({
      store,
      env: { OAUTH2_ACCESS_TOKEN_SECONDS: '1', OAUTH2_REFRESH_TOKEN_SECONDS: '2' },
    });
    // The first write loads what a start leaves out.
    await oauth2.write((await oauth2.obtain(oauth2.login())).access_token);
    const tokens = await oauth2.obtain(oauth2.login());
    assert.equal(tokens.expires_in, 1);
    const issued = Date.now();
    assert.equal(await oauth2.write(tokens.access_token), 201);
    await sleep(issued + 1001 - Date.now());
    assert.equal(await oauth2.write(tokens.access_token), 401);
    const renewed = await oauth2.obtain(oauth2.refresh(tokens.refresh_token));
    await sleep(2001);
    const late = await oauth2.ask(oauth2.refresh(renewed.refresh_token));
    assert.deepEqual(await refusalOf(late), [400, 'invalid_grant']);
    await oauth2.app.close();
  });
});
