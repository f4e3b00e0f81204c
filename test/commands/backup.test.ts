import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import Database from 'libsql';
import { results, run, runHere, type Service, serve, temporaryFolder } from './snippet-store.js';

const SCHEMES = { AUTH_SCHEMES: 'token' };

// Here and not in a hook: Node 20 runs an `after` of a `before` hook when that hook ends.
const folder = await temporaryFolder();

describe('a backup of the embedded store', () => {
  const settings = { ...SCHEMES, DATA_DIR: join(folder, 'data') };
  const backup = join(folder, 'store.backup');
  let token: string;

  const answer = async ({ address }: Service, path: string) => (await fetch(`${address}${path}`)).text();
  const create = (to: Service, code: string) =>
    fetch(`${to.address}/snippets/`, {
      method: 'POST',
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });

  before(async () => {
    await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'correct horse\n');
    [{ token }] = results(await runHere(['tokens', 'create', 'alice', '--json'], settings)) as [
      { token: string },
    ];
  });

  it('holds the first secret key of a store that has none yet, and is restored with it', async () => {
    const [fresh, restored] = [
      { DATA_DIR: join(folder, 'fresh') },
      { DATA_DIR: join(folder, 'restored-fresh') },
    ];
    await runHere(['users', 'create', 'ada', '--password-stdin'], fresh, 'correct horse\n');
    const file = join(folder, 'fresh.backup');
    assert.deepEqual((await runHere(['backup', file], fresh)).stderr, '');
    assert.deepEqual((await runHere(['restore', file], restored)).stderr, '');
    const keys = [fresh, restored].map(({ DATA_DIR }) => readFile(join(DATA_DIR, 'secret-key'), 'utf8'));
    const [made, kept] = await Promise.all(keys);
    assert.equal(made, kept);
  });

  it('is written while the service takes writes, readable by its owner alone', async () => {
    const service = await serve(settings);
    for (let i = 0; i < 5; i += 1) assert.equal((await create(service, `print(${i})`)).status, 201);
    let stop = false;
    const writing = (async () => {
      while (!stop) assert.equal((await create(service, 'print("meanwhile")')).status, 201);
    })();
    const outcome = await run(['backup', backup, '--json'], settings);
    stop = true;
    await writing;
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    const [{ snippets, users }] = results(outcome) as [{ snippets: number; users: number }];
    assert.ok(snippets >= 5);
    assert.equal(users, 1);
    assert.equal(((await stat(backup)).mode & 0o777).toString(8), '600');
  });

  it('is restored with the same answers, ids and tokens, and without the key in the store file', async () => {
    const copy = join(folder, 'quiet.backup');
    await runHere(['backup', copy], settings);
    const expected = await answer(await serve(settings), '/snippets/');
    const restored = { ...SCHEMES, DATA_DIR: join(folder, 'restored') };
    const outcome = await run(['restore', copy], restored);
    assert.equal(outcome.code, 0, outcome.stderr);
    const secret = (await readFile(join(restored.DATA_DIR, 'secret-key'), 'utf8')).trim();
    assert.equal((await readFile(join(restored.DATA_DIR, 'snippet-store.sqlite'))).includes(secret), false);
    const other = await serve(restored);
    assert.equal(await answer(other, '/snippets/'), expected);
    const { id } = (await (await create(other, 'print("after")')).json()) as { id: number };
    assert.equal(id, JSON.parse(expected).length + 1);
    assert.deepEqual(results(await runHere(['check', '--json'], restored)), [{ problems: 0 }]);
  });

  it('replaces no file and no store', async () => {
    const taken = join(folder, 'taken');
    await writeFile(taken, 'mine');
    const refused = await runHere(['backup', taken], settings);
    assert.deepEqual(
      [refused.code, refused.stderr],
      [1, `snippet-store: ${taken} exists already; name another file\n`],
    );
    assert.equal(await readFile(taken, 'utf8'), 'mine');
    const over = await runHere(['restore', backup], settings);
    assert.equal(over.code, 1);
    assert.match(over.stderr, /holds snippet-store\.sqlite already; name an empty folder/);
  });

  it('that is damaged or something else is refused, and nothing is restored', async () => {
    const cut = join(folder, 'cut.backup');
    await copyFile(backup, cut);
    await truncate(cut, 8192);
    for (const file of [cut, join(folder, 'data', 'snippet-store.sqlite'), join(folder, 'missing')]) {
      const DATA_DIR = join(folder, 'untouched');
      const outcome = await runHere(['restore', file], { ...SCHEMES, DATA_DIR });
      assert.equal(outcome.code, 1, file);
      assert.match(outcome.stderr, /is damaged|is not a backup|does not exist/);
      await assert.rejects(stat(join(DATA_DIR, 'snippet-store.sqlite')), /ENOENT/);
      await assert.rejects(stat(join(DATA_DIR, 'secret-key')), /ENOENT/);
    }
  });

  it('names the file that is damaged, be it the store or a backup, and leaves nothing behind', async () => {
    const good = join(folder, 'good.backup');
    assert.equal((await runHere(['backup', good], settings)).code, 0);
    const damaged = { ...SCHEMES, DATA_DIR: join(folder, 'damaged') };
    const store = join(damaged.DATA_DIR, 'snippet-store.sqlite');
    const whole = join(folder, 'whole.sqlite');
    assert.equal((await runHere(['restore', good], damaged)).code, 0);
    await copyFile(store, whole);
    const flip = async (from: string, to: string, sought: string) => {
      const content = await readFile(from);
      // The last one: earlier ones may stand in a free page.
      const at = content.lastIndexOf(sought);
      assert.ok(at >= 0);
      content[at] = (content[at] ?? 0) ^ 1;
      await writeFile(to, content);
    };
    const target = join(folder, 'of-damaged.backup');
    for (const sought of ['print(\\"meanwhile', 'alice', 'SQLite format']) {
      await flip(whole, store, sought);
      const outcome = await runHere(['backup', target], damaged);
      assert.equal(outcome.code, 1, sought);
      assert.ok(outcome.stderr.startsWith(`snippet-store: ${store} is damaged: `), outcome.stderr);
      for (const file of [target, `${target}.partial`]) await assert.rejects(stat(file), /ENOENT/);
    }
    const bad = join(folder, 'bad.backup');
    await flip(good, bad, 'print(\\"meanwhile');
    const outcome = await runHere(['restore', bad], { ...SCHEMES, DATA_DIR: join(folder, 'untouched') });
    assert.equal(outcome.code, 1);
    assert.match(
      outcome.stderr,
      /^snippet-store: \S+bad\.backup is damaged: The record \d+ of snippets is damaged: a/,
    );
    await assert.rejects(stat(join(folder, 'untouched', 'snippet-store.sqlite')), /ENOENT/);
  });

  it('is not restored under another SECRET_KEY, which would revoke its tokens', async () => {
    const outcome = await runHere(['restore', backup], {
      ...SCHEMES,
      DATA_DIR: join(folder, 'other-key'),
      SECRET_KEY: 'x'.repeat(40),
    });
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /SECRET_KEY differs from the key of the backup/);
  });

  it('of MongoDB is left to its own tools', async () => {
    const outcome = await runHere(['backup', join(folder, 'x')], {
      MONGODB_URL: 'mongodb://127.0.0.1:1/x',
      SECRET_KEY: 'x'.repeat(40),
    });
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /MONGODB_URL is set.*use mongodump/);
  });
});

