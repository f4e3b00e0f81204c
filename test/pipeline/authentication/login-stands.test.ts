/** Who is logging in while the password changes gets nothing that lasts. */
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { endLogins } from '#src/pipeline/authentication/end-logins.js';
import { hashPassword } from '#src/pipeline/authentication/passwords/password-hash.js';
import { startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import { Browser } from '../../helpers/browser.js';
import { describeOnBothStores } from '../../helpers/stores.js';

const LOGIN = '/api-auth/login/';

describeOnBothStores('a login on the old password', (store) => {
  let app: TestApp;
  let users = 0;
  before(async () => {
    app = await startApp({ store, env: { AUTH_SCHEMES: 'session,token,basic' } });
  });
  after(() => app.close());

  /** The password is stored anew, as `users set-password` does it, at the moment that the application calls the method. */
  function changePasswordAt<Name extends string>(
    t: TestContext,
    collection: Record<Name, (...args: never[]) => unknown>,
    method: Name,
    user: TestUser,
    password: string,
  ): void {
    const call = collection[method].bind(collection);
    const changeThenCall = async (...args: never[]) => {
      t.mock.restoreAll();
      const hash = await hashPassword(password);
      await app.store.users.updateOne({ _id: user.id }, { $set: { password: hash } });
      await endLogins(app.store, user.id);
      return call(...args);
    };
    t.mock.method(collection, method, changeThenCall);
  }

  const addUser = () => app.addUser(`user${++users}`);

  const submitLogin = async (browser: Browser, { username, password }: TestUser) => {
    const csrfmiddlewaretoken = await browser.openLogin();
    return browser.submit(LOGIN, { username, password, csrfmiddlewaretoken });
  };
  const askToken = ({ username, password }: TestUser) =>
    app.fetch('/api-token-auth/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
  const sessionsOf = ({ id }: TestUser) => app.store.sessions.countDocuments({ userId: id });

  it('opens no session', async (t) => {
    const user = await addUser();
    const browser = new Browser(app);
    changePasswordAt(t, app.store.sessions, 'updateOne', user, 'another');
    const answer = await submitLogin(browser, user);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /Please enter a correct username and password/);
    assert.equal(browser.cookies.has('sessionid'), false);
    assert.equal(await sessionsOf(user), 0);
  });

  it('does not bring back a session that ended before the response', async (t) => {
    const user = await addUser();
    const browser = new Browser(app);
    const { findOne } = app.store.users;
    let asked = 0;
    // The last question before the response: whether the login stands.
    t.mock.method(app.store.users, 'findOne', async (...args: Parameters<typeof findOne>) => {
      const found = await findOne.apply(app.store.users, args);
      if (++asked === 2) await endLogins(app.store, user.id);
      return found;
    });
    assert.equal((await submitLogin(browser, user)).status, 302);
    assert.equal(asked, 2);
    assert.equal(await sessionsOf(user), 0);
  });

  it('receives no token', async (t) => {
    const user = await addUser();
    changePasswordAt(t, app.store.tokens, 'findOne', user, 'another');
    const answer = await askToken(user);
    assert.equal(answer.status, 400);
    const { non_field_errors: errors } = await answer.json();
    assert.deepEqual(errors, ['Unable to log in with provided credentials.']);
  });

  it('succeeds when the same password was hashed again meanwhile', async (t) => {
    const user = await addUser();
    changePasswordAt(t, app.store.tokens, 'findOne', user, user.password);
    assert.equal((await askToken(user)).status, 200);
    const browser = new Browser(app);
    changePasswordAt(t, app.store.sessions, 'updateOne', user, user.password);
    assert.equal((await submitLogin(browser, user)).status, 302);
    assert.equal(await sessionsOf(user), 1);
  });
});
