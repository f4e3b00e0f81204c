/** `snippet-store sessions revoke` and `tokens list`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#src/store/index.js';
import { recordingLog } from '../store/samples.js';
import { results, runHere, temporaryFolder } from './snippet-store.js';

describe('sessions revoke and tokens list', () => {
  it('ends the sessions of one user or of all, and lists who has a token without the token', async () => {
    const settings = { DATA_DIR: await temporaryFolder() };
    const here = (...args: string[]) => runHere(args, settings);
    for (const name of ['ada', 'bea']) await here('users', 'create', name);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const store = await openStore({ mongodbUrl: undefined, dataDir: settings.DATA_DIR }, recordingLog());
    for (const [i, userId] of [1, 1, 2].entries())
      await store.sessions.insertOne({ _id: `${i}`, userId, data: {}, expiresAt });
    await store.close();
    assert.deepEqual(results(await here('sessions', 'revoke', 'ada', '--json')), [
      { username: 'ada', sessions: 2 },
    ]);
    assert.equal((await here('sessions', 'revoke', '--all')).stdout, '1 sessions are ended.\n');
    assert.equal((await here('sessions', 'revoke')).code, 2);
    const { token } = results(await here('tokens', 'create', 'bea', '--json'))[0] as { token: string };
    const listed = await here('tokens', 'list');
    assert.match(listed.stdout, /^USER\tCREATED\nbea\t\d{4}-\S+Z\n$/);
    assert.ok(!listed.stdout.includes(token));
  });
});
