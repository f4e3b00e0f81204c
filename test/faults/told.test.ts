/** What the log tells of faults: when they begin, and when they are over. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

describe('the log', () => {
  it('tells that standard output is closed, and the service goes on', async () => {
    const child = spawn(process.execPath, [CLI, 'serve'], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: await temporaryFolder() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    child.stdout.destroy();
    let url: string | undefined;
    await until('it is told', () => {
      url = /"url":"([^"]+)"/.exec(told)?.[1];
      return url !== undefined && /standard output was not written/.test(told);
    });
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    assert.equal(code, 0);
  });
});
