/** `snippet-store tokens` and `sessions`, on an embedded store. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { results, run, runHere, temporaryFolder } from '../helpers/service.js';
import { recordingLog } from '../store/samples.js';

const DATA_DIR = await temporaryFolder();
for (const name of ['alice', 'bob']) await runHere(['users', 'create', name], { DATA_DIR });

const here = (...args: string[]) => runHere(args, { DATA_DIR });

async function tokenOf(username: string, settings = { DATA_DIR }, runs = runHere): Promise<string> {
  const outcome = await runs(['tokens', 'create', username, '--json'], settings);
  assert.equal(outcome.code, 0, outcome.stderr);
  const [result] = results(outcome) as { username: string; token: string }[];
  assert.equal(result?.username, username);
  return result.token;
}

describe('tokens create', () => {
  it('answers the same token each time, and one for each user with --all', async () => {
    const alice = await tokenOf('alice');
    assert.equal(await tokenOf('alice'), alice);
    const all = results(await here('tokens', 'create', '--all', '--json'));
    assert.deepEqual(all, [
      { username: 'alice', token: alice },
      { username: 'bob', token: await tokenOf('bob') },
    ]);
  });

  it('tells people, and not scripts, when AUTH_SCHEMES lacks the scheme', async () => {
    const token = `${await tokenOf('alice')}\n`;
    const lacking = await here('tokens', 'create', 'alice');
    assert.equal(lacking.stdout, token);
    assert.match(lacking.stderr, /AUTH_SCHEMES/);
    const { stdout, stderr } = await runHere(['tokens', 'create', 'alice'], {
      DATA_DIR,
      AUTH_SCHEMES: 'token',
    });
    assert.deepEqual([stdout, stderr], [token, '']);
  });

  it('keeps the secret that it derives them from where only its owner can read it', async () => {
    assert.equal((await stat(join(DATA_DIR, 'secret-key'))).mode & 0o777, 0o600);
  });

  it('uses one secret key when processes start at once', async () => {
    const fresh = { DATA_DIR: await temporaryFolder() };
    await runHere(['users', 'create', 'alice'], fresh);
    const answers = await Promise.all([1, 2, 3].map(() => tokenOf('alice', fresh, run)));
    assert.equal(new Set(answers).size, 1);
  });
});

describe('tokens revoke', () => {
  it('ends a token: the next one is another', async () => {
    const token = await tokenOf('bob');
    for (const revoked of [true, false])
      assert.deepEqual(results(await here('tokens', 'revoke', 'bob', '--json')), [
        { username: 'bob', revoked },
      ]);
    assert.notEqual(await tokenOf('bob'), token);
  });
});

describe('sessions revoke', () => {
  it('ends the sessions of one user', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const store = await openStore({ mongodbUrl: undefined, dataDir: DATA_DIR }, recordingLog());
    for (const [i, userId] of [1, 1, 2].entries())
      await store.sessions.insertOne({ _id: `${i}`, userId, data: '{}', expiresAt });
    await store.close();
    const ended = await here('sessions', 'revoke', 'alice', '--json');
    assert.deepEqual(results(ended), [{ username: 'alice', sessions: 2 }]);
    assert.equal((await here('sessions', 'revoke', 'bob')).stdout, 'Ended 1 session of bob.\n');
  });
});
