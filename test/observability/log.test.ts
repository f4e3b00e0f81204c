// Lines of the log wait for others before they are written, and none is lost.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';

const LOG = new URL('../../dist/observability/log.js', import.meta.url);

/** A process that writes one line to its log and then does something else. */
const programThat = (does: string) => [
  '--input-type=module',
  '--eval',
  `import { createLog } from '${LOG}'; createLog('info').info('the line'); ${does}`,
];

describe('the last line before the end of a process', () => {
  for (const [end, does] of [
    ['runs out of work', ''],
    ['calls process.exit', 'process.exit(1)'],
    ['crashes by an uncaught error', "setImmediate(() => { throw new Error('crash') })"],
    ['crashes by a rejection that nobody handles', "Promise.reject(new Error('crash'))"],
  ]) {
    it(`is written when it ${end}`, () => {
      const { stderr } = spawnSync(process.execPath, programThat(does ?? ''), { encoding: 'utf8' });
      assert.match(stderr, /"msg":"the line"/);
    });
  }
});

it('a line is written while the process goes on and logs nothing else', async () => {
  const child = spawn(process.execPath, programThat('setInterval(() => {}, 1000)'), { stdio: 'pipe' });
  const [text] = await once(child.stderr, 'data');
  child.kill();
  assert.match(String(text), /"msg":"the line"/);
});
