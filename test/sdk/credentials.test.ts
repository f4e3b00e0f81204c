// Credentials reach the service by their own scheme and by no other; OAuth 2.0 tokens are fetched and renewed once.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  BadRequestError,
  basic,
  bearer,
  type Credentials,
  CredentialsError,
  createClient,
  oauth1,
  oauth2,
  session,
  token,
} from 'snippet-store/sdk';
import { type OAuth2App, startOAuth2App } from '../pipeline/authentication/oauth2-app.js';
import { type Fault, startSpoilingProxy } from './spoiling-proxy.js';
import { answers, findClosedUrl, greeting, startClient } from './start-server.js';

const encode = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('credentials', () => {
  const kinds: [string, Credentials | undefined, string | undefined][] = [
    ['none', undefined, undefined],
    ['Basic in UTF-8', basic('Żółw', 'open:sesame 🐢'), encode('Żółw:open:sesame 🐢')],
    ['Token', token('9944b091'), 'Token 9944b091'],
    ['Bearer', bearer('2YotnFZF'), 'Bearer 2YotnFZF'],
    ['a function', async (scheme) => (scheme === 'oauth2' ? 'Bearer own' : undefined), 'Bearer own'],
    [
      'a signer',
      oauth1(async (request) => `OAuth ${request.method} ${await request.text()}`),
      'OAuth POST {"code":"x"}',
    ],
  ];
  for (const [name, auth, expected] of kinds) {
    it(`are sent anew with each attempt, and to no operation that knows no scheme: ${name}`, async (test) => {
      const later = answers(503, { detail: 'Later.' });
      const { store, received } = await startClient(test, [later, answers(201, greeting)], { auth });
      await store.createSnippet({ code: 'x' });
      await store.withResponse.getLiveness().catch(() => {});
      assert.deepEqual(
        received.slice(0, 3).map(({ headers }) => [headers.authorization, headers.cookie]),
        [
          [expected, undefined],
          [expected, undefined],
          [undefined, undefined],
        ],
      );
    });
  }

  it('of a user are never sent as those of an OAuth 2.0 client', async (test) => {
    const { store, received } = await startClient(test, [answers(200, {})], {
      auth: basic('alice', 'secret'),
    });
    await store.createAccessToken({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'editor' });
    assert.equal(received[0]?.headers.authorization, undefined);
    assert.equal(received[0]?.body, 'grant_type=refresh_token&client_id=editor&refresh_token=r');
  });

  it('that cannot be sent are refused at once, without naming them', () => {
    const withoutTheKey = (error: Error) => error instanceof TypeError && !error.message.includes('geheim');
    assert.throws(() => basic('a:b', 'geheim'), withoutTheKey);
    assert.throws(() => token('geheim\n'), withoutTheKey);
    assert.throws(() => bearer('geheim schlüssel'), withoutTheKey);
  });

  it('of a session add the CSRF token to what changes something, and a login redirects to its success', async (test) => {
    const auth = session({ csrfToken: () => 'c5rf' });
    const given = [answers(200, []), answers(302, '', { Location: '/elsewhere' })];
    const { store, received } = await startClient(test, given, { auth });
    await store.listUsers();
    assert.equal(await store.login({ username: 'alice', password: 'sesame' }), undefined);
    assert.deepEqual(
      received.map(({ headers }) => headers['x-csrftoken']),
      [undefined, 'c5rf'],
    );
  });
});

