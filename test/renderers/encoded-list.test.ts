import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EncodedList, json, makeEncodeList } from '#src/renderers/json.js';
import type { Batches } from '#src/store/batches.js';

/** A place is the number of batches before it. */
function batchesOf<Item>(all: readonly (readonly Item[])[]) {
  const reads: number[] = [];
  const at = (place: number) => ({
    items: all[place] ?? [],
    next: place + 1 < all.length ? place + 1 : undefined,
  });
  const batches: Batches<Item, number> = {
    first: at(0),
    read: async (place) => {
      reads.push(place);
      return at(place);
    },
  };
  return { batches, reads };
}

const readerAt = (ip: string) => ({ request: { ip, signal: new AbortController().signal } });

async function rendered(list: EncodedList<unknown>, ip = '192.0.2.1'): Promise<string> {
  const body = json.render({ status: 200, body: list }, readerAt(ip));
  return typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : text(body);
}

async function itemsOf<Item>(list: EncodedList<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of list) items.push(...batch);
  return items;
}

const MEGABYTE = 'ü'.repeat(500_000);

for (const [name, all] of [
  ['nothing', [[]]],
  ['one batch', [[1, 2]]],
  ['some batches, with empty ones among them', [[], [1], [], [2, 3], []]],
  ['a long list', [['a'], [MEGABYTE], [MEGABYTE], [], ['b', 'c'], ['d']]],
  ['a long list whose first batch is empty', [[], [MEGABYTE], [MEGABYTE], [], ['b']]],
  ['a long list that ends with an empty batch', [[MEGABYTE], [MEGABYTE], ['b'], []]],
] as const) {
  it(`the list of ${name} is an array of all items, as JSON and for pages, as often as it is asked for`, async () => {
    const items = all.flat();
    const list = await makeEncodeList()(batchesOf<unknown>(all).batches);
    for (let i = 0; i < 2; i++) {
      assert.equal(await rendered(list), JSON.stringify(items));
      assert.deepEqual(await itemsOf(list), items);
    }
  });
}

describe('encoding a list', () => {
  it('reads a short one once, for all who send it', async () => {
    const { batches, reads } = batchesOf([[1], [2], [3]]);
    const list = await makeEncodeList()(batches);
    assert.deepEqual([await rendered(list), await rendered(list)], ['[1,2,3]', '[1,2,3]']);
    assert.deepEqual(reads, [1, 2]);
  });

  for (const [what, batch, milliseconds] of [
    ['a long one', MEGABYTE, 0],
    ['one that takes long to read', 'b', 1500],
  ] as const) {
    it(`keeps no more than the first batch of ${what}`, async (t) => {
      let now = performance.now();
      t.mock.method(performance, 'now', () => (now += milliseconds));
      const list = await makeEncodeList()(batchesOf([['a'], [batch], [batch], [batch]]).batches);
      assert.equal(String(list.head), '["a"');
      assert.equal(await rendered(list), JSON.stringify(['a', batch, batch, batch]));
    });
  }

  it('keeps no list whole while too many are being encoded', async () => {
    const encode = makeEncodeList();
    const pending: (() => void)[] = [];
    // Each stops after a megabyte.
    const started = Array.from({ length: 40 }, () =>
      encode({
        first: { items: [MEGABYTE], next: 1 },
        read: () =>
          new Promise<{ items: string[]; next: undefined }>((resolve) => {
            pending.push(() => resolve({ items: ['end'], next: undefined }));
          }),
      }),
    );
    const release = setInterval(() => pending.splice(0).forEach((go) => void go()), 1);
    const lists = await Promise.all(started);
    clearInterval(release);
    assert.ok(lists.some(({ rest }) => rest !== undefined));
    // Later ones are kept again.
    assert.equal((await encode(batchesOf([['a'], ['b']]).batches)).rest, undefined);
  });
});

it('a long list is not read ahead for a client that does not read', async () => {
  const { batches, reads } = batchesOf(Array.from({ length: 6 }, () => [MEGABYTE]));
  const list = await makeEncodeList()(batches);
  const before = reads.length;
  const body = json.render({ status: 200, body: list }, readerAt('192.0.2.1'));
  assert.ok(body instanceof Readable);
  // Takes what comes first, and is never done with it.
  body.pipe(new Writable({ write: () => undefined }));
  await sleep(50);
  assert.equal(reads.length, before);
  body.destroy();
});

it('long lists of one sender leave turns to the lists of others', async () => {
  const chunks = [[MEGABYTE], [MEGABYTE], ...Array.from({ length: 12 }, (_, i) => [`${i}`])];
  const long = async (ip: string) => {
    const { batches, reads } = batchesOf(chunks);
    const slow = {
      ...batches,
      read: async (place: number) => {
        await new Promise(setImmediate);
        return batches.read(place);
      },
    };
    const list = await makeEncodeList()(slow);
    const done = rendered(list, ip);
    return { reads, done };
  };
  const flood = await Promise.all(Array.from({ length: 30 }, () => long('192.0.2.1')));
  const before = flood.reduce((sum, { reads }) => sum + reads.length, 0);
  const other = await long('192.0.2.2');
  await other.done;
  const between = flood.reduce((sum, { reads }) => sum + reads.length, 0) - before;
  await Promise.all(flood.map(({ done }) => done));
  // Eight are read at once. By turns of arrival it would be thirty reads for each of the other sender's.
  assert.ok(between <= 12 * other.reads.length, `${between} reads beside ${other.reads.length}`);
});
