/** What both stores do, told once. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import {
  isDuplicateKey,
  isStoreUnavailable,
  type SnippetRecord,
  type Store,
  StoreRefused,
  type UserRecord,
} from '#src/store/index.js';
import { STORE_VERSION } from '#src/store/state.js';
import type { OpenOptions } from '#src/store/store.js';
import { countOf } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { newSnippet, read, START, snippet, user } from './samples.js';

/** MongoDB returns the terms, which the service never reads. */
const WITHOUT_TERMS = { projection: { terms: 0 } } as const;

const withoutId = ({ _id: _, created: __, ...rest }: UserRecord) => rest;

/** How a suite meets its store: each test gets an empty one, opened as often as it asks. */
export interface Stores {
  /** Opens the current test's store. */
  open(options?: OpenOptions): Promise<Store>;
  /** Closes them all and throws their data away; the next `open` makes a new store. */
  reset(): Promise<void>;
}

export function storeCases(stores: Stores): void {
  let store: Store;
  const fresh = (): void => {
    before(async () => {
      store = await stores.open();
    });
    after(() => stores.reset());
  };

  describe('documents', () => {
    fresh();

    it('come back as they went in: dates, null, booleans, every text byte for byte', async () => {
      const odd = 'a\r\n\tb 😀 \u2028 é e\u0301 " \\ \' $date {"$date":1} \u{10ffff}\u0001';
      const original = snippet(1, { title: odd, code: odd, excerpt: odd, ownerId: null, linenos: true });
      await store.snippets.insertOne(original);
      assert.deepEqual(await store.snippets.findOne({ _id: 1 }, WITHOUT_TERMS), read(original));
    });

    it('keep the type of every value: inserted, set, and in place of a value of another type', async () => {
      const looksLikeADate = { $date: '2026-01-01', list: [1, { a: null }], 'with.dot': true };
      const values = ['7', 7, -0.5, 1e21, Number.MAX_SAFE_INTEGER, true, false, null, [1, 'a', [null]]];
      for (const value of [...values, looksLikeADate]) {
        const _id = JSON.stringify(value);
        await store.meta.insertOne({ _id, value });
        assert.deepStrictEqual(await store.meta.findOne({ _id }), { _id, value });
      }
      await store.meta.insertOne({ _id: 'set', value: 'text' });
      // MongoDB takes no $date for a value of an update.
      for (const value of [...values, ...values.toReversed()]) {
        await store.meta.updateOne({ _id: 'set' }, { $set: { value } });
        assert.deepStrictEqual((await store.meta.findOne({ _id: 'set' }))?.value, value);
      }
    });

    it('count up, and keep dates, also of integers that a real cannot hold and of times before 1970', async () => {
      const _id = 'numbers';
      const [value, created] = [Number.MAX_SAFE_INTEGER - 2, new Date(-5)];
      await store.counters.insertOne({ _id, value, created });
      for (const [step, ms] of [
        [1, -9],
        [1, -1],
        [-3, 0],
      ] as const) {
        const update = { $inc: { value: step }, $set: { created: new Date(ms) } };
        await store.counters.updateOne({ _id }, update);
      }
      assert.deepStrictEqual(await store.counters.findOne({ _id }), {
        _id,
        value: value - 1,
        created: new Date(0),
      });
      await store.counters.updateOne({ _id }, { $set: { created } });
      assert.deepStrictEqual((await store.counters.findOne({ _id }))?.created, created);
    });

    it('are the same when they are read as many', async () => {
      const odd = 'a\r\n😀 \u2028 " \\ ],[ $date {"$date":1} \u0001';
      for (const one of [
        snippet(71, { title: odd, code: odd, ownerId: null, owner: null, linenos: true }),
        snippet(72, { ownerId: 2 ** 40, version: -3, created: new Date(-5), plain: 'failed' }),
        snippet(73, { title: '', terms: [] }),
      ])
        await store.snippets.insertOne(one);
      const sort = { _id: 1 } as const;
      for (const projection of [
        { terms: 0 },
        { markup: 0, terms: 0 },
        { markup: 0, code: 0, terms: 0 },
        { title: 1, code: 1, excerpt: 1 },
        { title: 1, created: 1 },
        { _id: 1 },
      ] as const)
        for (const limit of [1, 2, 50]) {
          const options = { projection, sort, limit };
          const found = await store.snippets.find({ _id: { $gte: 71 } }, options).toArray();
          const many = await store.readMany(store.snippets, { _id: { $gte: 71 } }, options);
          assert.deepEqual(many, found);
          assert.equal(many.length, Math.min(limit, 3));
        }
      assert.deepEqual(await store.readMany(store.snippets, { _id: { $gte: 100 } }, { sort, limit: 5 }), []);
    });

    it('are refused under an _id or a unique value that is taken, and nothing changes', async () => {
      await store.users.insertOne(user(1, 'ada'));
      await assert.rejects(store.users.insertOne(user(1, 'grace')), isDuplicateKey);
      await assert.rejects(store.users.insertOne(user(2, 'ada')), isDuplicateKey);
      await store.users.insertOne(user(3, 'Ada'));
      assert.equal(await countOf(store.users), 2);
      await assert.rejects(store.users.updateOne({ _id: 3 }, { $set: { username: 'ada' } }), isDuplicateKey);
      assert.equal((await store.users.findOne({ _id: 3 }))?.username, 'Ada');
    });

    it('that are sent together each get their own result, and the failure of one is not seen by others', async () => {
      await store.users.insertOne(user(20, 'taken'));
      const names = ['one', 'taken', 'two', 'one', 'three'];
      const outcomes = await Promise.allSettled(
        names.map((name, i) => store.users.insertOne(user(21 + i, name))),
      );
      const failed = outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [names[i]] : []));
      assert.deepEqual(failed.sort(), ['one', 'taken']);
      for (const outcome of outcomes)
        assert.ok(outcome.status === 'fulfilled' || isDuplicateKey(outcome.reason));
      for (const name of ['one', 'two', 'three'])
        assert.ok(await store.users.findOne({ username: name }), name);
    });
  });

  describe('filters', () => {
    fresh();
    before(async () => {
      for (let id = 1; id <= 6; id += 1) {
        await store.snippets.insertOne(snippet(id, { ownerId: id === 6 ? null : 1 + (id % 2) }));
      }
    });
    const at = (id: number) => new Date(START + id);
    const ids = async (filter: Parameters<Store['snippets']['find']>[0]) =>
      (await store.snippets.find(filter, { projection: { _id: 1 } }).toArray())
        .map(({ _id }) => _id)
        .sort((a, b) => a - b);

    it('know equality', async () => {
      assert.deepEqual(await ids({ ownerId: 2 }), [1, 3, 5]);
      assert.deepEqual(await ids({ ownerId: null }), [6]);
    });

    it('know $gt, $gte, $lt and $lte, alone and together', async () => {
      assert.deepEqual(await ids({ _id: { $gt: 4 } }), [5, 6]);
      assert.deepEqual(await ids({ _id: { $gte: 4 } }), [4, 5, 6]);
      assert.deepEqual(await ids({ _id: { $lt: 2 } }), [1]);
      assert.deepEqual(await ids({ ownerId: { $lte: 1 } }), [2, 4]);
      assert.deepEqual(await ids({ _id: { $gt: 1, $lt: 4 } }), [2, 3]);
    });

    it('know $in, also with nothing', async () => {
      assert.deepEqual(await ids({ _id: { $in: [5, 2, 99] } }), [2, 5]);
      assert.deepEqual(await ids({ ownerId: { $in: [1] } }), [2, 4]);
      assert.deepEqual(await ids({ _id: { $in: [] } }), []);
    });

    it('narrow an _id by any field', async () => {
      assert.ok(await store.snippets.findOne({ _id: 1, version: 1, linenos: false }));
      assert.equal(await store.snippets.findOne({ _id: 1, version: 2 }), null);
      assert.equal(await store.snippets.findOne({ _id: 1, linenos: true }), null);
    });

    it('sort both ways and take a part', async () => {
      const page = (way: 1 | -1, limit: number) =>
        store.snippets.find({}, { sort: { _id: way }, limit, projection: { _id: 1 } }).toArray();
      assert.deepEqual(await page(1, 2), [{ _id: 1 }, { _id: 2 }]);
      assert.deepEqual(await page(-1, 2), [{ _id: 6 }, { _id: 5 }]);
      assert.equal((await page(1, 0)).length, 6);
      const newest = await store.snippets.findOne({}, { sort: { _id: -1 } });
      assert.equal(newest?._id, 6);
    });

    it('leave out or bring the fields of a projection', async () => {
      const projection = { markup: 0, code: 0, terms: 0 } as const;
      const without = await store.snippets.findOne({ _id: 1 }, { projection });
      const { markup: _, code: __, ...rest } = read(snippet(1, { ownerId: 2 }));
      assert.deepEqual(without, rest);
      const some = await store.snippets.findOne({ _id: 1 }, { projection: { created: 1, excerpt: 1 } });
      assert.deepEqual(some, { _id: 1, created: at(1), excerpt: 'print(1)' });
    });
  });

  describe('terms', () => {
    fresh();
    type Terms = (string | RegExp)[];
    const idsOf = async (all: Terms, range: object = {}, way: 1 | -1 = 1, limit = 0) => {
      const filter = { terms: { $all: all }, ...range };
      const slice = { sort: { _id: way }, limit, projection: { _id: 1 } } as const;
      const found = await store.snippets.find(filter, slice).toArray();
      const many = await store.readMany(store.snippets, filter, slice);
      assert.deepEqual(many, found);
      return found.map(({ _id }) => _id);
    };
    before(async () => {
      const lists = [['a', 'b'], ['b', 'c', 'b'], ['a', 'b', 'c'], [], ['c'], ['a']];
      for (const [i, terms] of lists.entries())
        await store.snippets.insertOne(snippet(i + 1, { terms, ownerId: (i % 2) + 1 }));
    });

    it('find the records that have all of them, in the order of the ids', async () => {
      assert.deepEqual(await idsOf(['a']), [1, 3, 6]);
      assert.deepEqual(await idsOf(['b']), [1, 2, 3]);
      assert.deepEqual(await idsOf(['b', 'a']), [1, 3]);
      assert.deepEqual(await idsOf(['c', 'b', 'a', 'a']), [3]);
      assert.deepEqual(await idsOf(['b'], {}, -1), [3, 2, 1]);
      assert.deepEqual(await idsOf(['b'], {}, -1, 2), [3, 2]);
    });

    it('are no other term, not the beginning of one, and never all of nothing', async () => {
      for (const none of [['d'], ['a', 'd'], ['aa'], [':'], []])
        assert.deepEqual(await idsOf(none), [], JSON.stringify(none));
    });

    it('are narrowed by ids', async () => {
      assert.deepEqual(await idsOf(['a'], { _id: { $gt: 1 } }), [3, 6]);
      assert.deepEqual(await idsOf(['a'], { _id: { $gt: 1, $lte: 5 } }), [3]);
      assert.deepEqual(await idsOf(['a'], { _id: { $gte: 3, $lt: 6 } }, -1), [3]);
      assert.equal(await countOf(store.snippets, { terms: { $all: ['c'] } }), 3);
    });

    it('are found by their beginning, together with others', async () => {
      const terms = [
        ['lrucache', 'o:7'],
        ['lru', 'o:7'],
        ['lrux', 'o:8'],
        ['日本', '本語', '語'],
      ];
      for (const [i, each] of terms.entries())
        await store.snippets.insertOne(snippet(100 + i, { terms: each, ownerId: 9 }));
      assert.deepEqual(await idsOf([/^lru/]), [100, 101, 102]);
      assert.deepEqual(await idsOf([/^lruc/]), [100]);
      assert.deepEqual(await idsOf([/^lru/, 'o:7']), [100, 101]);
      assert.deepEqual(await idsOf([/^lru/, /^o:/, 'o:8']), [102]);
      assert.deepEqual(await idsOf([/^lru/], { _id: { $lt: 102 } }, -1), [101, 100]);
      assert.deepEqual(await idsOf([/^日/]), [103]);
      assert.deepEqual(await idsOf(['日本', '本語']), [103]);
      assert.deepEqual(await idsOf([/^語/]), [103]);
      assert.deepEqual(await idsOf([/^ru/]), []);
      await store.snippets.deleteMany({ ownerId: 9 });
    });

    it('are found by a long beginning, whether a few terms begin so or many', async () => {
      const names = Array.from({ length: 250 }, (_, i) => `longbeginning${i}`);
      const terms = [names.slice(0, 125), names.slice(125), ['longbeginnings', 'o:7'], ['longbegin']];
      for (const [i, each] of terms.entries())
        await store.snippets.insertOne(snippet(100 + i, { terms: each, ownerId: 9 }));
      assert.deepEqual(await idsOf([/^longbegin/]), [100, 101, 102, 103]);
      assert.deepEqual(await idsOf([/^longbeginning/], {}, -1, 2), [102, 101]);
      assert.deepEqual(await idsOf([/^longbeginning249/]), [101]);
      assert.deepEqual(await idsOf([/^longbeginnin/, 'o:7']), [102]);
      assert.deepEqual(await idsOf([/^longbeginningx/]), []);
      await store.snippets.deleteMany({ ownerId: 9 });
    });

    it('are found among many records that have all of them but one, in either order and from any id', async () => {
      const begin = 1000;
      const many = Array.from({ length: 600 }, (_, i) => {
        const rare = i % 100 === 99 ? 'rare' : 'other';
        const most = i % 100 === 50 ? [] : ['most'];
        return snippet(begin + i, { terms: ['many', rare, ...most, 'p1', 'p_2', 'p-3'], ownerId: 3 });
      });
      await store.insertMany(store.snippets, many);
      const both = ['many', 'most', 'rare'];
      const expected = [1099, 1199, 1299, 1399, 1499, 1599];
      assert.deepEqual(await idsOf(both), expected);
      assert.deepEqual(await idsOf(both, {}, -1), expected.toReversed());
      assert.deepEqual(await idsOf(both, {}, 1, 4), expected.slice(0, 4));
      assert.deepEqual(await idsOf(['p1', ...both, 'p_2', 'p-3', /^man/]), expected);
      assert.deepEqual(await idsOf(['p1', ...both, 'p_2', 'p-3', 'p4']), []);
      assert.equal((await idsOf(['many', 'most'])).length, 594);
      assert.deepEqual(await idsOf(['many', 'most'], {}, -1, 1), [1599]);
      assert.deepEqual(await idsOf(both, { _id: { $gt: 1250 } }), expected.slice(2));
      assert.deepEqual(await idsOf(both, { _id: { $lt: 1450 } }, -1), expected.slice(0, 4).toReversed());
      await store.snippets.deleteMany({ ownerId: 3 });
    });

    it('are those that were last saved', async () => {
      await store.snippets.updateOne({ _id: 5 }, { $set: { terms: ['c', 'new'] } });
      assert.deepEqual([await idsOf(['c']), await idsOf(['new'])], [[2, 3, 5], [5]]);
      await store.snippets.updateOne({ _id: 5 }, { $set: { terms: ['new'] } });
      assert.deepEqual([await idsOf(['c']), await idsOf(['new'])], [[2, 3], [5]]);
      await store.snippets.updateOne({ _id: 5 }, { $set: { title: 'other' } });
      assert.deepEqual(await idsOf(['new']), [5]);
    });

    it('are saved and deleted with their records, also in one turn with others that fail', async () => {
      await Promise.allSettled([
        store.snippets.insertOne(snippet(21, { terms: ['turn'] })),
        store.snippets.insertOne(snippet(1, { terms: ['turn'] })),
        store.snippets.insertOne(snippet(22, { terms: ['turn'] })),
        store.snippets.deleteOne({ _id: 22, version: 7 }),
      ]);
      assert.deepEqual(
        [await idsOf(['turn']), await idsOf(['a'])],
        [
          [21, 22],
          [1, 3, 6],
        ],
      );
      await Promise.all([store.snippets.deleteOne({ _id: 21 }), store.snippets.deleteOne({ _id: 22 })]);
      assert.deepEqual(await idsOf(['turn']), []);
    });

    it('are gone with their records', async () => {
      await store.snippets.deleteOne({ _id: 1 });
      assert.deepEqual(await idsOf(['a']), [3, 6]);
      assert.equal((await store.snippets.deleteMany({ _id: { $in: [2, 3] } })).deletedCount, 2);
      assert.deepEqual(await idsOf(['a']), [6]);
    });
  });

  describe('updates', () => {
    fresh();
    before(() => store.snippets.insertOne(snippet(1)));

    it('change fields, and leave the others', async () => {
      const changed = await store.snippets.updateOne(
        { _id: 1, version: 1 },
        { $set: { title: 'new', excerpt: '<p>' }, $inc: { version: 1 } },
      );
      assert.equal(changed.matchedCount, 1);
      const expected = read(snippet(1, { title: 'new', excerpt: '<p>', version: 2 }));
      assert.deepEqual(await store.snippets.findOne({ _id: 1 }, WITHOUT_TERMS), expected);
    });

    it('insert with upsert, from the filter, $set and $inc', async () => {
      for (const value of [2, 4]) {
        await store.counters.updateOne({ _id: 'hits' }, { $inc: { value: 2 } }, { upsert: true });
        assert.deepEqual(await store.counters.findOne({ _id: 'hits' }), { _id: 'hits', value });
      }
      for (const value of ['first', 'second']) {
        await store.meta.updateOne({ _id: 'fact' }, { $set: { value } }, { upsert: true });
        assert.deepEqual(await store.meta.findOne({ _id: 'fact' }), { _id: 'fact', value });
      }
    });
  });

  describe('deletes', () => {
    fresh();

    it('take one, many, or none, and say how many', async () => {
      for (let id = 1; id <= 5; id += 1) {
        await store.snippets.insertOne(snippet(id, { ownerId: id < 4 ? 1 : 2 }));
      }
      assert.equal((await store.snippets.deleteOne({ _id: 5, version: 2 })).deletedCount, 0);
      assert.equal((await store.snippets.deleteOne({ _id: 5, version: 1 })).deletedCount, 1);
      assert.equal((await store.snippets.deleteOne({ ownerId: 1 })).deletedCount, 1);
      assert.equal((await store.snippets.deleteMany({ ownerId: 1 })).deletedCount, 2);
      assert.equal((await store.snippets.deleteMany({})).deletedCount, 1);
      assert.equal(await countOf(store.snippets), 0);
    });
  });

  describe('ids', () => {
    fresh();
    const insert = (name: string, { insertNext, users } = store) =>
      insertNext(users, withoutId(user(0, name)));

    it('rise from 1, each given once, also when two openers ask at once', async () => {
      const other = await stores.open();
      const names = Array.from({ length: 40 }, (_, i) => `user-${i}`);
      const given = await Promise.all(names.map((name, i) => insert(name, i % 2 ? store : other)));
      assert.deepEqual(
        given.toSorted((a, b) => a - b),
        names.map((_, i) => i + 1),
      );
      for (const [i, _id] of given.entries())
        assert.equal((await store.users.findOne({ _id }))?.username, names[i]);
    });

    it('come with times that never fall, also after a clock was set back', async (t) => {
      const createdOf = async (_id: number) => (await store.users.findOne({ _id }))?.created;
      const first = await createdOf(await insert('first'));
      t.mock.timers.enable({ apis: ['Date'], now: Number(first) - 3_600_000 });
      const late = await insert('late');
      t.mock.timers.reset();
      assert.deepEqual(await createdOf(late), first);
    });

    it('are given to the others when one of many inserts is refused', async () => {
      const count = await countOf(store.users);
      const [one, taken, two] = await Promise.allSettled(
        ['one', 'user-1', 'two'].map((name) => insert(name)),
      );
      assert.ok(one?.status === 'fulfilled' && two?.status === 'fulfilled' && two.value > one.value);
      assert.ok(taken?.status === 'rejected' && isDuplicateKey(taken.reason));
      assert.equal(await countOf(store.users), count + 2);
    });
  });

  describe('replaced versions', () => {
    fresh();
    const replace = (_id: number, version: number, set: Partial<SnippetRecord>) =>
      store.replace(store.snippets, { _id, version }, set);

    it('are found with their new fields, whatever texts begin with, and a version more', async () => {
      const set = { title: '$version', code: '$$ROOT', markup: '$a', excerpt: '', terms: ['$owner', 'new'] };
      await store.snippets.insertOne(snippet(1));
      assert.equal(await replace(1, 1, set), true);
      const { terms: _, ...fields } = set;
      assert.deepEqual(
        await store.snippets.findOne({ _id: 1 }, { projection: { terms: 0 } }),
        read(snippet(1, { ...fields, version: 2 })),
      );
      assert.equal(await countOf(store.snippets, { terms: { $all: ['new'] } }), 1);
      assert.equal(await countOf(store.snippets, { terms: { $all: ['print'] } }), 0);
      assert.equal(await replace(1, 2, {}), true);
      assert.equal((await store.snippets.findOne({ _id: 1 }))?.version, 3);
    });

    it('are those of the saves that say so, among many at once', async () => {
      for (let id = 2; id <= 9; id += 1)
        await store.snippets.insertOne(snippet(id, { version: 1 + (id % 2) }));
      const other = await stores.open();
      const wanted = [2, 3, 4, 4, 5, 6, 6, 77];
      const saves = wanted.map((id, i) =>
        (i % 2 ? store : other).replace(store.snippets, { _id: id, version: 1 }, { title: `save ${i}` }),
      );
      const saved = await Promise.all(saves);
      for (const [i, id] of wanted.entries()) {
        const title = (await store.snippets.findOne({ _id: id }))?.title;
        assert.equal(saved[i], title === `save ${i}`, `save ${i} of ${id}`);
      }
      assert.deepEqual([saved[0], saved[1], saved[4], saved[7]], [true, false, false, false]);
      assert.equal((await store.snippets.findOne({ _id: 4 }))?.version, 2);
    });
  });

  describe('usage', () => {
    fresh();

    /** What is kept, and what it should be. */
    async function usages(of: Store): Promise<[kept: unknown, right: unknown]> {
      const right = new Map<number, { _id: number; snippets: number; bytes: number }>();
      for (const { ownerId, bytes } of await of.snippets.find({}).toArray()) {
        if (ownerId === null) continue;
        const { snippets, bytes: sum } = right.get(ownerId) ?? { snippets: 0, bytes: 0 };
        right.set(ownerId, { _id: ownerId, snippets: snippets + 1, bytes: sum + bytes });
      }
      const kept = await of.usage.find({}, { sort: { _id: 1 } }).toArray();
      const byId = [...right.values()].sort((one, other) => one._id - other._id);
      return [kept.filter(({ snippets, bytes }) => snippets !== 0 || bytes !== 0), byId];
    }
    async function isRight(of: Store): Promise<void> {
      const [kept, right] = await usages(of);
      assert.deepEqual(kept, right);
    }

    it('is counted by the first start with a quota, changes with each save, and is dropped without one', async () => {
      for (const [_id, ownerId] of [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, null],
      ] as const)
        await store.snippets.insertOne(snippet(_id, { ownerId, bytes: 10 * _id }));
      assert.deepEqual(await store.usage.find({}).toArray(), []);
      const counting = await stores.open({ hasQuota: true });
      await counting.ready;
      await isRight(counting);
      const { snippets } = counting;
      await counting.counters.insertOne({ _id: 'snippets', value: 4 });
      const made = [1, 7, null].map((ownerId) => newSnippet({ ownerId, bytes: 5 }));
      const ids = await Promise.all(made.map((each) => counting.insertNext(snippets, each)));
      await isRight(counting);
      const outcomes = [
        await counting.replace(snippets, { _id: 1, version: 1 }, { bytes: 3 }),
        await counting.replace(snippets, { _id: 1, version: 1 }, { bytes: 9 }),
        await counting.replace(snippets, { _id: 2, version: 1 }, {}),
        await counting.replace(snippets, { _id: 3, version: 1 }, { ownerId: 8, owner: 'eve', bytes: 4 }),
        await counting.replace(snippets, { _id: 4, version: 1 }, { ownerId: 1, owner: 'ada' }),
        await counting.remove(snippets, { _id: ids[0] ?? 0, version: 2 }),
        await counting.remove(snippets, { _id: ids[0] ?? 0, version: 1 }),
        await counting.remove(snippets, { _id: ids[2] ?? 0, version: 1 }),
      ];
      assert.deepEqual(outcomes, [true, false, true, true, true, false, true, true]);
      await isRight(counting);
      // A command keeps it too.
      const command = await stores.open();
      await command.ready;
      await command.insertNext(command.snippets, newSnippet({ ownerId: 9 }));
      await isRight(counting);
      await counting.usage.updateOne({ _id: 1 }, { $inc: { bytes: 1000 } });
      await counting.countUsage();
      await isRight(counting);
      const without = await stores.open({ hasQuota: false });
      await without.ready;
      assert.deepEqual(await without.usage.find({}).toArray(), []);
    });

    it('is none of a save that fails', async () => {
      const counting = await stores.open({ hasQuota: true });
      await counting.ready;
      const keyed = (key: string) => newSnippet({ key, fingerprint: 'f', ownerId: 1 });
      const all = ['a', 'b', 'a', 'c'].map((key) => counting.insertNext(counting.snippets, keyed(key)));
      const settled = await Promise.allSettled(all);
      assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 3);
      await isRight(counting);
    });
  });

  describe('indexes', () => {
    fresh();

    it('with a lifetime take away what is over, and only that', async () => {
      const nonce = (_id: string, ms: number) => ({ _id, expiresAt: new Date(Date.now() + ms) });
      await store.oauth1Nonces.insertOne(nonce('over', -3_600_000));
      await store.oauth1Nonces.insertOne(nonce('later', 3_600_000));
      await until('one is left', async () => (await countOf(store.oauth1Nonces)) === 1);
      const left = await store.oauth1Nonces.find({}, { projection: { _id: 1 } }).toArray();
      assert.deepEqual(left, [{ _id: 'later' }]);
    });
  });

  describe('opening', () => {
    afterEach(() => stores.reset());

    it('works for several openers of a new store at once', async () => {
      const opened = await Promise.all([stores.open(), stores.open(), stores.open()]);
      await Promise.all(opened.map((one) => one.ready));
      assert.deepEqual(await opened[0]?.meta.findOne({ _id: 'schema' }), {
        _id: 'schema',
        value: STORE_VERSION,
      });
    });

    it('refuses a store of another version, with the reason and the way out', async () => {
      const first = await stores.open();
      await first.meta.updateOne({ _id: 'schema' }, { $set: { value: 99 } });
      await first.close();
      // A busy MongoDB answers after the store is opened.
      const opening = stores.open().then(({ ready }) => ready);
      await assert.rejects(opening, (error: Error) => {
        assert.ok(error instanceof StoreRefused);
        assert.match(error.message, /version 99, this release reads \d+: start the release that wrote it/);
        return true;
      });
    });

    it('brings a store of the version before forward', async () => {
      const first = await stores.open();
      await first.snippets.insertOne(snippet(1));
      await first.meta.updateOne({ _id: 'schema' }, { $set: { value: STORE_VERSION - 1 } });
      await first.close();
      const second = await stores.open();
      await second.ready;
      assert.equal((await second.meta.findOne({ _id: 'schema' }))?.value, STORE_VERSION);
      assert.equal((await second.snippets.findOne({ _id: 1 }))?.title, 'title 1');
      for (const term of ['title', 'print', /^tit/, /^prin/])
        assert.equal(await countOf(second.snippets, { terms: { $all: [term] } }), 1);
    });

    it('leaves a closed store that rejects', async () => {
      const opened = await stores.open();
      await opened.close();
      await assert.rejects(opened.ping(), isStoreUnavailable);
      await assert.rejects(opened.snippets.insertOne(snippet(1)), isStoreUnavailable);
    });
  });
}