describe('OAuth 2.0 credentials', () => {
  const TOKEN_PATH = '/oauth2/access_token/';
  let service: OAuth2App;
  before(async () => {
    service = await startOAuth2App({ env: { AUTH_SCHEMES: 'oauth2,basic,token' } });
  });
  after(() => service.app.close());
  const login = () => ({ username: service.alice.username, password: service.alice.password });
  const newRefreshToken = async () => (await service.obtain(service.login())).refresh_token;

  /** Requests for tokens meet these faults; `asked` lists what reached the proxy. */
  async function behindProxy(test: TestContext, faults: Fault[], auth: Credentials) {
    const asked: string[] = [];
    const proxy = await startSpoilingProxy({
      target: service.app.url,
      elsewhere: 'http://127.0.0.1:9',
      late: 0,
      choose(method, path) {
        asked.push(`${method} ${path}`);
        return (path === TOKEN_PATH ? faults.shift() : undefined) ?? 'passed on';
      },
    });
    test.after(() => proxy.close());
    return { store: createClient({ baseUrl: proxy.url, retryDelay: 1, auth }), asked };
  }

  it('are fetched once for calls at the same time, kept before they are used, and renewed', async (test) => {
    const events: string[] = [];
    const onTokens = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push('kept');
    };
    const auth = oauth2({ ...service.client, ...login(), onTokens });
    const { store, asked } = await behindProxy(test, [], auth);
    const call = async () => store.listUsers().then(() => events.push('called'));
    await Promise.all([call(), call(), call()]);
    await call();
    assert.deepEqual(events, ['kept', 'called', 'called', 'called', 'called']);
    assert.equal(asked.filter((one) => one.includes(TOKEN_PATH)).length, 1);
  });

  it('are renewed once after a refusal, with 401 or 403, and fail with the second one', async (test) => {
    const tokens = {
      access_token: 'a',
      token_type: 'Bearer',
      scope: 'read',
      refresh_token: 'r',
      expires_in: 60,
    };
    for (const status of [401, 403]) {
      const refused = answers(status, { detail: 'Invalid token.' });
      const auth = oauth2({ clientId: 'editor', username: 'alice', password: 'sesame' });
      const given = [
        answers(200, tokens),
        refused,
        answers(200, tokens),
        answers(200, []),
        refused,
        answers(200, tokens),
        refused,
      ];
      const { store, received } = await startClient(test, given, { auth });
      await store.listUsers();
      await assert.rejects(store.listUsers(), { status });
      assert.equal(received.length, 7);
      assert.match(received[2]?.body ?? '', /grant_type=refresh_token/);
    }
  });

  for (const fault of ['answer lost', 'JSON cut off', 'page after it was done'] as const) {
    it(`send a refresh token once when its answer may be lost (${fault})`, async (test) => {
      const refreshToken = await newRefreshToken();
      const withPassword = oauth2({ ...service.client, ...login(), refreshToken });
      const first = await behindProxy(test, [fault], withPassword);
      assert.ok(Array.isArray(await first.store.listUsers()));
      assert.deepEqual(first.asked, [`POST ${TOKEN_PATH}`, `POST ${TOKEN_PATH}`, 'GET /users/']);

      const auth = oauth2({ ...service.client, refreshToken: await newRefreshToken() });
      const { store, asked } = await behindProxy(test, [fault], auth);
      const lost = { name: 'CredentialsError', message: /log in again/, mayBeDone: false };
      await assert.rejects(store.createSnippet({ code: 'x' }), lost);
      await assert.rejects(store.createSnippet({ code: 'x' }), lost);
      assert.deepEqual(asked, [`POST ${TOKEN_PATH}`]);
    });
  }

  it('keep the refresh token when nothing was sent, or it was not looked at', async (test) => {
    const auth = oauth2({ ...service.client, refreshToken: await newRefreshToken() });
    const closed = createClient({ baseUrl: await findClosedUrl(), auth, retries: 0 });
    await assert.rejects(closed.listUsers(), CredentialsError);
    const { store } = await behindProxy(test, ['throttled'], auth);
    assert.ok(Array.isArray(await store.listUsers()));
  });

  it('fail with the words of the token endpoint, and need a password or a refresh token', async () => {
    const auth = oauth2({ ...service.client, ...login(), password: 'wrong' });
    await assert.rejects(createClient({ baseUrl: service.app.url, auth }).listUsers(), (error) => {
      assert.ok(error instanceof CredentialsError && error.cause instanceof BadRequestError);
      assert.deepEqual([error.operation, error.cause.operation], ['listUsers', 'createAccessToken']);
      return true;
    });
    assert.throws(() => oauth2({ clientId: 'editor', username: 'alice' }), /username and a password/);
  });

  it('are for every call that waits, also when one of them is aborted', async (test) => {
    const { store, asked } = await behindProxy(test, [], oauth2({ ...service.client, ...login() }));
    const controller = new AbortController();
    const ended = store.listUsers({}, { signal: controller.signal });
    const other = store.listUsers();
    controller.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
    await other;
    assert.equal(asked.filter((one) => one.includes(TOKEN_PATH)).length, 1);
  });
});
