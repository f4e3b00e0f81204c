/** `snippet-store upgrade` */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { schema } from '#src/store/schema/schema.js';
import { restoreEmbedded } from '../store/schema/releases.js';
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
