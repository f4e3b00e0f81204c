/** Reading a long list, on both stores. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type BatchOptions, readInBatches } from '#src/store/read-in-batches.js';
import type { Store } from '#src/store/store.js';
import { START, snippet } from './samples.js';
import type { Stores } from './store.cases.js';

const COUNT = 450;

export function readInBatchesCases(stores: Stores): void {
  describe('a long list', () => {
    let store: Store;
    // Four snippets share each millisecond, and ids do not rise with time everywhere.
    const list = Array.from({ length: COUNT }, (_, i) =>
      snippet(i % 2 ? COUNT - i : COUNT + i, { created: new Date(START + Math.floor(i / 4)) }),
    );
    const ordered = [...list].sort((a, b) => +a.created - +b.created || a._id - b._id).map(({ _id }) => _id);

    before(async () => {
      store = await stores.open();
      await Promise.all(list.map((one) => store.snippets.insertOne(one)));
    });
    after(() => stores.reset());

    const open = (options?: BatchOptions) =>
      readInBatches(
        (range, page) => store.snippets.find(range, { ...page, projection: { highlighted: 0 } }),
        options,
      );
    const read = async (options?: BatchOptions) => {
      const ids: number[] = [];
      for await (const batch of await open(options)) ids.push(...batch.map(({ _id }) => _id));
      return ids;
    };

    it('comes whole, ordered by time and id', async () => {
      assert.deepEqual(await read(), ordered);
    });

    it('comes from behind a position, and no longer than asked', async () => {
      const behind = list.find(({ _id }) => _id === ordered[130]);
      assert.deepEqual(await read({ after: behind }), ordered.slice(131));
      assert.deepEqual(await read({ after: behind, limit: 7 }), ordered.slice(131, 138));
      assert.deepEqual(await read({ limit: 150 }), ordered.slice(0, 150));
      assert.deepEqual(await read({ limit: 100 }), ordered.slice(0, 100));
      const last = list.find(({ _id }) => _id === ordered.at(-1));
      assert.deepEqual(await read({ after: last }), []);
    });

    it('leaves the large field unread', async () => {
      for await (const [first] of await open({ limit: 1 }))
        assert.equal('highlighted' in (first ?? {}), false);
    });

    it('shows what exists throughout exactly once, and nothing that came later', async () => {
      const seen: number[] = [];
      const later = new Date(START + 3_600_000);
      let added = 10_000;
      for await (const batch of await open()) {
        seen.push(...batch.map(({ _id }) => _id));
        // Snippets come at the end, and one that was shown goes, while the list is being read.
        for (let i = 0; i < 150; i += 1) {
          added += 1;
          await store.snippets.insertOne(snippet(added, { created: later }));
        }
        await store.snippets.deleteOne({ _id: batch.at(-1)?._id ?? 0 });
      }
      assert.deepEqual(seen, ordered);
    });

    it('is read in fewer documents at a time when they are large', async () => {
      await store.snippets.deleteMany({});
      const code = 'x'.repeat(100_000);
      await Promise.all(list.slice(0, 130).map((one) => store.snippets.insertOne({ ...one, code })));
      const sizes: number[] = [];
      for await (const batch of await open()) sizes.push(batch.length);
      assert.deepEqual(sizes, [100, 10, 10, 10]);
    });

    it('may be empty', async () => {
      await store.snippets.deleteMany({});
      assert.deepEqual(await read(), []);
    });
  });
}
