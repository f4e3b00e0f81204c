/** A login that is issued while the password changes does not count afterwards, nor one from before. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { type keepNewest, setActive, setPassword } from '#src/authentication/logins.js';
import { issueToken } from '#src/authentication/token.js';
import { changeSecretKey } from '#src/store/keys.js';
import { basicHeader, startApp, type TestApp, type TestUser, tokenHeader, useApp } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { temporaryFolder } from '../helpers/service.js';
import { countOf, databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { issue, signed } from './oauth1/sign.js';
import { bearerHeader, startOAuth2App, useOAuth2App } from './oauth2-app.js';

/** `RACES=1000 npm test -- authentication/logins` */
const RACES = Number(process.env.RACES ?? 5);
const MOST = 50;
const BASE_URL = 'https://snippets.example';

describeOnBothStores('a login', (store) => {
  const env = { AUTH_SCHEMES: 'session,token,basic,oauth1,oauth2', BASE_URL };
  const oauth2 = useOAuth2App({ store, env });
  const { app } = oauth2;

  type Headers = Record<string, string>;
  const asUser = ({ username, password }: TestUser) => ({ username, password });

  const logIn = async (user: TestUser): Promise<Headers | undefined> => {
    const browser = new Browser(app);
    const { status } = await browser.tryLogIn(user);
    return status === 302 ? browser.headersOfScript : undefined;
  };
  const askToken = async (user: TestUser): Promise<Headers | undefined> => {
    const body = new URLSearchParams(asUser(user));
    const answer = await app.fetch('/api-token-auth/', { method: 'POST', body });
    return answer.status === 200 ? tokenHeader(await answer.json()) : undefined;
  };
  const grant = async (form: Record<string, string>) => {
    const answer = await oauth2.ask(form);
    return answer.status === 200 ? await answer.json() : undefined;
  };
  const bearer = async (form: Record<string, string>): Promise<Headers | undefined> => {
    const tokens = await grant(form);
    return tokens && bearerHeader(tokens.access_token);
  };
  const write = async (headers: Headers) => {
    const init = { method: 'POST', body: new URLSearchParams({ code: 'x' }), headers };
    return (await app.fetch('/snippets/', init)).status;
  };

  it(`does not count after a change of the password that came meanwhile, in ${RACES} races`, async () => {
    let user = await app.addUser('racing');
    let issued = 0;
    for (let race = 0; race < RACES; race += 1) {
      const { refresh_token } = await grant(oauth2.login(asUser(user)));
      const password = `password ${race}`;
      const change = async () => {
        // Hashing and verifying take about as long, so the change comes before, between or after the steps of a login.
        await new Promise((resolve) => setTimeout(resolve, (race * 11) % 55));
        await setPassword(app.store, user.id, password);
        return undefined;
      };
      const asked = [logIn(user), askToken(user), bearer(oauth2.login(asUser(user)))];
      const logins = await Promise.all([...asked, bearer(oauth2.refresh(refresh_token)), change()]);
      user = { ...user, password };
      for (const headers of logins) {
        if (headers === undefined) continue;
        issued += 1;
        assert.equal(await write(headers), 403, `race ${race}: ${Object.keys(headers)}`);
      }
      assert.equal(await write(basicHeader(user)), 201);
    }
    assert.ok(issued > 0, 'no login was under way during a change');
  });

  it('from before a new password ends with it in every form, and those after it count', async () => {
    const password = 'another password';
    let user = await app.addUser('changing');
    const { refresh_token } = await grant(oauth2.login(asUser(user)));
    const all = () => Promise.all([logIn(user), askToken(user), bearer(oauth2.login(asUser(user)))]);
    const earlier = await all();
    for (const headers of earlier) assert.equal(await write(headers ?? {}), 201);
    await setPassword(app.store, user.id, password);
    for (const headers of earlier) assert.equal(await write(headers ?? {}), 403);
    assert.equal(await bearer(oauth2.refresh(refresh_token)), undefined);
    user = { ...user, password };
    for (const headers of await all()) assert.equal(await write(headers ?? {}), 201);
  });

  it('keeps its text while its user is inactive, and is invalid when the user is activated again', async () => {
    const user = await app.addUser('sleeping');
    const detailOf = async (headers: Headers) =>
      (await (await app.fetch('/users/', { headers })).json()).detail;
    const [session, ofBearer] = [(await logIn(user)) ?? {}, (await bearer(oauth2.login(asUser(user)))) ?? {}];
    const consumer = await issue(app, user);
    const sign = () => signed(BASE_URL, consumer, { method: 'GET', path: '/users/' }).headers;
    const headers = () => [tokenHeader(user), ofBearer, sign()];
    await setActive(app.store, user.id, false);
    for (const each of headers()) assert.equal(await detailOf(each), 'User inactive or deleted.');
    await setActive(app.store, user.id, true);
    for (const each of headers()) assert.equal(await detailOf(each), 'Invalid token.');
    assert.equal(await write(session), 403);
    assert.equal(await detailOf(session), undefined, 'a session that ended counts as none');
  });

  for (const [situation, hoursAhead, lifetimeOfEarlier] of [
    ['', 0, 1],
    [', also after the lifetime was lowered', 0, 1000],
    [', also after the clock was set back', 24, 1],
  ] as const)
    it(`is one of the newest 50 of its user: a further one ends the oldest${situation}`, async () => {
      const user = await app.addUser(`busy${hoursAhead}-${lifetimeOfEarlier}`);
      const tokens = await grant(oauth2.login(asUser(user)));
      const first = [(await logIn(user)) ?? {}, bearerHeader(tokens.access_token)];
      const kept: Parameters<typeof keepNewest>[0][] = [app.store.sessions, app.store.oauth2Logins];
      for (const logins of kept) {
        const [row] = await logins.find({ userId: user.id }).toArray();
        assert.ok(row?.issued);
        const start = row.issued.getTime() + hoursAhead * 3_600_000;
        await logins.updateOne({ _id: row._id }, { $set: { issued: new Date(start) } });
        const others = Array.from({ length: MOST - 1 }, (_, i) => {
          const issued = new Date(start + i + 1);
          const expiresAt = new Date(Date.now() + 3_600_000 * lifetimeOfEarlier);
          const other = { ...row, _id: `${user.id} ${i}`, issued, expiresAt };
          return logins.insertOne(other);
        });
        await Promise.all(others);
      }
      for (const headers of first) assert.equal(await write(headers), 201);
      const last: (Headers | undefined)[] = [];
      for (let time = 0; time < 3; time += 1)
        last.push(await logIn(user), await bearer(oauth2.login(asUser(user))));
      for (const logins of kept) assert.equal(await countOf(logins, { userId: user.id }), MOST);
      for (const headers of first) assert.equal(await write(headers), 403);
      for (const headers of last) assert.equal(await write(headers ?? {}), 201);
    });
});

