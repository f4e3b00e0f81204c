/** `?q=`: words of title and code and parts of names, all of them, with the same result on both stores. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { soughtTerms, termsOf } from '#src/store/terms.js';
import { startApp, type TestApp, type TestUser, useAppWithUsers } from '../helpers/app.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { describeOnBothStores } from '../helpers/stores.js';

const idsAt = async (app: TestApp, path: string): Promise<number[]> => {
  const snippets: { id: number }[] = await (await app.fetch(path)).json();
  return snippets.map(({ id }) => id);
};
const search = (app: TestApp, q: string, more: Readonly<Record<string, string>> = {}) =>
  idsAt(app, `/snippets/?${new URLSearchParams({ q, ...more })}`);

describeOnBothStores('a search', (store) => {
  const ids = new Map<string, number>();
  const { app, alice, bob } = useAppWithUsers({ store });
  before(async () => {
    const add = async (name: string, by: TestUser, title: string, code: string, language = 'python') =>
      ids.set(name, (await app.client(by).createSnippet({ title, code, language: language as 'python' })).id);
    await add('greeting', alice, 'Greeting', 'print("hello, world")');
    await add('shout', bob, 'Loud greeting', 'console.log("HELLO");', 'javascript');
    await add('street', alice, 'Straße', 'größe = ΟΔΟΣ_1 + naïve  # Ünïcödé');
    await add('chars', bob, "x²; don't", 'a.b->c[$key] === `%s` \\d+ ^{"$gt": 1}$ -- 50%\n漢字 かな привет');
    await add('wide', alice, 'ｆｏｏ＿ｂａｒ', 'ﬁle("②") // Ⓐ');
  });
  const named = async (q: string, more?: Readonly<Record<string, string>>) => {
    const found = await search(app, q, more);
    return found.map((id) => [...ids].find(([, known]) => known === id)?.[0]);
  };

  const ALL = ['greeting', 'shout', 'street', 'chars', 'wide'];
  const FOUND: readonly (readonly [names: readonly string[], ...searches: string[]])[] = [
    [['greeting', 'shout'], 'hello', 'HeLLo', 'greeting hello', 'hell'],
    [['greeting'], 'hello world', 'world   hello\t', 'GREET wor', 'print("hello', 'hello\0world'],
    [['shout'], 'console.log'],
    [['street'], 'strasse', 'STRASSE größe', 'GRÖSSE', 'οδος_1', 'ΟΔΟΣ', 'nai\u0308ve', 'ÜNÏCÖDÉ'],
    [['chars'], 'x', 'don', "don't", '$key', '{"$gt": 1}', 'a.b', '\\d+', '50%'],
    [['chars'], '漢字', '漢', 'な', 'ПРИВЕТ かな'],
    [['wide'], 'foo_bar', 'foo', 'fooBar', 'FILE'],
    [['chars', 'wide'], 'ⓐ', 'a'],
    [[], 'greeting print loud', 'he', 'ello wor', 'ello', 'groesse', 'unicode', '字漢', "' or 1=1 --"],
    [[], '.*', '%', '_', '+++', '"', '\0', '__proto__', '$where', 'constructor'],
    [ALL, '', ' \t\n'],
  ];
  for (const [names, ...searches] of FOUND)
    for (const q of searches)
      it(`for ${JSON.stringify(q)} finds ${names.join(', ') || 'nothing'}`, async () => {
        assert.deepEqual(await named(q), names);
      });

  it('takes the last of several q parameters and no other spelling, and filters beside it', async () => {
    assert.deepEqual(await idsAt(app, '/snippets/?q=nothing&q=world'), [ids.get('greeting')]);
    for (const spelling of ['q[$ne]=hello', 'Q=world'])
      assert.equal((await idsAt(app, `/snippets/?${spelling}`)).length, ids.size);
    assert.deepEqual(await named('hello', { owner: 'alice', language: 'javascript' }), []);
    assert.deepEqual(await named('hello', { owner: '', language: '' }), ['greeting', 'shout']);
  });

  it('is searched once for a slice, whose rest comes although its beginning is deleted meanwhile', async (t) => {
    const { id: owner } = bob;
    const { store: stored } = app;
    const found = await stored.snippets.findOne({ _id: ids.get('shout') ?? 0 });
    assert.ok(found);
    const { key: _key, ...sample } = found;
    const many = Array.from({ length: 40 }, (_, i) => ({ ...sample, _id: 1001 + i, terms: ['sliced'] }));
    await stored.insertMany(stored.snippets, many);
    t.after(() => stored.snippets.deleteMany({ _id: { $gt: 1000 } }));
    const { readMany } = stored;
    const searches: object[] = [];
    t.mock.method(stored, 'readMany', async (...args: Parameters<typeof readMany>) => {
      const found = await readMany(...args);
      if ('terms' in args[1]) {
        searches.push(args[1]);
        await stored.snippets.deleteMany({ ownerId: owner, _id: { $gt: 1000, $lte: 1020 } });
      }
      return found;
    });
    const rest = Array.from({ length: 10 }, (_, i) => 1021 + i);
    assert.deepEqual(await search(app, 'sliced', { limit: '30' }), rest);
    assert.equal(searches.length, 1);
  });

  it('is at most 100 characters long, whatever their size', async () => {
    const response = await app.fetch(`/snippets/?q=${'a'.repeat(101)}`);
    const expected = { detail: 'Invalid input.', q: ['Ensure this field has no more than 100 characters.'] };
    assert.deepEqual([response.status, await response.json()], [400, expected]);
    const word = '𝐱'.repeat(100);
    const { id } = await app.client(alice).createSnippet({ code: `${word} ${'y'.repeat(201)}` });
    assert.deepEqual(await search(app, word), [id]);
    assert.deepEqual(await search(app, 'x'.repeat(100)), [id]);
    await app.client(alice).deleteSnippet({ id });
  });

  it('follows what is saved and deleted', async () => {
    const client = app.client(bob);
    const { id } = await client.createSnippet({ title: 'Draft', code: 'alpha beta' });
    assert.deepEqual(await search(app, 'beta'), [id]);
    await client.updateSnippet({ id, title: 'Final', code: 'beta gamma' });
    assert.deepEqual([await search(app, 'alpha'), await search(app, 'draft')], [[], []]);
    assert.deepEqual([await search(app, 'final gamma'), await search(app, 'beta')], [[id], [id]]);
    await client.deleteSnippet({ id });
    assert.deepEqual(await search(app, 'beta'), []);
  });
});

/** Searches on both stores; more when a release is tested. */
const SEARCHES = Number(process.env.SEARCHES ?? 40);
const SNIPPETS = 40;

