/** Outputs that cannot be written: the service goes on, and ends when it is asked to. */
import assert from 'node:assert/strict';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { launch, run, type Service, serve, stop, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { makeSmallDisk, type SmallDisk } from './small-disk.js';

/** Each write to it fails with ENOSPC (full(4)). */
const FULL = openSync('/dev/full', 'w');

const disk = makeSmallDisk(4);
if (typeof disk !== 'string') after(() => disk.remove());

async function answers({ address }: Service, requests = 3, path = '/'): Promise<void> {
  for (let request = 0; request < requests; request++) {
    const response = await fetch(`${address}${path}`);
    assert.equal(response.status, path === '/' ? 200 : 404);
    await response.arrayBuffer();
  }
}

describe('an output that is full', () => {
  it('as standard error takes no line of the log, and the service answers and stops', async () => {
    const service = await serve({ DATA_DIR: await temporaryFolder() }, [], { stderr: FULL });
    await answers(service);
    await stop(service);
  });

  it('as standard output fails a command after it has done its work', async () => {
    const settings = { DATA_DIR: await temporaryFolder() };
    const outcome = await run(['users', 'create', 'alice', '--password-stdin'], settings, 'secret of alice', {
      stdout: FULL,
    });
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /^snippet-store: standard output was not written: ENOSPC[^\n]*\n$/);
    assert.match((await run(['users', 'list'], settings)).stdout, /alice/);
  });

  it('as standard error does not change the exit code of a wrong usage', async () => {
    assert.equal((await run(['nonsense'], {}, '', { stderr: FULL })).code, 2);
  });

  it('gets lines again once there is room, and the first says how many were lost', {
    skip: typeof disk === 'string' ? disk : false,
  }, async () => {
    // Without a disk the test is skipped.
    const { folder, fill } = disk as SmallDisk;
    const log = join(folder, 'log');
    const settings = { DATA_DIR: await temporaryFolder() };
    const service = await serve(settings, [], { stderr: openSync(log, 'a') });
    const makeRoom = await fill();
    // More than the process keeps of what the disk does not take.
    await answers(service, 900, `/${'long'.repeat(400)}`);
    makeRoom();
    await answers(service, 1);
    const find = () => /\n(.*"lines of the log were lost".*)\n/.exec(readFileSync(log, 'utf8'))?.[1];
    const { lines: lost, err } = JSON.parse(await until('the log tells of the loss', find));
    assert.match(err.message, /ENOSPC/);
    assert.ok(lost > 50, `${lost} lost`);
    await stop(service);
  });

  it('as standard output that is closed is told, and the service goes on', async () => {
    const service = launch(['serve'], { PORT: '0', DATA_DIR: await temporaryFolder() });
    service.child.stdout?.destroy();
    const { written } = service;
    const url = await until('it listens', () => /"url":"([^"]+)"/.exec(written.stderr)?.[1]);
    await until('it is told', () => /standard output was not written/.test(written.stderr));
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    await stop(service);
  });
});
