// Credentials that need the whole request: signatures, sessions, and what a program makes by itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Authenticator, createClient, oauth1, session } from 'snippet-store/sdk';
import { greeting, sendJson, startServer } from './start-server.js';

describe('a signer of OAuth 1.0a', () => {
  it('sees the whole request, anew for each attempt, and its body is sent all the same', async (test) => {
    let sent = 0;
    const server = await startServer(test, (response) =>
      ++sent === 1 ? sendJson(response, 503, {}) : sendJson(response, 201, greeting),
    );
    const signed: string[] = [];
    const auth = oauth1(async (request) => {
      signed.push(`${request.method} ${request.url} ${await request.text()}`);
      return `OAuth oauth_nonce="${signed.length}"`;
    });
    await createClient({ ...server, auth, retryDelay: 1 }).createSnippet({ code: 'x' });
    const line = `POST ${server.baseUrl}/snippets/ {"code":"x"}`;
    assert.deepEqual(signed, [line, line]);
    assert.deepEqual(
      server.received.map(({ headers, body }) => [headers.authorization, body]),
      [
        ['OAuth oauth_nonce="1"', '{"code":"x"}'],
        ['OAuth oauth_nonce="2"', '{"code":"x"}'],
      ],
    );
  });

  it('is not asked for operations that know no signature', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, { status: 'ok' }));
    const auth = oauth1(() => assert.fail('nothing to sign'));
    await createClient({ ...server, auth }).getLiveness();
  });
});

describe('a session', () => {
  it('adds the CSRF token to what changes something, and to nothing else', async (test) => {
    const server = await startServer(test, (response, { method }) =>
      method === 'GET' ? sendJson(response, 200, []) : sendJson(response, 201, greeting),
    );
    const store = createClient({ ...server, auth: session({ csrfToken: () => 'c5rf' }) });
    await store.listUsers();
    await store.createSnippet({ code: 'x' });
    assert.deepEqual(
      server.received.map(({ headers }) => headers['x-csrftoken']),
      [undefined, 'c5rf'],
    );
  });

  it('takes a redirection of the login for its success, and does not follow it', async (test) => {
    const server = await startServer(test, (response) =>
      response.writeHead(302, { Location: '/elsewhere' }).end(),
    );
    const store = createClient({ ...server, auth: session({ csrfToken: () => 'c5rf' }) });
    assert.equal(await store.login({ username: 'alice', password: 'sesame' }), undefined);
    assert.equal(server.received.length, 1);
    assert.equal(server.received[0]?.body, 'username=alice&password=sesame');
  });
});

describe('credentials of your own', () => {
  it('may put anything into the request', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, []));
    const apiKey: Authenticator = {
      authenticate(request) {
        request.headers.set('X-Api-Key', 'k');
        return request;
      },
    };
    await createClient({ ...server, auth: apiKey }).listUsers();
    assert.equal(server.received[0]?.headers['x-api-key'], 'k');
  });
});
