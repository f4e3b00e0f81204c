import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  makeVerificationCache,
  type VerificationCache,
} from '#src/pipeline/authentication/passwords/check-credentials.js';

const MINUTE = 60_000;
const LIMIT = 1_000;

describe('a password that was verified', () => {
  let now: number;
  let checks: number;
  let cache: VerificationCache;
  beforeEach(() => {
    now = 0;
    checks = 0;
    cache = makeVerificationCache(() => now);
  });

  const right = async () => {
    checks++;
    return true;
  };
  const wrong = async () => {
    checks++;
    return false;
  };

  it('is not checked again for a minute, then it is', async () => {
    for (const time of [0, 1, MINUTE - 1]) {
      now = time;
      assert.equal(await cache.verified('hash', 'password', right), true);
      assert.equal(checks, 1, String(time));
    }
    now = MINUTE;
    assert.equal(await cache.verified('hash', 'password', wrong), false);
    assert.equal(checks, 2);
  });

  it('is remembered together with its stored hash, also when both joined give the same text', async () => {
    await cache.verified('ab', 'cd', right);
    for (const [stored, password] of [
      ['ab', 'ce'],
      ['ax', 'cd'],
      ['a', 'bcd'],
      ['abc', 'd'],
      ['abcd', ''],
    ] as const) {
      assert.equal(await cache.verified(stored, password, wrong), false, `${stored} ${password}`);
    }
    assert.equal(checks, 6);
  });

  it('is checked each time when it was wrong', async () => {
    for (let n = 1; n <= 3; n++) {
      assert.equal(await cache.verified('hash', 'password', wrong), false);
      assert.equal(checks, n);
    }
    assert.equal(await cache.verified('hash', 'password', right), true);
  });

  it('is checked once for simultaneous requests', async () => {
    const answers = Array.from({ length: 5 }, () => cache.verified('hash', 'password', right));
    assert.deepEqual(await Promise.all(answers), [true, true, true, true, true]);
    assert.equal(checks, 1);
  });

  it('is checked for each simultaneous request when it is wrong', async () => {
    const answers = Array.from({ length: 3 }, () => cache.verified('hash', 'password', wrong));
    assert.deepEqual(await Promise.all(answers), [false, false, false]);
    assert.equal(checks, 3);
  });

  it('passes a failed check to its own caller only', async () => {
    const failing = cache.verified('hash', 'password', () => Promise.reject(new Error('no memory')));
    const waiting = cache.verified('hash', 'password', right);
    await assert.rejects(failing, { message: 'no memory' });
    assert.equal(await waiting, true);
    assert.equal(checks, 1);
  });

  it('leaves nothing behind when its check fails', async () => {
    const failed = cache.verified('hash', 'password', () => Promise.reject(new Error('no memory')));
    await assert.rejects(failed);
    assert.equal(await cache.verified('hash', 'password', wrong), false, 'nothing is left of the failed one');
    assert.equal(checks, 1);
  });

  it('is forgotten after a thousand newer ones', async () => {
    for (let n = 0; n < LIMIT; n++) await cache.verified(`hash ${n}`, 'password', right);
    assert.equal(checks, LIMIT);
    await cache.verified('hash 0', 'password', right);
    assert.equal(checks, LIMIT, 'a thousand fit');
    await cache.verified('one more', 'password', right);
    await cache.verified('hash 1', 'password', right);
    assert.equal(checks, LIMIT + 1, 'the others are known still');
    await cache.verified('hash 0', 'password', right);
    assert.equal(checks, LIMIT + 2, 'the oldest went');
  });
});
