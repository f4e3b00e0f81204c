/** `snippet-store backup` makes a DATA_DIR, and `check` finds a damaged page. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import {
  createAlice,
  postSnippet,
  results,
  run,
  runHere,
  type Service,
  serve,
  stop,
  temporaryFolder,
} from '../helpers/service.js';

const SCHEMES = { AUTH_SCHEMES: 'token' };

// Here and not in a hook: Node 20 runs an `after` of a `before` hook when that hook ends.
const folder = await temporaryFolder();
const inFolder = (name: string) => join(folder, name);

describe('a backup of the embedded store', () => {
  const settings = { ...SCHEMES, DATA_DIR: inFolder('data') };
  let token: string;

  const list = async ({ address }: Service) => (await fetch(`${address}/snippets/`)).text();
  const create = (to: Service, code: string) =>
    postSnippet(to, { Authorization: `Token ${token}` }, { code });

  before(async () => {
    token = await createAlice(settings);
  });

  it('is made while the service takes writes, for its owner alone', async () => {
    const service = await serve(settings);
    for (let i = 0; i < 5; i += 1) assert.equal((await create(service, `print(${i})`)).status, 201);
    let stop = false;
    const writing = (async () => {
      while (!stop) assert.equal((await create(service, 'print("meanwhile")')).status, 201);
    })();
    const outcome = await run(['backup', inFolder('busy'), '--json'], settings);
    stop = true;
    await writing;
    assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
    const [{ snippets, users }] = results(outcome) as [{ snippets: number; users: number }];
    assert.ok(snippets >= 5);
    assert.equal(users, 1);
    const modes = ['busy', 'busy/snippet-store.sqlite', 'busy/secret-key'].map(async (name) =>
      ((await stat(inFolder(name))).mode & 0o777).toString(8),
    );
    assert.deepEqual(await Promise.all(modes), ['700', '600', '600']);
    assert.deepEqual((await readdir(folder)).sort(), ['busy', 'data'], 'nothing else is left');
  });

  it('is a folder that a service starts on, with the same answers, ids and tokens', async () => {
    const copy = inFolder('quiet');
    assert.equal((await runHere(['backup', copy], settings)).code, 0);
    const expected = await list(await serve(settings));
    const other = await serve({ ...SCHEMES, DATA_DIR: copy });
    assert.equal(await list(other), expected);
    const { id } = (await (await create(other, 'print("after")')).json()) as { id: number };
    assert.equal(id, JSON.parse(expected).length + 1);
  });

  it('replaces nothing, and says what is missing', async () => {
    await mkdir(inFolder('taken'));
    const cases: [string, Record<string, string>, RegExp][] = [
      [inFolder('taken'), settings, /taken exists already; name another folder/],
      [inFolder('no/such'), settings, /cannot be written \(ENOENT\)/],
      [inFolder('x'), { DATA_DIR: inFolder('none') }, /holds no store to back up/],
      [inFolder('x'), { ...settings, SECRET_KEY: 'x'.repeat(40) }, /is not that of the copy/],
      [inFolder('x'), { MONGODB_URL: 'mongodb://h/x', SECRET_KEY: 'x'.repeat(40) }, /use mongodump/],
    ];
    for (const [target, given, message] of cases) {
      const { code, stderr } = await runHere(['backup', target], given);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
    await assert.rejects(stat(inFolder('x')), /ENOENT/);
  });

  it('is followed by a check that repairs a damaged index of searches, and touches no record', async () => {
    const DATA_DIR = inFolder('index');
    assert.equal((await runHere(['backup', DATA_DIR], settings)).code, 0);
    const database = new DatabaseSync(join(DATA_DIR, 'snippet-store.sqlite'), { defensive: false });
    database.exec("update snippets_terms_data set block = x'00' where id > 10");
    database.close();
    const checked = await runHere(['check'], { DATA_DIR });
    assert.equal(checked.code, 1);
    assert.match(
      checked.stderr,
      /the index of searches is damaged, and no record; run snippet-store check --repair/,
    );
    assert.equal((await runHere(['check', '--repair'], { DATA_DIR })).code, 0);
    assert.equal((await runHere(['check'], { DATA_DIR })).code, 0);
    const copy = await serve({ ...SCHEMES, DATA_DIR });
    const found = (await (await fetch(`${copy.address}/snippets/?q=print`)).json()) as unknown[];
    assert.ok(found.length > 0);
    await stop(copy);
  });

  it('of a damaged store is refused, as `check` names the damage', async () => {
    const DATA_DIR = inFolder('damaged');
    assert.equal((await runHere(['backup', DATA_DIR], settings)).code, 0);
    const file = join(DATA_DIR, 'snippet-store.sqlite');
    const content = await readFile(file);
    const page = Math.floor(content.lastIndexOf('"username":"alice"') / 4096);
    content.fill(0, page * 4096, (page + 1) * 4096);
    await writeFile(file, content);
    const checked = await runHere(['check'], { DATA_DIR });
    assert.equal(checked.code, 1);
    assert.match(checked.stdout + checked.stderr, /malformed|invalid|missing|page/i);
    const { code, stderr } = await runHere(['backup', inFolder('x')], { DATA_DIR });
    assert.equal(code, 1);
    assert.match(stderr, /is damaged: |malformed/);
    await assert.rejects(stat(inFolder('x')), /ENOENT/);
  });
});
