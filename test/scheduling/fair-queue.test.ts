import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from '#src/scheduling/fair-queue.js';

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) items.push(next.item);
  return items;
}

describe('a fair queue', () => {
  it('serves senders in turn, and the items of one sender in their order', () => {
    const queue = new FairQueue<string>(10);
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
    assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    assert.equal(queue.length, 0);
  });

  it('takes a place from the sender who has most when it is full', () => {
    const queue = new FairQueue<string>(3);
    for (const item of ['a1', 'a2', 'a3']) assert.equal(queue.push('a', item), undefined);
    assert.equal(queue.push('b', 'b1'), 'a3');
    assert.equal(queue.length, 3);
    assert.deepEqual(drain(queue), ['a1', 'b1', 'a2']);
  });

  it('refuses the item of a sender who has most already', () => {
    const queue = new FairQueue<string>(2);
    queue.push('a', 'a1');
    queue.push('a', 'a2');
    assert.equal(queue.push('a', 'a3'), 'a3');
    assert.deepEqual(drain(queue), ['a1', 'a2']);
  });

  it('passes over senders that may not go on, and keeps their items', () => {
    const queue = new FairQueue<string>(10);
    queue.push('a', 'a1');
    queue.push('b', 'b1');
    assert.deepEqual(
      queue.shift((sender) => sender !== 'a'),
      { sender: 'b', item: 'b1' },
    );
    assert.equal(
      queue.shift((sender) => sender !== 'a'),
      undefined,
    );
    assert.deepEqual(drain(queue), ['a1']);
  });

  it('never holds more than its capacity, however many senders there are', () => {
    const queue = new FairQueue<number>(5);
    let refused = 0;
    for (let i = 0; i < 100; i += 1) if (queue.push(i % 20, i) !== undefined) refused += 1;
    assert.equal(queue.length, 5);
    assert.equal(refused, 95);
  });
});
