/** What a check of a name and a password costs, counted in verifications, and what it leaves behind. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { addUser } from '#src/commands/users/add-user.js';
import { Throttled } from '#src/errors/index.js';
import {
  type CheckCredentials,
  makeCheckCredentials,
} from '#src/pipeline/authentication/passwords/check-credentials.js';
import { needsRehash, verifyPassword } from '#src/pipeline/authentication/passwords/password-hash.js';
import { openStore, type Store } from '#src/store/index.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ADDRESS = '192.0.2.1';

describe('checking credentials', () => {
  let folder: string;
  let store: Store;
  let check: CheckCredentials;
  let verifications: number;
  let attempts: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-credentials-'));
    store = await openStore({ mongodbUrl: undefined, dataDir: folder }, silent);
    await addUser(store, 'alice', 'right');
    await addUser(store, 'inactive', 'right');
    await store.users.updateOne({ username: 'inactive' }, { $set: { active: false } });
  });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    verifications = 0;
    attempts = [];
    check = makeCheckCredentials(store, {
      takeAttempt: async (username, address) => {
        attempts.push(`taken: ${username} from ${address}`);
        return async () => void attempts.push('given back');
      },
      verify: (stored, password) => {
        verifications += 1;
        return verifyPassword(stored, password);
      },
    });
  });

  for (const [situation, username, password] of [
    ['a wrong password', 'alice', 'wrong'],
    ['an unknown user', 'nobody', 'wrong'],
    ['an unknown user with an empty password', 'nobody', ''],
    ['an inactive user with a wrong password', 'inactive', 'wrong'],
    ['an inactive user with the right password', 'inactive', 'right'],
    ['an empty name', '', 'wrong'],
  ] as const) {
    it(`costs one verification and one attempt for ${situation}, every time`, async () => {
      for (let time = 1; time <= 2; time += 1) {
        assert.equal(await check(username, password, ADDRESS), undefined);
        assert.equal(verifications, time);
        assert.deepEqual(attempts, Array(time).fill(`taken: ${username} from ${ADDRESS}`));
      }
    });
  }

  it('costs one verification for the right password, gives the attempt back, and then nothing for a while', async () => {
    for (let time = 1; time <= 3; time += 1)
      assert.equal((await check('alice', 'right', ADDRESS))?.username, 'alice');
    assert.equal(verifications, 1);
    assert.deepEqual(attempts, [`taken: alice from ${ADDRESS}`, 'given back']);
  });

  it('shares the check of a right password between simultaneous requests', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, () => check('alice', 'right', ADDRESS)));
    assert.ok(found.every((user) => user?.username === 'alice'));
    assert.equal(verifications, 1);
  });

  it('does not share wrong passwords: every guess is an attempt', async () => {
    const found = await Promise.all(Array.from({ length: 5 }, () => check('alice', 'wrong', ADDRESS)));
    assert.ok(found.every((user) => user === undefined));
    assert.equal(verifications, 5);
    assert.equal(attempts.length, 5);
  });

  it('hashes nothing when the attempt is refused', async () => {
    const refusing = makeCheckCredentials(store, {
      takeAttempt: () => Promise.reject(new Throttled(60)),
      verify: () => assert.fail('a password was hashed'),
    });
    for (const [username, password] of [
      ['alice', 'right'],
      ['alice', 'wrong'],
      ['nobody', 'x'],
      ['inactive', 'right'],
    ] as const)
      await assert.rejects(refusing(username, password, ADDRESS), Throttled);
  });

  it('forgets a remembered password with the change of it, and with the deactivation of its user', async () => {
    await addUser(store, 'bob', 'right');
    assert.ok(await check('bob', 'right', ADDRESS));
    await store.users.updateOne({ username: 'bob' }, { $set: { active: false } });
    assert.equal(await check('bob', 'right', ADDRESS), undefined);
    const password = await hash('another');
    await store.users.updateOne({ username: 'bob' }, { $set: { active: true, password } });
    assert.equal(await check('bob', 'right', ADDRESS), undefined);
  });

  it('replaces a hash of another cost at the next login', async () => {
    await addUser(store, 'carol', 'right');
    const cheap = await hash('right', { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await store.users.updateOne({ username: 'carol' }, { $set: { password: cheap } });
    assert.ok(needsRehash(cheap));
    assert.equal(await check('carol', 'wrong', ADDRESS), undefined);
    assert.equal((await store.users.findOne({ username: 'carol' }))?.password, cheap);
    assert.ok(await check('carol', 'right', ADDRESS));
    const { password = '' } = (await store.users.findOne({ username: 'carol' })) ?? {};
    assert.ok(!needsRehash(password) && (await verifyPassword(password, 'right')));
  });

  it('finds a name in any of its spellings in Unicode', async () => {
    assert.equal((await check('ａlice', 'right', ADDRESS))?.username, 'alice');
    assert.deepEqual(attempts[0], `taken: alice from ${ADDRESS}`);
  });
});
