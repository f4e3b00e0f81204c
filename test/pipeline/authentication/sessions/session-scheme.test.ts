import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { PermissionDenied } from '#src/errors/index.js';
import type { AuthenticationRequest } from '#src/extension.js';
import { session } from '#src/pipeline/authentication/sessions/session-scheme.js';
import { startApp, type TestApp, type TestUser } from '../../../helpers/app.js';
import { describeOnBothStores } from '../../../helpers/stores.js';

describeOnBothStores('the session scheme', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let bob: TestUser;
  before(async () => {
    app = await startApp({ store });
    [bob, alice] = [await app.addUser('bob'), await app.addUser('alice')];
  });
  after(() => app.close());

  /** The part of a request that the scheme looks at. */
  async function authenticate(live: { userId: number } | undefined, checkCsrf = async () => {}) {
    const varied: string[] = [];
    const request = { session: live, vary: (name: string) => varied.push(name) };
    // What a request has besides is none of this scheme's business.
    const scheme = session(app.store, checkCsrf);
    const identity = await scheme.authenticate(request as unknown as AuthenticationRequest);
    assert.deepEqual(varied, ['Cookie']);
    return identity;
  }

  it('finds the user of a live session', async () => {
    for (const { id, username } of [alice, bob]) {
      assert.deepEqual(await authenticate({ userId: id }), { user: { id, username }, auth: null });
    }
  });

  it('is not attempted without one', async () => {
    const refuse = () => assert.fail('no user, no check');
    assert.equal(await authenticate(undefined, refuse), undefined);
  });

  it('is not attempted for a user who is deactivated or deleted', async () => {
    const refuse = () => assert.fail('no user, no check');
    const { id } = await app.addUser('carol');
    await app.store.users.updateOne({ _id: id }, { $set: { active: false } });
    for (const userId of [id, 999]) assert.equal(await authenticate({ userId }, refuse), undefined);
  });

  it('fails when the CSRF check fails, and has no challenge', async () => {
    const refuse = () => Promise.reject(new PermissionDenied());
    await assert.rejects(authenticate({ userId: alice.id }, refuse), PermissionDenied);
    const scheme = session(app.store, refuse);
    assert.deepEqual([scheme.name, scheme.challenge], ['session', undefined]);
  });
});
