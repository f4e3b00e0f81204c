import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import {
  type FairLimitOptions,
  makeFairLimit,
  makeFairQueue,
  type Sender,
} from '#src/scheduling/fair-limit.js';

/** Runs a task for each name (its first letter is the sender), each for a turn of the event loop. */
async function runAll(options: FairLimitOptions, names: readonly string[]) {
  const limit = makeFairLimit(options);
  const begun: string[] = [];
  const refused: string[] = [];
  let [active, most] = [0, 0];
  await Promise.all(
    names.map((name) => {
      const sender: Sender = name.slice(0, 1);
      const task = async () => {
        begun.push(name);
        active += 1;
        most = Math.max(most, active);
        await new Promise(setImmediate);
        active -= 1;
      };
      return limit.run(sender, task).catch((error) => {
        assert.ok(error instanceof ServiceUnavailable);
        refused.push(name);
      });
    }),
  );
  assert.equal(limit.waiting, 0);
  return { begun, refused, most };
}

describe('a fair limit', () => {
  const cases: [
    what: string,
    FairLimitOptions,
    asked: string,
    begun: string,
    refused: string,
    most: number,
  ][] = [
    [
      'serves senders in turn, and the tasks of one sender in their order',
      { concurrency: 1, capacity: 9 },
      ...['a0 a1 a2 a3 b1 c1 b2', 'a0 a1 b1 c1 a2 b2 a3', ''],
      1,
    ] as const,
    [
      'runs as many as it may at once',
      { concurrency: 3, capacity: 9 },
      ...['a1 a2 b1 b2 a3', 'a1 a2 b1 b2 a3', ''],
      3,
    ] as const,
    [
      'takes a place from the sender who has most when it is full',
      { concurrency: 1, capacity: 3 },
      ...['a0 a1 a2 a3 b1', 'a0 a1 b1 a2', 'a3'],
      1,
    ] as const,
    [
      'refuses the sender who has most already, and never holds more than its capacity',
      { concurrency: 1, capacity: 2 },
      ...['a0 a1 a2 a3 b1 c1 d1', 'a0 a1 b1', 'a3 a2 c1 d1'],
      1,
    ] as const,
    [
      'passes over a sender that runs as many as it may',
      { concurrency: 2, mostOfASender: 1, capacity: 9 },
      ...['a1 a2 b1', 'a1 b1 a2', ''],
      2,
    ] as const,
  ];
  for (const [what, options, asked, begun, refused, most] of cases)
    it(what, async () => {
      const found = await runAll(options, asked.split(' '));
      assert.deepEqual([found.begun.join(' '), found.refused.join(' '), found.most], [begun, refused, most]);
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

it('what a turn of a queue has left comes first in the next turn of its sender, or is refused once it is closed', async () => {
  const turns: string[] = [];
  const queue = makeFairQueue<string, string>({
    concurrency: 1,
    capacity: 20,
    together: { most: 4, fits: () => true },
    async run(items) {
      turns.push(items.join(' '));
      await new Promise(setImmediate);
      if (items.includes('b1')) return [];
      if (items.includes('c1')) queue.close();
      return items.slice(0, 2).map((item) => `${item}!`);
    },
  });
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2', 'c3'];
  const outcomes = await Promise.allSettled(names.map((name) => queue.run(name.slice(0, 1), name)));
  assert.deepEqual(turns, ['a1 a2 a3 a4', 'b1', 'c1 c2 c3']);
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.name)),
    ['a1!', 'a2!', ...Array(3).fill('ServiceUnavailable'), 'Error', 'c1!', 'c2!', 'ServiceUnavailable'],
  );
  assert.equal(queue.waiting, 0);
});

it('a turn of a queue takes what fits together of one sender, in its order', async () => {
  const turns: string[] = [];
  const queue = makeFairQueue<string, string>({
    concurrency: 1,
    capacity: 20,
    together: { most: 3, fits: (item) => item === item.toLowerCase() },
    async run(items) {
      turns.push(items.join(' '));
      await new Promise(setImmediate);
      if (items.includes('a9')) throw new Error('no');
      return items.map((item) => `${item}!`);
    },
  });
  const gone = AbortSignal.abort(new Error('gone'));
  const names = ['a0', 'a1', 'A2', 'a3', 'b1', 'a4', 'a5', 'a6', 'A7', 'a8', 'a9'];
  const outcomes = Promise.allSettled(names.map((name) => queue.run(name.slice(0, 1).toLowerCase(), name)));
  await assert.rejects(queue.run('b', 'b2', gone), /gone/);
  const given = (await outcomes).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  assert.deepEqual(turns, ['a0 a1', 'b1', 'A2', 'a3 a4 a5', 'a6', 'A7', 'a8 a9']);
  assert.deepEqual(given, [...names.slice(0, -2).map((name) => `${name}!`), 'failed', 'failed']);
  assert.equal(queue.waiting, 0);
});
