// Credentials reach the service by their own scheme and by no other; OAuth 2.0 tokens are fetched and renewed once.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import {
  BadRequestError,
  basic,
  bearer,
  ConnectionTimeoutError,
  type Credentials,
  CredentialsError,
  createClient,
  oauth1,
  oauth2,
  session,
  token,
} from 'snippet-store/sdk';
import { startApp } from '../helpers/app.js';
import { answers, findClosedUrl, greeting, type Received, startClient } from './start-server.js';

const encode = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('credentials', () => {
  it('are sent anew with each attempt, and to no operation that knows no scheme', async (test) => {
    const given = [answers(503, { detail: 'Later.' }), answers(201, greeting), answers(200, {})];
    const own: Credentials = async (scheme) => (scheme === 'oauth2' ? 'Bearer own' : undefined);
    const kinds: [auth: Credentials | undefined, sent: string | undefined][] = [
      [undefined, undefined],
      [basic('Żółw', 'open:sesame 🐢'), encode('Żółw:open:sesame 🐢')],
      [token('9944b091'), 'Token 9944b091'],
      [bearer('2YotnFZF'), 'Bearer 2YotnFZF'],
      [own, 'Bearer own'],
      [
        oauth1(async (request) => `OAuth ${request.method} ${await request.text()}`),
        'OAuth POST {"code":"x"}',
      ],
    ];
    for (const [auth, sent] of kinds) {
      const { store, received } = await startClient(test, given, { auth });
      await store.createSnippet({ code: 'x' });
      await store.getLiveness();
      const headers = received.map(({ headers: { authorization, cookie } }) => [authorization, cookie]);
      const none = [undefined, undefined];
      assert.deepEqual(headers, [[sent, undefined], [sent, undefined], none], sent);
    }
  });

  it('are given for their own scheme alone, and those of a user not as those of an OAuth 2.0 client', async (test) => {
    const auth = basic('alice', 'secret');
    for (const [source, scheme] of [
      [auth, 'token'],
      [token('key'), 'oauth2'],
      [bearer('key'), 'token'],
    ] as const)
      assert.equal(source(scheme), undefined);
    const { store, received } = await startClient(test, [answers(200, {})], { auth });
    await store.createAccessToken({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'editor' });
    assert.equal(received[0]?.headers.authorization, undefined);
    assert.equal(received[0]?.body, 'grant_type=refresh_token&client_id=editor&refresh_token=r');
  });

  it('that cannot be sent are refused at once, without naming them', () => {
    const error = { name: 'TypeError', message: /^((?!geheim).)+$/ };
    assert.throws(() => basic('a:b', 'geheim'), error);
    for (const keyed of [token, bearer])
      for (const key of ['geheim\n', 'geheim schlüssel']) assert.throws(() => keyed(key), error);
    assert.throws(() => oauth2({ clientId: 'editor', username: 'alice' }), /username and a password/);
  });

  it('of a session add the CSRF token to what changes something, and a login redirects to its success', async (test) => {
    const auth = session({ csrfToken: () => 'c5rf' });
    const given = [answers(200, []), answers(302, '', { Location: '/elsewhere' })];
    const { store, received } = await startClient(test, given, { auth });
    await store.listUsers();
    assert.equal(await store.login({ username: 'alice', password: 'sesame' }), undefined);
    const sent = received.map(({ headers }) => headers['x-csrftoken']);
    assert.deepEqual(sent, [undefined, 'c5rf']);
  });
});

describe('a wrong password', () => {
  it('is an AuthenticationError, whatever the status', async (test) => {
    const app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token,oauth2' } }, test);
    const { username, password } = await app.addUser('alice');
    const wrong = createClient({ baseUrl: app.url, auth: basic(username, 'wrong') });
    await assert.rejects(wrong.createSnippet({ code: 'x' }), { name: 'AuthenticationError', status: 403 });
    const login = createClient({ baseUrl: app.url }).createToken({ username, password: 'wrong' });
    await assert.rejects(login, { name: 'AuthenticationError', status: 400 });
    // A text that is refused may speak of credentials too.
    const right = createClient({ baseUrl: app.url, auth: basic(username, password) });
    const echo = right.createSnippet({ code: 'x', language: 'credentials' as never });
    await assert.rejects(echo, { name: 'BadRequestError', message: /"credentials" is not a valid choice/ });
  });
});

