/** Pages of zeros in the file of the embedded store: a declared 500, the rest is served, and readiness tells. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { run, runHere, serve, temporaryFolder } from '../commands/snippet-store.js';
import { storeMany } from './many-snippets.js';

const DAMAGED = 150;

it('a page of zeros is a 500 where it is read, and readiness is degraded and names the integrity from then on', async () => {
  const settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'warn' };
  await storeMany(300, settings);
  await damage(join(settings.DATA_DIR, 'snippet-store.sqlite'));

  const service = await serve(settings);
  const get = async (path: string) => {
    const response = await fetch(`${service.address}${path}`);
    return { status: response.status, body: await response.json() };
  };
  assert.equal((await get('/readyz')).status, 200);
  assert.deepEqual(await get(`/snippets/${DAMAGED}/`), {
    status: 500,
    body: { detail: 'A server error occurred.' },
  });
  const { status, body } = await get('/readyz');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    status: 'degraded',
    checks: {
      store: 'ok',
      integrity: 'The file of the store is damaged. Run: snippet-store check',
      highlighter: 'ok',
    },
  });
  assert.equal((await get('/snippets/1/')).status, 200);
  assert.equal((await get('/snippets/300/')).status, 200);
  // A list meets it at once, or in the middle, when its head has been sent.
  const list = await fetch(`${service.address}/snippets/`);
  if (list.status === 200) await assert.rejects(list.text(), 'the list is cut off');
  else assert.equal(list.status, 500);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);

  const checked = await run(['check'], settings);
  assert.equal(checked.code, 1);
  assert.match(checked.stdout + checked.stderr, /malformed|damaged|page/);
});

it('readiness names damage that no request has met', async () => {
  const settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'warn' };
  await storeMany(20, settings);
  await damage(join(settings.DATA_DIR, 'snippet-store.sqlite'), 10);
  const service = await serve(settings);
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { checks } = (await (await fetch(`${service.address}/readyz`)).json()) as Ready;
    if (checks.integrity !== 'ok') break;
    assert.ok(Date.now() < deadline, 'it is not noticed');
    await sleep(100);
  }
});

it('check names what is damaged when even SQLite cannot check the file', async () => {
  const settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'warn' };
  await storeMany(20, settings);
  const path = join(settings.DATA_DIR, 'snippet-store.sqlite');
  for (const table of ['snippets', 'users']) await damageRoot(path, table);
  const { code, stdout, stderr } = await run(['check', '--json'], settings);
  assert.equal(code, 1);
  assert.doesNotMatch(stderr, /unexpected failure/);
  const collections = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { collection?: string }).collection);
  assert.ok(collections.includes('snippets'), stdout);
  assert.ok(collections.includes('users'), stdout);
});

interface Ready {
  readonly checks: Readonly<Record<string, string>>;
}

/** Zeros in place of the page that holds one record. */
async function damage(path: string, id = DAMAGED): Promise<void> {
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const content = await readFile(path);
  const at = content.indexOf(`"_id":${id},`);
  assert.ok(at > 0);
  const page = Math.floor(at / 4096) * 4096;
  await writeFile(path, content.fill(0, page, page + 4096));
}

/** Zeros in place of the first page of a table, so that none of its records can be found. */
async function damageRoot(path: string, table: string): Promise<void> {
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const query = database
    .prepare("select rootpage from sqlite_master where type = 'table' and name = ?")
    .raw();
  // libsql types a row as unknown; in raw mode it is the array of its columns.
  const [rows] = query.all([table]) as [number][];
  database.close();
  const page = (Number(rows?.[0]) - 1) * 4096;
  await writeFile(path, (await readFile(path)).fill(0, page, page + 4096));
}

it('a damaged header stops no export that SQLite can read, and is told in one sentence by all others', async () => {
  const settings = { DATA_DIR: await temporaryFolder() };
  await storeMany(20, settings);
  const path = join(settings.DATA_DIR, 'snippet-store.sqlite');
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const whole = await readFile(path);
  // The magic text, the page size, the versions that may write and read, the format (sqlite.org/fileformat.html, 1.3).
  for (const [at, value, canRead] of [
    [3, 0, false],
    [16, 1, false],
    [18, 9, true],
    [19, 9, false],
    [47, 9, false],
  ] as const) {
    const content = Buffer.from(whole);
    content[at] = value;
    await writeFile(path, content);
    const file = join(settings.DATA_DIR, `${at}.export`);
    const exported = await runHere(['export', '--skip-damaged', file], settings);
    const checked = await runHere(['check'], settings);
    if (canRead) {
      assert.equal(exported.code, 0, exported.stderr);
      assert.match(exported.stdout, /holds 20 snippets/);
    } else
      for (const { code, stderr } of [exported, checked]) {
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^snippet-store: DATA_DIR="\S+": the store cannot be opened: (file is not a database|unsupported file format)\n$/,
        );
      }
  }
});