describeOnBothStores("a user's token", (store) => {
  const SECRET = 'a secret key that only tests of this project know';
  const app = useApp({ store });

  it('is 40 hexadecimal digits, another one for each user, and its hash alone is stored', async () => {
    const [one, two] = [await app.addUser('one'), await app.addUser('two')];
    assert.match(one.token, /^[0-9a-f]{40}$/);
    assert.notEqual(one.token, two.token);
    assert.equal(await issueToken(app.store, SECRET, { _id: one.id, logins: 1 }), one.token);
    assert.ok(!JSON.stringify(await app.store.tokens.findOne({ _id: one.id })).includes(one.token));
  });

  it('is not replaced by a login of an earlier epoch', async () => {
    const { id: _id } = await app.addUser('late');
    const current = await issueToken(app.store, SECRET, { _id, logins: 3 });
    assert.equal(await issueToken(app.store, SECRET, { _id, logins: 2 }), undefined);
    assert.equal(await issueToken(app.store, SECRET, { _id, logins: 3 }), current);
  });
});

/** What was derived from it, or signed with it, even what the old process still issues. */
describeOnBothStores('a new SECRET_KEY', (store) => {
  it('ends tokens and the forms of open pages, and no session or OAuth 2.0 token, which are random', async (t) => {
    const url = await databaseOf(store);
    const place =
      url === undefined ? { DATA_DIR: join(await temporaryFolder(), 'data') } : { MONGODB_URL: url };
    const env = { ...place, AUTH_SCHEMES: 'token,oauth2,session' };
    const [SECRET_KEY, NEW] = [`old ${'-'.repeat(40)}`, `new ${'-'.repeat(40)}`];
    const old = await startOAuth2App({ store, env: { ...env, SECRET_KEY } });
    const { access_token } = await old.obtain(old.login());
    const before = new Browser(old.app);
    await before.logIn(old.alice);
    // What `secret rotate` does. The old process ends some seconds later, and issues until then.
    const user = { _id: old.alice.id, logins: 1 };
    await old.app.store.tokens.deleteOne({ _id: user._id });
    await changeSecretKey(old.app.store.meta, NEW);
    const late = { token: (await issueToken(old.app.store, SECRET_KEY, user)) ?? '' };
    await old.app.close();

    const app = await startApp({ store, env: { ...env, SECRET_KEY: NEW } }, t);
    const browser = new Browser(app);
    for (const [name, value] of before.cookies) browser.cookies.set(name, value);
    const write = async (headers: Record<string, string>, by: Pick<TestApp, 'fetch'> = app) => {
      const body = new URLSearchParams({ code: 'x' });
      const answer = await by.fetch('/snippets/', { method: 'POST', body, headers });
      return [answer.status, (await answer.json()).detail];
    };
    assert.deepEqual(await write(tokenHeader(late)), [401, 'Invalid token.']);
    assert.equal((await app.fetch('/users/', { headers: tokenHeader(late) })).status, 401);
    const fresh = { token: (await issueToken(app.store, NEW, user)) ?? '' };
    assert.deepEqual(await write(tokenHeader(fresh)), [201, undefined]);
    const refusal = "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect.";
    assert.deepEqual(await write(browser.csrfHeader, browser), [403, refusal]);
    await browser.fetch('/snippets/', { headers: { Accept: 'text/html' } });
    assert.deepEqual(await write(browser.csrfHeader, browser), [201, undefined]);
    assert.deepEqual(await write(bearerHeader(access_token)), [201, undefined]);
  });
});
