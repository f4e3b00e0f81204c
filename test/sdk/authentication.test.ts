// Credentials reach the service by their own scheme and by no other.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { basic, bearer, type Credentials, createClient, token } from 'snippet-store/sdk';
import { sendJson, startServer } from './start-server.js';

/** The headers of a call that every scheme may authenticate. */
async function headersSentWith(test: TestContext, auth: Credentials | undefined) {
  const server = await startServer(test, (response) => sendJson(response, 200, []));
  await createClient({ baseUrl: server.baseUrl, auth }).listUsers();
  return server.received[0]?.headers ?? {};
}

function decodeBasic(header: string | undefined): string {
  const [scheme, pair = ''] = header?.split(' ') ?? [];
  assert.equal(scheme, 'Basic');
  return Buffer.from(pair, 'base64').toString('utf8');
}

describe('credentials', () => {
  it('are not sent when there are none', async (test) => {
    const headers = await headersSentWith(test, undefined);
    assert.equal(headers.authorization, undefined);
    assert.equal(headers.cookie, undefined);
  });

  it('of Basic are the name and the password in Base64', async (test) => {
    const headers = await headersSentWith(test, basic('alice', 'open:sesame'));
    assert.equal(decodeBasic(headers.authorization), 'alice:open:sesame');
    assert.equal(headers.cookie, undefined);
  });

  it('of Basic may have every character, sent as UTF-8', async (test) => {
    const headers = await headersSentWith(test, basic('Żółw', 'пароль 🐢'));
    assert.equal(decodeBasic(headers.authorization), 'Żółw:пароль 🐢');
  });

  it('of Token are the word and the key', async (test) => {
    const headers = await headersSentWith(test, token('9944b09199c62bcf'));
    assert.equal(headers.authorization, 'Token 9944b09199c62bcf');
    assert.equal(headers.cookie, undefined);
  });

  it('of OAuth 2.0 are a bearer token', async (test) => {
    const headers = await headersSentWith(test, bearer('2YotnFZFEjr1zCsicMWpAA'));
    assert.equal(headers.authorization, 'Bearer 2YotnFZFEjr1zCsicMWpAA');
    assert.equal(headers.cookie, undefined);
  });

  it('may come from a function of your own, which is asked at each request', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, []));
    const keys = ['first', 'second'];
    const store = createClient({
      baseUrl: server.baseUrl,
      auth: async (scheme) => (scheme === 'oauth2' ? `Bearer ${keys.shift()}` : undefined),
    });
    await store.listUsers();
    await store.listUsers();
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer first', 'Bearer second'],
    );
  });

  it('stay away from operations that know no scheme', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, { status: 'ok' }));
    await createClient({ baseUrl: server.baseUrl, auth: basic('alice', 'secret') }).getLiveness();
    assert.equal(server.received[0]?.headers.authorization, undefined);
  });

  it('of a user are never sent as those of an OAuth 2.0 client', async (test) => {
    const server = await startServer(test, (response) => sendJson(response, 200, {}));
    const store = createClient({ baseUrl: server.baseUrl, auth: basic('alice', 'secret') });
    await store.createAccessToken({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'editor' });
    assert.equal(server.received[0]?.headers.authorization, undefined);
    assert.equal(server.received[0]?.body, 'grant_type=refresh_token&client_id=editor&refresh_token=r');
  });

  it('that cannot be sent are refused at once, without repeating them', () => {
    const withoutTheKey = (error: Error) => error instanceof TypeError && !error.message.includes('geheim');
    assert.throws(() => basic('a:b', 'geheim'), withoutTheKey);
    assert.throws(() => token('geheim\n'), withoutTheKey);
    assert.throws(() => bearer('geheim schlüssel'), withoutTheKey);
    assert.throws(() => createClient({ baseUrl: 'http://alice:geheim@127.0.0.1/' }), withoutTheKey);
  });
});
