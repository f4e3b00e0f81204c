/** A disk whose sync takes 20 ms: no create is acknowledged before its sync, and readers do not wait for one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createAlice,
  postSnippet,
  type Service,
  type Settings,
  serve,
  stop,
  temporaryFolder,
} from '../helpers/service.js';

const SOURCE = fileURLToPath(new URL('../../test/faults/slow-disk.c', import.meta.url));
const SYNC_MS = 20;

const folder = await temporaryFolder();
const library = join(folder, 'slow-disk.so');
const skip = compile();

function compile(): string | false {
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'], { stdio: 'pipe' });
    return false;
  } catch (error) {
    return `needs gcc, which makes a library that slows the disk: ${error}`;
  }
}

async function start(more: Settings): Promise<{ service: Service; create(code: string): Promise<number> }> {
  const settings = { DATA_DIR: await temporaryFolder(), AUTH_SCHEMES: 'token', THROTTLE_RATES: 'none' };
  const key = await createAlice(settings);
  const service = await serve({ ...settings, LD_PRELOAD: library, SYNC_MS: String(SYNC_MS), ...more });
  const create = async (code: string) => {
    const response = await postSnippet(service, { Authorization: `Token ${key}` }, { code });
    await response.arrayBuffer();
    return response.status;
  };
  return { service, create };
}

it('no create is acknowledged before its commit is synced', { skip }, async () => {
  const trace = join(folder, 'trace');
  const { service, create } = await start({ TRACE: trace });
  for (let i = 0; i < 25; i += 1) assert.equal(await create(`print(${i})`), 201);
  await stop(service);
  const calls = (await readFile(trace, 'utf8')).trim().split('\n');
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
