// How writes share a transaction of the embedded store, and what becomes of them when it fails.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareTransactions, type Transactions } from '#src/store/embedded/shared-transactions.js';

/** Transactions over a list; one that holds more works than `most` fails at its end. */
function makeTransactions(most: number) {
  const stored: number[] = [];
  const sizes: number[] = [];
  let works: (() => unknown)[] = [];
  const transactions: Transactions = {
    async transact(work) {
      const before = stored.length;
      works = [];
      try {
        const result = work();
        if (works.length > most) throw new Error('the disk is full');
        sizes.push(Math.max(works.length, 1));
        return result;
      } catch (error) {
        stored.length = before;
        throw error;
      }
    },
    attempt(work) {
      works.push(work);
      const before = stored.length;
      try {
        return { value: work() };
      } catch (error) {
        stored.length = before;
        return { error };
      }
    },
  };
  return { shared: shareTransactions(transactions), stored, sizes };
}

describe('writes of one turn', () => {
  it('share one until it has worked for some milliseconds, and leave the turn to others then', async () => {
    const { shared, stored, sizes } = makeTransactions(64);
    const events: string[] = [];
    const slow = (i: number) => () => {
      const end = performance.now() + 15;
      while (performance.now() < end);
      events.push('work');
      stored.push(i);
    };
    const all = Promise.all(Array.from({ length: 6 }, (_, i) => shared(slow(i))));
    const timer = setInterval(() => events.push('other'), 1);
    await all;
    clearInterval(timer);
    assert.deepEqual(stored, [0, 1, 2, 3, 4, 5]);
    assert.ok(sizes.length >= 3, String(sizes));
    assert.ok(events.slice(0, events.lastIndexOf('work')).includes('other'), String(events));
  });

  it('share a transaction of at most 64', async () => {
    const { shared, stored, sizes } = makeTransactions(64);
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => shared(() => stored.push(i))));
    assert.deepEqual(sizes, [64, 36]);
    assert.deepEqual(
      results,
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  it('keep what one of them does before it fails out of the transaction', async () => {
    const { shared, stored, sizes } = makeTransactions(64);
    const failing = shared(() => {
      stored.push(-1);
      throw new Error('taken');
    });
    const outcomes = await Promise.allSettled([shared(() => stored.push(1)), failing]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.deepEqual([stored, sizes], [[1], [2]]);
  });

  it('all fail with their transaction, and later ones go on', async () => {
    const { shared, stored } = makeTransactions(2);
    const outcomes = await Promise.allSettled([1, 2, 3].map((i) => shared(() => stored.push(i))));
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    await shared(() => stored.push(4));
    assert.deepEqual(stored, [4]);
  });

  it('tell their callers nothing before the transaction is durable', async () => {
    const events: string[] = [];
    const shared = shareTransactions({
      async transact(work) {
        const result = work();
        await new Promise(setImmediate);
        events.push('durable');
        return result;
      },
      attempt: (work) => ({ value: work() }),
    });
    await Promise.all([1, 2].map((i) => shared(() => i).then(() => events.push('told'))));
    assert.deepEqual(events, ['durable', 'told', 'told']);
  });
});