describe('a check of the store', () => {
  it('names damaged records, orphans and a counter that is behind, and changes nothing', async () => {
    const settings = { DATA_DIR: join(folder, 'checked') };
    await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'correct horse\n');
    const path = join(settings.DATA_DIR, 'snippet-store.sqlite');
    const database = new Database(path);
    const insert = database.prepare(
      'insert into snippets (_id, "doc.sum", doc, "code.sum", code) values (?, ?, ?, ?, ?)',
    );
    for (const [id, ownerId, difference] of [
      [1, 9, 0],
      [2, 1, 1],
    ] as const) {
      const created = { $date: '2026-01-01T00:00:00.000Z' };
      const doc = JSON.stringify({ _id: id, created, title: 'lost', ownerId });
      insert.run([id, crc32(doc) + difference, doc, crc32('"code"'), '"code"']);
    }
    database.close();
    const outcome = await runHere(['check'], settings);
    assert.equal(outcome.code, 1);
    assert.equal(outcome.stderr, 'snippet-store: 4 problems found\n');
    assert.match(outcome.stdout, /^snippets 1: it belongs to the user 9, who does not exist$/m);
    assert.match(outcome.stdout, /^snippets 2: The record 2 of snippets is damaged: a checksum differs\.$/m);
    assert.match(outcome.stdout, /^snippets: the index has other terms than the records 1: /m);
    assert.match(outcome.stdout, /^counters snippets: it is at 0, but the id 2 is taken$/m);
    assert.equal((await runHere(['check'], settings)).stdout, outcome.stdout);
  });
});

describe('backup --keep', () => {
  it('names each backup by its time, keeps the newest, and touches nothing else in the folder', async () => {
    const settings = { DATA_DIR: join(folder, 'kept') };
    await runHere(['users', 'create', 'ada'], settings);
    await runHere(['tokens', 'create', 'ada'], settings);
    const backups = join(folder, 'backups');
    await mkdir(backups);
    for (const name of ['snippet-store-20200101T000000Z.backup', 'notes.txt'])
      await writeFile(join(backups, name), '');
    const made: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const outcome = await runHere(['backup', '--keep', '2', backups, '--json'], settings);
      assert.equal(outcome.code, 0, outcome.stderr);
      made.push(basename((results(outcome)[0] as { file: string }).file));
      assert.match(made.at(-1) ?? '', /^snippet-store-\d{8}T\d{6}Z\.backup$/);
      // Names differ by the second.
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
    assert.deepEqual((await readdir(backups)).sort(), ['notes.txt', ...made.slice(1)]);
    assert.equal((await runHere(['backup', '--keep', '0', backups], settings)).code, 2);
    const restored = { DATA_DIR: join(folder, 'from-kept') };
    assert.equal((await runHere(['restore', join(backups, made[2] ?? '')], restored)).code, 0);
  });
});
