/** Reading a long list, on both stores. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BatchOptions, itemsFrom, readInBatches } from '#src/store/batches.js';
import type { Store } from '#src/store/store.js';
import { snippet } from './samples.js';
import type { Stores } from './store.cases.js';

const COUNT = 450;

export function readInBatchesCases(stores: Stores): void {
  describe('a long list', () => {
    let store: Store;
    const list = Array.from({ length: COUNT }, (_, i) => snippet(2 * i + 1));
    const ordered = list.map(({ _id }) => _id);

    before(async () => {
      store = await stores.open();
      await store.insertMany(store.snippets, list);
    });
    after(() => stores.reset());

    async function* open(options?: Omit<BatchOptions, 'largest'>) {
      const { first, read } = await readInBatches(
        (range, page) =>
          store.readMany(store.snippets, range, { ...page, projection: { markup: 0, terms: 0 } }),
        { ...options, largest: store.mostAtOnce },
        (one) => one,
      );
      yield first.items;
      yield* itemsFrom(first.next, read);
    }
    const read = async (options?: Omit<BatchOptions, 'largest'>) => {
      const ids: number[] = [];
      for await (const batch of open(options)) ids.push(...batch.map(({ _id }) => _id));
      return ids;
    };

    it('comes whole in the order of its ids, or in the reverse', async () => {
      assert.deepEqual(await read(), ordered);
      assert.deepEqual(await read({ order: -1 }), ordered.toReversed());
    });

    it('starts after a given position and has at most the requested length', async () => {
      const at = (index: number) => ordered[index];
      assert.deepEqual(await read({ after: at(130) }), ordered.slice(131));
      assert.deepEqual(await read({ after: at(130), until: at(137) }), ordered.slice(131, 138));
      assert.deepEqual(await read({ until: at(149) }), ordered.slice(0, 150));
      assert.deepEqual(await read({ until: at(99) }), ordered.slice(0, 100));
      assert.deepEqual(
        await read({ after: at(100), until: at(90), order: -1 }),
        ordered.slice(90, 100).toReversed(),
      );
      assert.deepEqual(await read({ after: ordered.at(-1) }), []);
    });

    it('does not read the large field', async () => {
      for await (const [first] of open()) assert.equal('markup' in (first ?? {}), false);
    });

    it('contains each record that exists throughout exactly once, and no later records', async () => {
      const seen: number[] = [];
      let added = 10_000;
      for await (const batch of open()) {
        seen.push(...batch.map(({ _id }) => _id));
        // Snippets come at the end, and one that was shown goes, while the list is being read.
        const more = Array.from({ length: 150 }, () => snippet(++added));
        await store.insertMany(store.snippets, more);
        await store.snippets.deleteOne({ _id: batch.at(-1)?._id ?? 0 });
      }
      assert.deepEqual(seen, ordered);
    });

    it('is read in batches of half a megabyte, whatever the size of its records', async () => {
      await store.snippets.deleteMany({});
      // Small records first, so that the batches have grown when the large ones come.
      const codes = list.map((_, i) => (i < 300 ? 'x' : 'x'.repeat(100_000)));
      const large = ordered.map((_id, i) => snippet(_id, { code: codes[i] ?? '', terms: [] }));
      await store.insertMany(store.snippets, large);
      const seen: number[] = [];
      for await (const batch of open()) {
        seen.push(...batch.map(({ _id }) => _id));
        const held = batch.reduce((sum, { code }) => sum + code.length, 0);
        assert.ok(held <= 500_000, `${held} characters`);
      }
      assert.deepEqual(seen, ordered);
    });
  });
}