describe('OAuth 2.0 credentials', () => {
  const client = { clientId: 'editor', clientSecret: 's3cret' };
  const withPassword = { ...client, username: 'alice', password: 'sesame' };
  const tokens = { access_token: 'a', token_type: 'Bearer', scope: 'read', refresh_token: 'r' };
  const granted = answers(200, { ...tokens, expires_in: 60 });
  const list = answers(200, []);
  const grants = (received: readonly Received[]) =>
    received.map(({ body, path }) => new URLSearchParams(body).get('grant_type') ?? path);

  it('are fetched once for calls at the same time, kept before they are used, and for every call that waits', async (test) => {
    const events: string[] = [];
    const onTokens = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push('kept');
    };
    const { store, received } = await startClient(test, [granted, list], {
      auth: oauth2({ ...withPassword, onTokens }),
    });
    const controller = new AbortController();
    const ended = store.listUsers({}, { signal: controller.signal });
    const call = async () => store.listUsers().then(() => events.push('called'));
    const others = Promise.all([call(), call()]);
    controller.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
    await others;
    assert.deepEqual(events, ['kept', 'called', 'called']);
    assert.deepEqual(grants(received), ['password', '/users/', '/users/']);
    assert.equal(received[1]?.headers.authorization, 'Bearer a');
  });

  it('are renewed once after a refusal, with 401 or 403, and fail with the second one', async (test) => {
    for (const status of [401, 403]) {
      const refused = answers(status, { detail: 'Invalid token.' });
      const given = [granted, refused, granted, list, refused, granted, refused];
      const { store, received } = await startClient(test, given, { auth: oauth2(withPassword) });
      await store.listUsers();
      await assert.rejects(store.listUsers(), { status });
      const sent = ['password', '/users/', 'refresh_token', '/users/', '/users/', 'refresh_token', '/users/'];
      assert.deepEqual(grants(received), sent);
    }
  });

  it('send a refresh token once when its answer may be lost', async (test) => {
    for (const answer of [
      answers(200, '{"access_token": "a'),
      answers(504, '<h1>Late</h1>', { 'Content-Type': 'text/html' }),
      (response: ServerResponse) => response.destroy(),
    ]) {
      const first = await startClient(test, [answer, granted, list], {
        auth: oauth2({ ...withPassword, refreshToken: 'once' }),
      });
      await first.store.listUsers();
      assert.deepEqual(grants(first.received), ['refresh_token', 'password', '/users/']);

      const auth = oauth2({ ...client, refreshToken: 'once' });
      const { store, received } = await startClient(test, [answer, granted], { auth });
      const error = { name: 'CredentialsError', message: /log in again/, mayBeDone: false };
      for (let call = 0; call < 2; call++) await assert.rejects(store.createSnippet({ code: 'x' }), error);
      assert.deepEqual(grants(received), ['refresh_token']);
    }
  });

  it('keep the refresh token when nothing was sent, or it was not looked at', async (test) => {
    const auth = oauth2({ ...client, refreshToken: 'once' });
    const closed = createClient({ baseUrl: await findClosedUrl(), auth, retries: 0 });
    await assert.rejects(closed.listUsers(), CredentialsError);
    const throttled = answers(429, { detail: 'Slow down.' }, { 'Retry-After': '0' });
    const { store, received } = await startClient(test, [throttled, granted, list], { auth });
    await store.listUsers();
    assert.deepEqual(grants(received), ['refresh_token', 'refresh_token', '/users/']);
  });

  it('are asked for again when the token endpoint hangs, and fail with the cause', async (test) => {
    const hangs = () => {};
    const options = () => ({ auth: oauth2(withPassword), timeout: 500 });
    // The request for a token may end shortly after the attempt that waits for it.
    const { store } = await startClient(test, [hangs, granted, list], { ...options(), retryDelay: 100 });
    assert.deepEqual(await store.listUsers(), []);
    const only = await startClient(test, [hangs], { ...options(), retries: 0 });
    await assert.rejects(only.store.listUsers(), (error) => {
      assert.ok(error instanceof CredentialsError && error.cause instanceof ConnectionTimeoutError);
      return true;
    });
  });

  it('fail with the words of the token endpoint', async (test) => {
    const refused = answers(400, { error: 'invalid_grant', detail: 'Used up.' });
    const { store } = await startClient(test, [refused], { auth: oauth2(withPassword) });
    await assert.rejects(store.listUsers(), (error) => {
      assert.ok(error instanceof CredentialsError && error.cause instanceof BadRequestError);
      assert.deepEqual([error.operation, error.cause.operation], ['listUsers', 'createAccessToken']);
      return true;
    });
  });
});
