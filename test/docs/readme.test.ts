/** What the README says to type works when it is typed. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { serve, temporaryFolder } from '../helpers/service.js';
import { codeBlocks, ROOT } from './read-markdown.js';

const execute = promisify(execFile);
const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const withoutCurl = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

const service = await serve({ DATA_DIR: await temporaryFolder() });
const password = /with the password (\S+) /.exec(service.written.stdout)?.[1] ?? assert.fail('no password');

describe('the README', () => {
  /** As the reader does: the printed password, the announced address. */
  const fillIn = (code = '') =>
    code.replaceAll('PASSWORD', password).replaceAll('http://127.0.0.1:8000', service.address);

  it('shows a curl line that stores the first snippet, and its answer', { skip: withoutCurl }, async () => {
    const line = codeBlocks('README.md', 'sh').find((code) => code.startsWith('curl '));
    const { stdout } = await execute('sh', ['-c', `${fillIn(line).trimEnd()} -sS --fail-with-body`]);
    assert.equal(stdout, codeBlocks('README.md', 'json')[0]?.trimEnd());
  });

  it('shows a program that uses the SDK', async () => {
    // Beside the compiled tests, so that the package finds itself by its name as it does for the reader.
    const folder = await mkdtemp(join(ROOT, 'dist-test', 'readme-'));
    try {
      const [program] = codeBlocks('README.md', 'ts');
      await writeFile(join(folder, 'hello.mjs'), fillIn(program));
      const { stdout } = await execute(process.execPath, [join(folder, 'hello.mjs')]);
      assert.match(stdout, /^\d+ demo console\.log\("hello, world"\)\n$/m);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
