// Access tokens are fetched with the first call, renewed in time, and once for all calls that need one.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  BadRequestError,
  CredentialsError,
  createClient,
  type OAuth2Options,
  oauth2,
} from 'snippet-store/sdk';
import { startOAuth2App } from '../pipeline/authentication/oauth2/oauth2-app.js';
import { greeting, sendJson, startServer } from './start-server.js';

interface Service {
  /** Seconds that a token is good for. */
  expiresIn?: number;
  /** Access tokens that are refused although they have not expired. */
  revoked?: readonly string[];
  /** Grants that are refused. */
  refused?: readonly string[];
  /** The status for tokens that are refused; 401 when left out. */
  refusal?: number;
}

/** Hands out the tokens access-1, access-2, ... and takes each refresh token once. */
async function startTokenService(
  test: TestContext,
  { expiresIn = 3600, revoked = [], refused = [], refusal = 401 }: Service = {},
) {
  const grants: Record<string, string>[] = [];
  const server = await startServer(test, (response, { path, body, headers }) => {
    if (path !== '/oauth2/access_token/') {
      const key = headers.authorization?.replace('Bearer ', '') ?? '';
      return revoked.includes(key) || key === ''
        ? sendJson(
            response,
            refusal,
            { detail: 'Invalid token.' },
            { 'WWW-Authenticate': 'Bearer realm="api"' },
          )
        : sendJson(response, 200, [greeting]);
    }
    const grant = Object.fromEntries(new URLSearchParams(body));
    grants.push(grant);
    const n = grants.length;
    if (refused.includes(grant.grant_type ?? '')) {
      const words = 'Invalid grant: it has been used or revoked';
      return sendJson(response, 400, { error: 'invalid_grant', error_description: words, detail: words });
    }
    const tokens = {
      access_token: `access-${n}`,
      token_type: 'Bearer',
      scope: 'read',
      refresh_token: `refresh-${n}`,
    };
    sendJson(response, 200, { ...tokens, expires_in: expiresIn });
  });
  const connect = (more: Partial<OAuth2Options> = {}) =>
    createClient({
      ...server,
      auth: oauth2({
        clientId: 'editor',
        clientSecret: 's3cret',
        username: 'alice',
        password: 'sesame',
        ...more,
      }),
    });
  /** The tokens that the calls of the API carried. */
  const used = () =>
    server.received
      .filter(({ path }) => path !== '/oauth2/access_token/')
      .map(({ headers }) => headers.authorization);
  return { grants, connect, used };
}

describe('OAuth 2.0 credentials', () => {
  it('are fetched once for calls at the same time, and kept', async (test) => {
    const { grants, connect, used } = await startTokenService(test);
    const store = connect({ scope: 'read' });
    await Promise.all([store.listUsers(), store.listUsers(), store.listSnippets()]);
    await store.listUsers();
    assert.deepEqual(grants, [
      {
        grant_type: 'password',
        username: 'alice',
        password: 'sesame',
        client_id: 'editor',
        client_secret: 's3cret',
        scope: 'read',
      },
    ]);
    assert.deepEqual(new Set(used()), new Set(['Bearer access-1']));
    assert.equal(used().length, 4);
  });

  it('are renewed with the refresh token before they expire, and handed to the program', async (test) => {
    const { grants, connect, used } = await startTokenService(test, { expiresIn: 0 });
    const kept: (string | undefined)[] = [];
    const store = connect({ onTokens: ({ refresh_token }) => kept.push(refresh_token) });
    await store.listUsers();
    await store.listUsers();
    assert.deepEqual(
      grants.map(({ grant_type, refresh_token }) => [grant_type, refresh_token]),
      [
        ['password', undefined],
        ['refresh_token', 'refresh-1'],
      ],
    );
    assert.deepEqual(used(), ['Bearer access-1', 'Bearer access-2']);
    assert.deepEqual(kept, ['refresh-1', 'refresh-2']);
  });

  it('are renewed once for calls at the same time that meet a 401, which are sent again', async (test) => {
    const { grants, connect, used } = await startTokenService(test, { revoked: ['access-1'] });
    const store = connect();
    await Promise.all([store.listUsers(), store.listUsers(), store.listUsers()]);
    assert.equal(grants.length, 2);
    assert.equal(used().filter((value) => value === 'Bearer access-2').length, 3);
  });

  it('are renewed where the service has no challenge to send and says 403', async (test) => {
    const { grants, connect } = await startTokenService(test, { revoked: ['access-1'], refusal: 403 });
    assert.equal((await connect().listUsers()).length, 1);
    assert.equal(grants.length, 2);
  });

  it('fail with the refusal when renewed ones are refused too', async (test) => {
    const { connect, used } = await startTokenService(test, { revoked: ['access-1', 'access-2'] });
    await assert.rejects(connect().listUsers(), { name: 'AuthenticationError', status: 401 });
    assert.equal(used().length, 2);
  });

  it('fall back to the password when the refresh token is used up', async (test) => {
    const { grants, connect } = await startTokenService(test, { refused: ['refresh_token'] });
    await connect({ refreshToken: 'of last week' }).listUsers();
    assert.deepEqual(
      grants.map(({ grant_type }) => grant_type),
      ['refresh_token', 'password'],
    );
  });

  it('fail with the words of the token endpoint, and are tried anew by the next call', async (test) => {
    const { grants, connect } = await startTokenService(test, { refused: ['password'] });
    const store = connect();
    await assert.rejects(store.listUsers(), (error) => {
      assert.ok(error instanceof CredentialsError && error.cause instanceof BadRequestError);
      assert.equal(error.operation, 'listUsers');
      assert.equal(error.cause.operation, 'createAccessToken');
      assert.match(error.detail, /used or revoked/);
      return true;
    });
    await assert.rejects(store.listUsers(), CredentialsError);
    assert.equal(grants.length, 2);
  });

  it('are for every call that waits, also when one of them is aborted', async (test) => {
    const { connect, grants } = await startTokenService(test);
    const store = connect();
    const controller = new AbortController();
    const ended = store.listUsers({}, { signal: controller.signal });
    const other = store.listUsers();
    controller.abort(new Error('enough'));
    await assert.rejects(ended, /enough/);
    assert.equal((await other).length, 1);
    assert.equal(grants.length, 1);
  });

  it('stay away from operations that do not take them', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, { status: 'ok' }));
    const auth = oauth2({ clientId: 'editor', username: 'alice', password: 'sesame' });
    await createClient({ ...server, auth }).getLiveness();
    assert.equal(server.received.length, 1);
    assert.equal(server.received[0]?.headers.authorization, undefined);
  });

  it('need a password or a refresh token', () => {
    assert.throws(() => oauth2({ clientId: 'editor', username: 'alice' }), /username and a password/);
  });

  it('work with the service, which rotates its refresh tokens', async (test) => {
    const { app, client, alice } = await startOAuth2App();
    test.after(() => app.close());
    let refreshToken = '';
    const onTokens = (tokens: { refresh_token: string }) => {
      refreshToken = tokens.refresh_token;
    };
    const login = { username: alice.username, password: alice.password };
    const first = createClient({ baseUrl: app.url, auth: oauth2({ ...client, ...login, onTokens }) });
    assert.equal((await first.createSnippet({ code: 'x' })).owner, 'alice');
    const second = createClient({ baseUrl: app.url, auth: oauth2({ ...client, refreshToken, onTokens }) });
    assert.equal((await second.createSnippet({ code: 'y' })).owner, 'alice');
  });
});
