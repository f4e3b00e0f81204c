import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import { makeFairLimit } from '#src/scheduling/fair-limit.js';

describe('a fair limit', () => {
  it('runs no more tasks at once than it may, and all of them in the end', async () => {
    const limit = makeFairLimit({ concurrency: 2, capacity: 100 });
    let active = 0;
    let most = 0;
    const task = async () => {
      active += 1;
      most = Math.max(most, active);
      await new Promise(setImmediate);
      active -= 1;
      return 1;
    };
    const results = await Promise.all(Array.from({ length: 20 }, (_, i) => limit.run(i % 3, task)));
    assert.equal(results.length, 20);
    assert.equal(most, 2);
  });

  it('refuses with 503 the sender who fills the queue, and serves the others', async () => {
    const limit = makeFairLimit({ concurrency: 1, capacity: 4 });
    const done: string[] = [];
    const task = (name: string) => async () => {
      await new Promise(setImmediate);
      done.push(name);
    };
    const flood = Array.from({ length: 10 }, (_, i) => limit.run('flood', task(`flood ${i}`)));
    const quiet = limit.run('quiet', task('quiet'));
    const outcomes = await Promise.allSettled(flood);
    await quiet;
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 6);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof ServiceUnavailable);
    assert.ok(done.indexOf('quiet') <= 2, `served in turn: ${done.join(', ')}`);
  });

  it('does not start a task that nobody waits for any more', async () => {
    const limit = makeFairLimit({ concurrency: 1, capacity: 4 });
    const gone = new AbortController();
    let begun = 0;
    const task = async () => {
      begun += 1;
    };
    const running = limit.run('a', () => new Promise((resolve) => setImmediate(resolve)));
    const left = limit.run('a', task, gone.signal);
    const kept = limit.run('a', task, new AbortController().signal);
    gone.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    await Promise.all([running, kept]);
    assert.equal(begun, 1);
  });

  it('passes on the failure of a task, and goes on', async () => {
    const limit = makeFairLimit({ concurrency: 1, capacity: 4 });
    const failing = limit.run('a', () => Promise.reject(new Error('no')));
    const next = limit.run('a', () => Promise.resolve('yes'));
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'yes');
  });

  it('refuses what waits and what comes once it is closed', async () => {
    const limit = makeFairLimit({ concurrency: 1, capacity: 4 });
    const running = limit.run('a', () => new Promise((resolve) => setImmediate(resolve)));
    const waiting = limit.run('a', () => Promise.resolve());
    limit.close();
    await assert.rejects(waiting, ServiceUnavailable);
    await assert.rejects(
      limit.run('b', () => Promise.resolve()),
      ServiceUnavailable,
    );
    await running;
  });
});
