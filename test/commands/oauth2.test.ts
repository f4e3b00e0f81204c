/** `snippet-store oauth2 clients`, and what ends OAuth 2.0 tokens, on an embedded store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { results, runHere, serve, temporaryFolder } from './snippet-store.js';

const DATA_DIR = await temporaryFolder();
const AUTH_SCHEMES = 'oauth2,basic';
const clients = (...args: string[]) => runHere(['oauth2', 'clients', ...args], { DATA_DIR });

interface Client {
  name: string;
  client_id: string;
  client_secret: string;
}

async function create(name: string): Promise<Client> {
  const outcome = await clients('create', name, '--json');
  assert.equal(outcome.code, 0, outcome.stderr);
  return results(outcome)[0] as Client;
}

describe('oauth2 clients', () => {
  it('create makes a client and shows its secret once', async () => {
    const client = await create('editor');
    assert.deepEqual(Object.keys(client), ['name', 'client_id', 'client_secret']);
    const listed = await clients('list', '--json');
    assert.ok(listed.stdout.includes(client.client_id));
    assert.ok(!listed.stdout.includes(client.client_secret));
    const shown = await runHere(['oauth2', 'clients', 'create', 'for people'], { DATA_DIR });
    assert.match(shown.stdout, /client_secret, shown only now: \w{64}\n$/);
  });

  it('list shows them by age', async () => {
    const listed = results(await clients('list', '--json')) as Client[];
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['editor', 'for people'],
    );
  });

  it('create refuses an invalid name', async () => {
    for (const name of ['', 'a\nb', 'a'.repeat(151)])
      assert.match((await clients('create', name)).stderr, /is no name: expected 1 to 150 characters/);
  });

  it('delete names an unknown client', async () => {
    const { code, stderr } = await clients('delete', 'nobody');
    assert.deepEqual([code, stderr], [1, 'snippet-store: unknown client "nobody"\n']);
  });
});

describe('tokens of OAuth 2.0 end in a running service', () => {
  const users = (args: string[], input = '') => runHere(['users', ...args], { DATA_DIR }, input);

  async function service() {
    const { address, signal, ended } = await serve({ DATA_DIR, AUTH_SCHEMES });
    const stop = async () => {
      signal('SIGTERM');
      await ended;
    };
    const login = async (client: Client, username: string, password: string) => {
      const body = new URLSearchParams({ grant_type: 'password', username, password, ...client });
      const response = await fetch(`${address}/oauth2/access_token/`, { method: 'POST', body });
      return (await response.json()) as { access_token: string };
    };
    const read = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${address}/snippets/`, { headers })).status;
    };
    return { stop, login, read };
  }

  it('with the client, with a new password, and for good while the user is inactive', async () => {
    await users(['create', 'alice', '--password-stdin'], 'first password');
    const { stop, login, read } = await service();

    const short = await create('short-lived');
    const ofShort = await login(short, 'alice', 'first password');
    assert.equal(await read(ofShort.access_token), 200);
    assert.equal((await clients('delete', short.client_id)).code, 0);
    assert.equal(await read(ofShort.access_token), 401);

    const client = await create('lasting');
    const before = await login(client, 'alice', 'first password');
    await users(['set-password', 'alice', '--password-stdin'], 'second password');
    assert.equal(await read(before.access_token), 401);

    const after = await login(client, 'alice', 'second password');
    assert.equal(await read(after.access_token), 200);
    await users(['deactivate', 'alice']);
    assert.equal(await read(after.access_token), 401);
    await users(['activate', 'alice']);
    assert.equal(await read(after.access_token), 401);
    assert.equal(await read((await login(client, 'alice', 'second password')).access_token), 200);
    await stop();
  });
});
