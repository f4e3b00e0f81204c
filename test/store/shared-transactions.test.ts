/** How long writes share a transaction of the embedded store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareTransactions } from '#src/store/embedded/shared-transactions.js';

/** Transactions over a list. */
function makeTransactions() {
  const stored: number[] = [];
  let transactions = 0;
  const shared = shareTransactions({
    async transact(work) {
      transactions += 1;
      return work();
    },
    attempt: (work) => ({ value: work() }),
  });
  return { shared, stored, count: () => transactions };
}

describe('writes of one turn', () => {
  it('share one until it has worked for some milliseconds, and leave the turn to others then', async () => {
    const { shared, stored, count } = makeTransactions();
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
    assert.ok(count() >= 3, String(count()));
    assert.ok(events.slice(0, events.lastIndexOf('work')).includes('other'), String(events));
  });
});
