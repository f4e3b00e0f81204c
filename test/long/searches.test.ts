/** Random queries over real source files: both stores find what a scan of all terms finds, in the same order. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openStore, type Store } from '#src/store/index.js';
import { soughtTerms, termsOf } from '#src/store/terms.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';
import { recordingLog, snippet } from '../store/samples.js';
import { makeRandom } from './random.js';
import { sourceFiles } from './source-files.js';

const [FILES, QUERIES] = [20_000, 500];
const BATCH = 200;
const OWNERS = 40;
/** The packages hold hardly any text without spaces. */
const CJK = ['日本語の文字列を正規化する', '字符串规范化', '문자열 정규화', '行番号と列'];

describeOnBothStores('searches over source files', (kind) => {
  it(`find for ${QUERIES} random queries over ${FILES} files what a scan finds`, async (test) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-'));
    const store = await openStore({ mongodbUrl: await databaseOf(kind), dataDir }, recordingLog());
    test.after(async () => {
      await store.close();
      await rm(dataDir, { recursive: true });
    });
    await store.ready;
    const { next } = makeRandom(500);
    const { idsByTerm, words } = await fill(store, next);
    let matches = 0;
    for (let i = 0; i < QUERIES; i += 1) {
      const query = makeQuery(words, next);
      const expected = scan(idsByTerm, query);
      assert.deepEqual(await search(store, query), expected, JSON.stringify(query));
      matches += expected.length;
    }
    assert.ok(matches > QUERIES, 'most queries find something');
    console.log(`${kind}: ${QUERIES} queries over ${words.length} files, ${matches} ids compared`);
  });
});

interface Query {
  readonly q: string | undefined;
  readonly ownerId: number | undefined;
  readonly language: string | undefined;
  readonly order: 1 | -1;
  readonly after: number | undefined;
  readonly limit: number;
}

interface Filled {
  readonly idsByTerm: ReadonlyMap<string, readonly number[]>;
  /** Some words of each file, for queries. */
  readonly words: readonly (readonly string[])[];
}

async function fill(store: Store, next: () => number): Promise<Filled> {
  const idsByTerm = new Map<string, number[]>();
  const words: string[][] = [];
  const files = sourceFiles(FILES, 100_000);
  assert.equal(files.length, FILES, 'this machine has too few source files');
  for (let from = 0; from < files.length; from += BATCH) {
    const records = files.slice(from, from + BATCH).map(({ code: text, language }, i) => {
      const id = from + i + 1;
      const code = `${text}\n${id % 50 === 0 ? CJK[id % CJK.length] : ''}`;
      const record = snippet(id, { code, language, ownerId: (id % OWNERS) + 1 });
      const terms = termsOf(record);
      for (const term of new Set(terms)) {
        const ids = idsByTerm.get(term);
        if (ids) ids.push(id);
        else idsByTerm.set(term, [id]);
      }
      const all = code.match(/[\p{L}\p{N}_]+/gu) ?? ['x'];
      words.push(Array.from({ length: 6 }, () => all[Math.floor(next() * all.length)] ?? 'x'));
      return { ...record, terms };
    });
    await store.insertMany(store.snippets, records);
  }
  return { idsByTerm, words };
}

/** Of words of one file, so that most queries find it. */
function makeQuery(words: Filled['words'], next: () => number): Query {
  const upTo = (most: number) => Math.floor(next() * most);
  const file = upTo(words.length);
  const q = Array.from({ length: 1 + upTo(3) }, () => {
    const word = words[file]?.[upTo(6)] ?? 'x';
    const cut = next() < 0.5 ? word : [...word].slice(0, 1 + upTo(word.length)).join('');
    return next() < 0.3 ? cut.toUpperCase() : cut;
  }).join(' ');
  const way = upTo(8);
  return {
    q: way === 0 ? undefined : q,
    ownerId: way < 2 ? ((file + 1) % OWNERS) + 1 : undefined,
    language: way === 2 ? 'go' : undefined,
    order: next() < 0.5 ? 1 : -1,
    after: next() < 0.3 ? upTo(words.length) : undefined,
    limit: 1 + upTo(200),
  };
}

function scan(
  idsByTerm: Filled['idsByTerm'],
  { q, ownerId, language, order, after, limit }: Query,
): number[] {
  const sought = soughtTerms(q, { ownerId, language }) ?? [];
  let found: Set<number> | undefined;
  for (const one of sought) {
    const having = new Set<number>();
    for (const [term, ids] of idsByTerm) {
      const matches = typeof one === 'string' ? term === one : term.startsWith(one.source.slice(1));
      if (matches) for (const id of ids) if (found === undefined || found.has(id)) having.add(id);
    }
    found = having;
  }
  return [...(found ?? [])]
    .filter((id) => after === undefined || (order === 1 ? id > after : id < after))
    .sort((one, other) => order * (one - other))
    .slice(0, limit);
}

async function search(store: Store, { q, ownerId, language, order, after, limit }: Query): Promise<number[]> {
  const range = after === undefined ? {} : { _id: order === 1 ? { $gt: after } : { $lt: after } };
  const found = await store.readMany(
    store.snippets,
    { terms: { $all: soughtTerms(q, { ownerId, language }) ?? [] }, ...range },
    { sort: { _id: order }, limit, projection: { _id: 1 } },
  );
  return found.map(({ _id }) => _id);
}