describe('both stores', { skip: skipWithoutMongod }, () => {
  const names = ['ada', 'bo'];
  const apps: TestApp[] = [];
  const words = [
    ...['a', 'A', 'b_1', 'ß', 'SS', 'Σ', 'ς', 'é', 'e\u0301', '１', '1', '漢', '漢字か', 'lruCache', 'lruc'],
    ...['İ', '$', '²', '\u200d', '"', "'"],
  ];
  const gap = fc.constantFrom(' ', '\n', '-', '.', '', '\u00a0', '%', '\\');
  const text = fc
    .array(fc.tuple(fc.constantFrom(...words), gap), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.flat().join(''));
  const snippets = fc.sample(
    fc.record({
      title: text.filter((title) => [...title].length <= 100),
      code: text.filter((code) => /\S/.test(code)),
      language: fc.constantFrom('python' as const, 'ruby' as const),
      by: fc.nat(1),
    }),
    { numRuns: SNIPPETS, seed: 7 },
  );
  before(async () => {
    for (const store of ['embedded', 'mongodb'] as const) {
      const app = await startApp({ store });
      apps.push(app);
      const users: TestUser[] = [];
      for (const name of names) users.push(await app.addUser(name));
      for (const { by, ...snippet } of snippets) await app.client(users[by]).createSnippet(snippet);
    }
  });
  after(() => Promise.all(apps.map((app) => app.close())));

  /** All slices of a list, each store led by its own links. */
  async function readAll(app: TestApp, query: Readonly<Record<string, string>>): Promise<unknown[][]> {
    const slices: unknown[][] = [];
    for (let path: string | undefined = `/snippets/?${new URLSearchParams(query)}`; path !== undefined; ) {
      const response: Response = await app.fetch(path);
      slices.push(await response.json());
      path = /<(.*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    return slices;
  }

  it('give the same answer to any search, filter and slice, and the right one', async () => {
    const query = fc.record(
      {
        q: text.filter((q) => [...q].length <= 100),
        owner: fc.constantFrom('ada', 'bo', 'nobody'),
        language: fc.constantFrom('python', 'ruby'),
        limit: fc.integer({ min: 1, max: 7 }).map(String),
      },
      { requiredKeys: ['q'] },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async ({ q, owner, language, limit }) => {
        const asked = { q, ...(owner && { owner }), ...(language && { language }), ...(limit && { limit }) };
        const [embedded, mongodb] = await Promise.all(apps.map((app) => readAll(app, asked)));
        assert.deepEqual(embedded, mongodb);
        const sought = soughtTerms(q.trim() ? q : undefined, {}) ?? [];
        const expected = snippets.filter(({ title, code, by, ...snippet }) => {
          const terms = termsOf({ title, code, language: snippet.language, ownerId: by });
          const holds = (one: string | RegExp) =>
            terms.some((term) => (typeof one === 'string' ? term === one : one.test(term)));
          const isOwn = owner === undefined || owner === names[by];
          return isOwn && (language ?? snippet.language) === snippet.language && sought.every(holds);
        });
        const codes = embedded?.flat().map((snippet) => (snippet as { code: string }).code);
        const right = expected.map(({ code }) => code);
        assert.deepEqual(codes, right);
        found += expected.length;
      }),
      { numRuns: SEARCHES },
    );
    assert.ok(found > SEARCHES / 4, `${found} found in all`);
  });
});
