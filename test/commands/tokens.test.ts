/** `snippet-store tokens`, on an embedded store. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { results, run, runHere, temporaryFolder } from './snippet-store.js';

const DATA_DIR = await temporaryFolder();
for (const name of ['alice', 'bob']) await runHere(['users', 'create', name], { DATA_DIR });

const tokens = (...args: string[]) => runHere(['tokens', ...args], { DATA_DIR });

async function tokenOf(username: string, settings = { DATA_DIR }, runs = runHere): Promise<string> {
  const outcome = await runs(['tokens', 'create', username, '--json'], settings);
  assert.equal(outcome.code, 0, outcome.stderr);
  const [result] = results(outcome) as { username: string; token: string }[];
  assert.equal(result?.username, username);
  return result.token;
}

describe('tokens create', () => {
  it('answers the same token each time', async () => {
    const token = await tokenOf('alice');
    assert.equal(await tokenOf('alice'), token);
    assert.equal((await tokens('create', 'alice')).stdout, `${token}\n`);
  });

  it('--all answers one for each user', async () => {
    const alice = await tokenOf('alice');
    const all = results(await tokens('create', '--all', '--json')) as { username: string; token: string }[];
    assert.deepEqual(
      all.map(({ username }) => username),
      ['alice', 'bob'],
    );
    assert.equal(all[0]?.token, alice);
    assert.notEqual(all[1]?.token, alice);
  });

  it('keeps the secret that it derives them from where only its owner can read it', async () => {
    assert.equal((await stat(join(DATA_DIR, 'secret-key'))).mode & 0o777, 0o600);
  });

  it('names an unknown user', async () => {
    const { code, stderr } = await tokens('create', 'nobody');
    assert.equal(code, 1);
    assert.equal(stderr, 'snippet-store: unknown user "nobody"\n');
  });
});

describe('tokens revoke', () => {
  it('ends a token: the next one is another', async () => {
    const token = await tokenOf('bob');
    assert.deepEqual(results(await tokens('revoke', 'bob', '--json')), [{ username: 'bob', revoked: true }]);
    assert.deepEqual(results(await tokens('revoke', 'bob', '--json')), [{ username: 'bob', revoked: false }]);
    assert.notEqual(await tokenOf('bob'), token);
  });
});

describe('the secret key', () => {
  it('is one for processes that start at once', async () => {
    const fresh = await temporaryFolder();
    await runHere(['users', 'create', 'alice'], { DATA_DIR: fresh });
    const answers = await Promise.all([1, 2, 3].map(() => tokenOf('alice', { DATA_DIR: fresh }, run)));
    assert.equal(new Set(answers).size, 1);
  });
});
