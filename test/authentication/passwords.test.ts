/** What a check of a name and a password costs, counted in verifications, and what it leaves behind. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { setActive, setPassword } from '#src/authentication/logins.js';
import {
  type CheckCredentials,
  makeCheckCredentials,
  makeRightPasswords,
  verifyPassword,
} from '#src/authentication/passwords.js';
import { ServiceUnavailable, Throttled } from '#src/errors/index.js';
import { makeThrottles } from '#src/pipeline/throttling.js';
import { useApp } from '../helpers/app.js';
import { until } from '../helpers/until.js';

const ADDRESS = '192.0.2.1';

describe('checking credentials', () => {
  let check: CheckCredentials;
  let verifications: number;
  let attempts: string[];

  const app = useApp();
  before(async () => {
    await app.addUser('alice', 'right');
    const { id } = await app.addUser('inactive', 'right');
    await setActive(app.store, id, false);
  });
  beforeEach(() => {
    verifications = 0;
    attempts = [];
    check = makeCheckCredentials(app.store, {
      takeAttempt(username, address) {
        attempts.push(`taken: ${username} from ${address}`);
        return () => void attempts.push('given back');
      },
      verify(stored, password) {
        verifications += 1;
        return verifyPassword(stored, password);
      },
    });
  });

  const REFUSED = [
    ['a wrong password', 'alice', 'wrong'],
    ['an unknown user', 'nobody', 'wrong'],
    ['an inactive user with the right password', 'inactive', 'right'],
    ['an empty name', '', 'wrong'],
  ] as const;
  for (const [situation, username, password] of REFUSED)
    it(`costs one verification and one attempt for ${situation}, every time`, async () => {
      for (let time = 1; time <= 2; time += 1) {
        assert.equal(await check(username, password, ADDRESS), undefined);
        assert.equal(verifications, time);
        assert.deepEqual(attempts, Array(time).fill(`taken: ${username} from ${ADDRESS}`));
      }
    });

  it('costs one verification for the right password, gives the attempt back, and then nothing for a while', async () => {
    const atOnce = await Promise.all(Array.from({ length: 10 }, () => check('alice', 'right', ADDRESS)));
    assert.ok(atOnce.every((user) => user?.username === 'alice'));
    assert.equal((await check('ａlice', 'right', ADDRESS))?.username, 'alice', 'in another spelling');
    assert.equal(verifications, 1);
    assert.deepEqual(attempts, [`taken: alice from ${ADDRESS}`, 'given back']);
  });

  it('begins the checks of three equal requests in the same order, for every name', async () => {
    for (const [situation, username, password] of REFUSED) {
      const steps: string[] = [];
      const verify = async () => {
        steps.push('begins');
        await setImmediate();
        steps.push('ends');
        return false;
      };
      check = makeCheckCredentials(app.store, { takeAttempt: () => () => undefined, verify });
      await Promise.all(Array.from({ length: 3 }, () => check(username, password, ADDRESS)));
      assert.deepEqual(steps, ['begins', 'ends', 'begins', 'begins', 'ends', 'ends'], situation);
    }
  });

  it('counts no attempt that was never compared, so that a full queue locks nobody out', async () => {
    const throttleRates = { login: { limit: 80, seconds: 60 } };
    const { takeAttempt } = makeThrottles({ throttleRates, deployment: {} });
    const queues = new Map<string, () => number>();
    const verify = () => new Promise<never>(() => undefined);
    const full = makeCheckCredentials(app.store, { takeAttempt, queues, verify });
    for (let i = 0; i < availableParallelism() + 64; i += 1) void full('other', `wrong ${i}`, ADDRESS);
    await until('a full queue', () => queues.get('passwords')?.() === 64);
    for (const [, username] of REFUSED)
      for (let i = 0; i < 81; i += 1)
        await assert.rejects(full(username, `wrong ${i}`, ADDRESS), ServiceUnavailable);
    // The same counters, and a queue that is free again.
    const free = makeCheckCredentials(app.store, { takeAttempt });
    assert.ok(await free('alice', 'right', ADDRESS));
    for (const [, username] of REFUSED) assert.equal(await free(username, 'wrong', ADDRESS), undefined);
  });

  it('hashes nothing beside the queue: a new hash is made in the turn of its check', async () => {
    let [working, most] = [0, 0];
    const work = async () => {
      working += 1;
      most = Math.max(most, working);
      await setImmediate();
      working -= 1;
    };
    const deps = { takeAttempt: () => () => undefined, verify: () => work().then(() => true) };
    check = makeCheckCredentials(app.store, { ...deps, hash: () => work().then(() => 'a hash') });
    const { id } = await app.addUser('dave');
    await app.store.users.updateOne({ _id: id }, { $set: { password: 'a hash of another cost' } });
    const checks = Array.from({ length: 20 }, (_, i) => check('dave', `right ${i}`, ADDRESS));
    await Promise.all(checks);
    assert.equal(most, availableParallelism());
  });

  it('hashes nothing when the attempt is refused', async () => {
    const refusing = makeCheckCredentials(app.store, {
      takeAttempt: () => {
        throw new Throttled(60);
      },
      verify: () => assert.fail('a password was hashed'),
    });
    for (const username of ['alice', 'nobody', 'inactive'])
      await assert.rejects(refusing(username, 'right', ADDRESS), Throttled);
  });

  it('forgets a remembered password with the change of it, and with the deactivation of its user', async () => {
    const { id } = await app.addUser('bob', 'right');
    assert.ok(await check('bob', 'right', ADDRESS));
    await setActive(app.store, id, false);
    assert.equal(await check('bob', 'right', ADDRESS), undefined);
    await setActive(app.store, id, true);
    await setPassword(app.store, id, 'another');
    assert.equal(await check('bob', 'right', ADDRESS), undefined);
  });

  it('replaces a hash of another cost at the next login, and ends no login by it', async () => {
    const { id } = await app.addUser('carol', 'right');
    const find = async () => (await app.store.users.findOne({ username: 'carol' })) ?? assert.fail();
    const cheap = await hash('right', { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await app.store.users.updateOne({ _id: id }, { $set: { password: cheap } });
    assert.equal(await check('carol', 'wrong', ADDRESS), undefined);
    assert.equal((await find()).password, cheap);
    assert.ok(await check('carol', 'right', ADDRESS));
    const { password, logins } = await find();
    assert.ok(password.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'));
    assert.deepEqual([await verifyPassword(password, 'right'), logins], [true, 1]);
  });
});

describe('a right password', () => {
  let now: number;
  let checks: number;
  let once: ReturnType<typeof makeRightPasswords>;
  beforeEach(() => {
    now = 0;
    checks = 0;
    once = makeRightPasswords(() => now);
  });
  const answering = (isRight: boolean) => async () => {
    checks += 1;
    return isRight;
  };
  const [right, wrong] = [answering(true), answering(false)];
  const CREDENTIALS = ['alice', 'hash', 'password'] as const;
  const numbered = (n: number) => ['alice', `hash ${n}`, 'password'] as const;

  it('is not checked again for a minute, then it is', async () => {
    for (const time of [0, 59_999]) {
      now = time;
      assert.equal(await once(CREDENTIALS, right), true);
    }
    assert.equal(checks, 1);
    now = 60_000;
    assert.equal(await once(CREDENTIALS, wrong), false);
  });

  it('is remembered with its name and stored hash, also when all joined give the same text', async () => {
    await once(['a', 'b', 'c'], right);
    for (const [name = '', stored = '', password = ''] of [
      'abd',
      'axc',
      'xbc',
      ['', 'ab', 'c'],
      ['a', 'bc', ''],
    ])
      assert.equal(await once([name, stored, password], wrong), false, `${name} ${stored} ${password}`);
  });

  it('is checked once for simultaneous requests; a check that fails is told to its own caller only', async () => {
    const failing = once(CREDENTIALS, () => Promise.reject(new Error('no memory')));
    const waiting = [1, 2].map(() => once(CREDENTIALS, right));
    await assert.rejects(failing, { message: 'no memory' });
    assert.deepEqual(await Promise.all(waiting), [true, true]);
    assert.ok(checks <= 2);
    assert.equal(await once(CREDENTIALS, wrong), true);
  });

  it('is forgotten after a thousand newer ones', async () => {
    for (let n = 0; n < 1_000; n += 1) await once(numbered(n), right);
    assert.equal(await once(numbered(0), wrong), true, 'a thousand fit');
    await once(numbered(1_000), right);
    assert.equal(await once(numbered(1), wrong), true);
    assert.equal(await once(numbered(0), wrong), false);
  });
});
