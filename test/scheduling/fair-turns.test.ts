import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeFairTurns } from '#src/scheduling/fair-turns.js';

interface Item {
  readonly name: string;
  readonly joins: boolean;
}

/** Takes items and notes which ones start together; none of them ends. */
function takeTurns(capacity: number) {
  const started: string[] = [];
  const refused: string[] = [];
  const turns = makeFairTurns<Item>({
    concurrency: 2,
    capacity,
    mayJoin: ({ joins }, before) => joins && before.length < 3 && before.every((item) => item.joins),
    start: (items) => {
      started.push(items.map(({ name }) => name).join(' '));
      return new Promise(() => {});
    },
    refuse: ({ name }) => void refused.push(name),
  });
  const add = (names: string, joins: boolean) => {
    for (const name of names.split(' ')) turns.add('sender', { name, joins });
  };
  return { turns, started, refused, add };
}

describe('items of one turn of the event loop', () => {
  it('start together if they fit together, as many as fit at a time', async () => {
    const { started, add } = takeTurns(10);
    add('a b c d', true);
    assert.deepEqual(started, []);
    await nextTurn();
    assert.deepEqual(started, ['a b c', 'd']);
  });

  it('start at once if they fit with no other', () => {
    const { started, add } = takeTurns(10);
    add('a b c', false);
    assert.deepEqual(started, ['a', 'b']);
  });

  it('start at once when the queue is full, so that none is refused while another could start', async () => {
    const { started, refused, add } = takeTurns(3);
    add('a b c d e f', true);
    assert.deepEqual(started, ['a b c', 'd e f']);
    await nextTurn();
    add('g h i j', true);
    assert.deepEqual(refused, ['j']);
  });

  it('do not start after the end', async () => {
    const { turns, started, refused, add } = takeTurns(10);
    add('a', true);
    turns.close();
    await nextTurn();
    assert.deepEqual([started, refused], [[], ['a']]);
  });
});
