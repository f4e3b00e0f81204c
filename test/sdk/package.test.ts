// The packed SDK, installed into an empty project: it type-checks there, and the example of its README runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApp } from '../helpers/app.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const typeSamples = `
import { createClient, type Snippet, type SnippetStore, type Language } from 'snippet-store-sdk';
declare const store: SnippetStore;
export const snippet: Promise<Snippet> = store.createSnippet({ code: 'x' });
export const list: Promise<Snippet[]> = store.listSnippets();
export const none: Promise<void> = store.deleteSnippet({ id: 1 });
export const maybe: Promise<Snippet | undefined> = store.getSnippet({ id: 1, 'If-None-Match': '"1"' });
export const language: Language = 'python';
// @ts-expect-error: with If-None-Match there may be nothing
export const surely: Promise<Snippet> = store.getSnippet({ id: 1, 'If-None-Match': '"1"' });
// @ts-expect-error: an id is a number
store.getSnippet({ id: '1' });
// @ts-expect-error: there is no snippet without code
store.createSnippet({ title: 'x' });
// @ts-expect-error: the highlighter does not know it
store.createSnippet({ code: 'x', language: 'klingon' });
// @ts-expect-error: nothing takes it
store.createSnippet({ code: 'x', colour: 'red' });
// @ts-expect-error: there is no client without an address
createClient({});
`;

describe('the packed SDK', () => {
  let project: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-'));
    const packed = await run(process.execPath, [join(root, 'scripts/pack-sdk.mjs')]);
    const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('depends on nothing and runs no script', async () => {
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules/snippet-store-sdk/package.json'), 'utf8'),
    );
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.scripts, undefined);
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    assert.equal(manifest.version, version);
  });

  it('lets only pass what the contract allows', async () => {
    await compile('types.ts', typeSamples);
  });

  it('does what its README shows, against the service', async (test) => {
    const app = await startApp();
    test.after(() => app.close());
    const { password } = await app.addUser('demo');
    const readme = await readFile(join(root, 'src/sdk/README.md'), 'utf8');
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
    const here = example.replace('http://127.0.0.1:8000', app.url).replace("'password'", `'${password}'`);
    await compile('example.ts', here);
    const { stdout } = await run(process.execPath, ['example.js'], { cwd: project });
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      '1 demo',
      'print("hello, world")',
      '1 ',
      "400 Invalid input. [ 'This field may not be blank.' ]",
    ]);
  });

  /** As strictly as a project may be, its dependencies included. */
  async function compile(name: string, code: string): Promise<void> {
    await writeFile(join(project, name), code);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options =
      '--strict --exactOptionalPropertyTypes --module nodenext --target es2023 --lib es2023,dom';
    const { stdout } = await run(process.execPath, [compiler, ...options.split(' '), name], {
      cwd: project,
    }).catch((failure: { stdout: string }) => failure);
    assert.equal(stdout, '');
  }
});
