/** `npm install --global` of the packed package gives a working command. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../docs/read-markdown.js';
import { isFull } from '../helpers/full.js';

const execute = promisify(execFile);
const skip = isFull ? false : 'installs from the package registry: set FULL=1';

describe('the packed package, installed globally', { skip }, () => {
  it('serves, and runs commands, without the checkout and without install scripts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-global-'));
    after(() => rm(folder, { recursive: true, force: true }));
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [packed] = JSON.parse((await execute('npm', pack, { cwd: ROOT })).stdout);
    const install = ['install', '--global', '--prefix', folder, join(folder, packed.filename)];
    const { stderr } = await execute('npm', install, { cwd: folder });
    // npm 11 also names the package's own `prepare`, which it never runs on a packed package.
    const running = [...stderr.matchAll(/install-scripts {3}(?!snippet-store@)(.*)$/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(running, []);
    // docs/deploying.md tells of this one: on Node.js 20 npm warns, and the tests below show that it works.
    const engines = [...stderr.matchAll(/EBADENGINE +package: '(.*)@/g)].map(([, name]) => name);
    assert.deepEqual(
      engines.filter((name) => name !== '@apidevtools/json-schema-ref-parser'),
      [],
    );
    assert.doesNotMatch(stderr, /deprecated/);

    const command = join(folder, 'bin', 'snippet-store');
    const installed = join(folder, 'lib', 'node_modules', 'snippet-store');
    const stub = JSON.parse(
      await readFile(join(installed, 'node_modules/@scarf/scarf/package.json'), 'utf8'),
    );
    assert.equal(stub.scripts, undefined);
    assert.ok(!existsSync(join(installed, 'node_modules', 'typescript')));

    const env = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'warn',
    };
    const child = spawn(command, ['serve'], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => child.kill('SIGKILL'));
    let written = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        written += text;
        const announced = /listening on (http:\/\/\S+)\n/.exec(written);
        if (announced?.[1]) resolve(announced[1]);
      });
      child.once('close', (code) => reject(new Error(`serve ended with ${code}`)));
    });
    for (const path of [
      '/readyz',
      '/snippets/',
      '/docs/',
      '/openapi.yaml',
      '/assets/any/swagger-ui-bundle.js',
    ]) {
      assert.equal((await fetch(address + path)).status, 200, path);
    }
    const { stdout } = await execute(command, ['users', 'list', '--json'], { env, cwd: folder });
    assert.match(stdout, /"username":"demo"/);

    child.kill('SIGTERM');
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(code, 0);
  });
});
