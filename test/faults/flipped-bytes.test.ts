/** One flipped byte at a time in the file of the embedded store: nothing wrong is served as right, and all are found. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { findDamagedPages } from '#src/store/embedded/integrity.js';
import { findProblems } from '#src/store/find-problems.js';
import { openStore, type SnippetRecord } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { isFull } from '../helpers/full.js';
import { random, sourceFiles } from '../helpers/source-files.js';
import { read, recordingLog, snippet, user } from '../store/samples.js';

const EACH = isFull ? 20 : 2;
const RECORDS = 60;

/**
 * Bytes of the header that a reader uses (sqlite.org/fileformat.html, 1.3): magic text, page size, versions, reserved
 * space, fractions, size, free pages, the last byte of the schema format, largest root page.
 */
const HEADER = [...range(0, 23), ...range(28, 39), 47, ...range(52, 55)];

it(`${5 * EACH} flipped bytes in use are found, each by a read or by check`, async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
  test.after(() => rm(folder, { recursive: true }));
  const whole = await makeStore(join(folder, 'whole'));
  assert.equal(await findIn(join(folder, 'control'), whole.content, whole.records), undefined);
  const next = random(27);
  const found = new Map<string, number>();
  for (const [part, placeIn] of Object.entries(placesOf(whole, join(folder, 'whole', FILE_NAME)))) {
    for (let i = 0; i < EACH; i += 1) {
      const place = placeIn(next);
      const [content, bit] = [Buffer.from(whole.content), 1 << Math.floor(next() * 8)];
      content[place] = (content[place] ?? 0) ^ bit;
      const how = await findIn(join(folder, `${part}-${i}`), content, whole.records);
      assert.ok(how, `nobody finds the flipped bit ${bit} of byte ${place} in ${part}`);
      found.set(`${part}: ${how}`, (found.get(`${part}: ${how}`) ?? 0) + 1);
    }
  }
  console.log([...found].map(([what, count]) => `${what} ${count}`).join(', '));
});

interface Whole {
  readonly content: Buffer;
  readonly records: readonly SnippetRecord[];
}

/** In one write, so that no part of the file is out of use. */
async function makeStore(dataDir: string): Promise<Whole> {
  const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
  const records = sourceFiles(RECORDS, 6000).map(({ code }, i) => {
    const markup = `<pre>${[...code].toReversed().join('')}</pre>`;
    // Other text than the code, so that it can be told from it in the file.
    const excerpt = code.slice(0, 300).split(/(?:)/u).toReversed().join(`·${i}·`);
    return snippet(i + 1, { code, markup, excerpt, ownerId: (i % 5) + 1 });
  });
  await store.load(
    store.snippets,
    records.map((record) => ({ ...record, terms: termsOf(record) })),
  );
  for (let id = 1; id <= 5; id += 1) await store.users.insertOne(user(id, `user-${id}`));
  for (const [_id, value] of [
    ['snippets', RECORDS],
    ['users', 5],
  ] as const)
    await store.counters.updateOne({ _id }, { $set: { value } }, { upsert: true });
  await store.close();
  return { content: await readFile(join(dataDir, FILE_NAME)), records: records.map(read) };
}

type Random = () => number;

/** Where a byte of each part of the file stands. */
function placesOf({ content, records }: Whole, path: string): Record<string, (next: Random) => number> {
  const pick = <T>(list: readonly T[], next: Random): T => list[Math.floor(next() * list.length)] as T;
  /** Of a value that stands in the file, in one piece or over some pages. */
  const placeOf = (take: () => Buffer, next: Random): number => {
    for (let tried = 0; tried < 10_000; tried += 1) {
      const value = take();
      const from = Math.floor(next() * Math.max(1, value.length - 8));
      const piece = value.subarray(from, from + 8);
      const at = content.indexOf(piece);
      if (piece.length > 3 && at > 0 && content.indexOf(piece, at + 1) < 0) return at + (from % piece.length);
    }
    throw new Error('no piece stands in the file once');
  };
  const blocks = blocksOf(path);
  return {
    text: (next) => placeOf(() => Buffer.from(JSON.stringify(pick(records, next).code)), next),
    html: (next) => placeOf(() => Buffer.from(JSON.stringify(pick(records, next).markup)), next),
    columns: (next) => {
      const { _id, created, title, excerpt } = pick(records, next);
      const doc = `{"_id":${_id},"created":{"$date":"${created.toISOString()}"},"title":"${title}"`;
      const other = Buffer.from(next() < 0.5 ? JSON.stringify(excerpt) : doc);
      return next() < 0.8
        ? placeOf(() => other, next)
        : placeOf(() => Buffer.from('{"_id":3,"username":"user-3"'), next);
    },
    header: (next) => pick(HEADER, next),
    index: (next) => placeOf(() => pick(blocks, next), next),
  };
}

/** Of the index of terms: nearly all of them are leaves, with terms and ids. */
function blocksOf(path: string): Buffer[] {
  const database = new Database(path, { readonly: true });
  // In raw mode a row is the array of its columns.
  const rows = database.prepare('select block from snippets_terms_data').raw().all([]) as [Buffer][];
  database.close();
  return rows.map(([block]) => block);
}

/** @returns who finds the damage; undefined when nobody does */
async function findIn(
  dataDir: string,
  content: Buffer,
  records: readonly SnippetRecord[],
): Promise<string | undefined> {
  const path = join(dataDir, FILE_NAME);
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(path, content);
  try {
    const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog()).catch(() => undefined);
    if (store === undefined) return 'opening';
    try {
      let isRefused = false;
      for (const record of records) {
        const stored = await store.snippets.findOne({ _id: record._id }).catch(() => {
          isRefused = true;
          return record;
        });
        assert.ok(isDeepStrictEqual(stored, record), `the record ${record._id} is served wrong`);
      }
      if (isRefused) return 'a read';
      if (findDamagedPages(path).length > 0) return 'check';
      for await (const _problem of findProblems(store)) return 'check';
      return undefined;
    } finally {
      await store.close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
