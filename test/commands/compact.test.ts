/** `snippet-store compact` */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import Database from 'libsql';
import { FILE_NAME } from '#src/store/embedded/file-name.js';
import { createAlice, results, run, serve, temporaryFolder } from './snippet-store.js';

function inFile<T>(path: string, work: (database: Database.Database) => T): T {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

it('compact shrinks a store that gave its free pages back no other way', async () => {
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data') };
  const path = join(settings.DATA_DIR, FILE_NAME);
  await createAlice(settings);
  inFile(path, (database) => {
    database.exec('pragma auto_vacuum = none; vacuum');
    database.exec('create table ballast (text text); insert into ballast values (hex(zeroblob(2000000)))');
    database.exec('drop table ballast');
    database.pragma('wal_checkpoint(TRUNCATE)');
    assert.deepEqual(database.prepare('pragma auto_vacuum').raw().all([]), [[0]]);
  });
  const large = (await stat(path)).size;

  const outcome = await run(['compact', '--json'], settings);
  assert.deepEqual([outcome.code, outcome.stderr], [0, '']);
  const { size } = await stat(path);
  assert.deepEqual(results(outcome), [{ before: large, after: size }]);
  assert.ok(size < large - 3_000_000, `${large} became ${size}`);
  inFile(path, (database) => assert.deepEqual(database.prepare('pragma auto_vacuum').raw().all([]), [[2]]));
  assert.match((await run(['users', 'list'], settings)).stdout, /alice/);
});

it('compact may run beside the service, and refuses while another process writes', async () => {
  const settings = { DATA_DIR: join(await temporaryFolder(), 'data') };
  const { address } = await serve(settings);
  const path = join(settings.DATA_DIR, FILE_NAME);
  assert.equal((await run(['compact'], settings)).code, 0);
  assert.equal((await fetch(`${address}/snippets/`)).status, 200);
  const writer = new Database(path);
  writer.exec('begin immediate');
  try {
    const outcome = await run(['compact'], settings);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /cannot be rewritten now.*stop the service/);
  } finally {
    writer.close();
  }
});
