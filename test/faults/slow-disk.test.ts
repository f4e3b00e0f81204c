/** A disk whose sync takes 20 ms: no create is acknowledged before its sync. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { postSnippet, prepareAlice, serve, stop, temporaryFolder } from '../helpers/service.js';

const SOURCE = fileURLToPath(new URL('../../test/faults/slow-disk.c', import.meta.url));

const folder = await temporaryFolder();
const [library, TRACE] = [join(folder, 'slow-disk.so'), join(folder, 'trace')];

function compile(): string | false {
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'], { stdio: 'pipe' });
    return false;
  } catch (error) {
    return `needs gcc, which makes a library that slows the disk: ${error}`;
  }
}

it('no create is acknowledged before its commit is synced', { skip: compile() }, async () => {
  const { settings, token } = await prepareAlice();
  const service = await serve({ ...settings, LD_PRELOAD: library, TRACE });
  for (let i = 0; i < 25; i += 1) {
    const response = await postSnippet(service, { Authorization: `Token ${token}` }, { code: `print(${i})` });
    assert.equal(response.status, 201, await response.text());
  }
  await stop(service);
  const calls = (await readFile(TRACE, 'utf8')).trim().split('\n');
  let acknowledged = 0;
  for (const [place, call] of calls.entries()) {
    if (call !== '201') continue;
    acknowledged += 1;
    const before = calls.slice(0, place);
    const written = before.lastIndexOf('write');
    const [began, ended] = [before.indexOf('sync', written), before.lastIndexOf('synced')];
    assert.ok(written >= 0 && began > written && ended > began, before.slice(-8).join(', '));
  }
  assert.equal(acknowledged, 25);
});
