/** The log on a terminal is text; everywhere else it is JSON. Neither holds a secret. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { recordLog } from '../helpers/recorded-log.js';
import { CLI, temporaryFolder } from '../helpers/service.js';

it('a line holds no secret', () => {
  const { log, text } = recordLog();
  log.info({ headers: { authorization: 'Basic abc' }, user: { password: 'abc' } }, 'x');
  assert.ok(!text().includes('abc') && text().includes('[secret]'), text());
});

const script = spawnSync('script', ['--version']).error ? '`script` is not on this machine' : false;

it('serve writes text on a real terminal', {
  skip: process.env.CI === 'true' ? false : script,
}, async (test) => {
  const DATA_DIR = await temporaryFolder();
  const command = `${process.execPath} ${CLI} serve --port 0`;
  const env = { PATH: process.env.PATH ?? '', DATA_DIR };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: 'pipe' });
  test.after(() => child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  while (!/snippet-store listening on http/.test(shown)) await once(child.stdout, 'data');
  child.stdin.write('\u0003'); // Ctrl+C
  await once(child, 'close');
  assert.match(shown, /INFO.*stopped/);
  assert.doesNotMatch(shown, /"level":/);
});
