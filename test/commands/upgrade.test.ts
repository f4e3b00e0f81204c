/** `snippet-store upgrade` */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { schema } from '#src/store/schema/schema.js';
import { isFull } from '../helpers/full.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { databaseOf } from '../helpers/stores.js';
import { restoreEmbedded, restoreMongodb, SECRET_KEY } from '../store/schema/releases.js';
import { results, run, temporaryFolder } from './snippet-store.js';

it('upgrade brings an old store forward once, and says what it does', async () => {
  const settings = { DATA_DIR: join(await temporaryFolder(), 'data') };
  restoreEmbedded(1, settings.DATA_DIR);
  const first = await run(['upgrade', '--json'], settings);
  assert.deepEqual([first.code, results(first)], [0, [{ version: schema.writes }]]);
  assert.match(first.stderr, /^writers switch to the new schema version: from 1, to \d/);
  assert.equal(first.stderr.match(/^store brought forward: to \d/gm)?.length, schema.writes - 1);
  const second = await run(['upgrade'], settings);
  assert.equal(second.stdout, `The store has schema version ${schema.writes}.\n`);
  assert.equal(second.stderr, '');
});

const skip = isFull ? skipWithoutMongod : 'an upgrade on MongoDB waits for 10 seconds: set FULL=1';

it('a command that is the first of a new release on MongoDB waits for the upgrade', { skip }, async () => {
  const MONGODB_URL = (await databaseOf('mongodb')) ?? '';
  await restoreMongodb(1, MONGODB_URL);
  const { code, stdout, stderr } = await run(['users', 'list'], { MONGODB_URL, SECRET_KEY });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /\w/);
  assert.match(stderr, /The store is being prepared for this release: this may take minutes\./);
});
