/** `npm run breaking`: what breaks clients of the released specification needs a new major number. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { ADDITIVE, BREAKING, type Change, DETAIL, remove, set } from './changes.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = join(root, 'test/contract/breaking');
const released = join(root, 'openapi.yaml');

const FIND = `import(${JSON.stringify(join(FOLDER, 'oasdiff/find-oasdiff.mjs'))}).then((found) => found.findOasdiff())`;
const isMissing =
  process.env.CI !== 'true' && spawnSync(process.execPath, ['-e', FIND], { stdio: 'ignore' }).status !== 0;
const skip = isMissing ? 'needs oasdiff: npm run breaking says how to get it' : false;

describe('openapi.yaml', { skip }, () => {
  it('breaks no client of the released specification, if there is one', async () => {
    const { code, output } = await run();
    assert.equal(code, 0, output);
  });
});

describe('the changes between two documents', { skip }, () => {
  let folder: string;
  let report: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-breaking-'));
    // One comparison of them all: it names each, and each alone would be too many.
    const revision = await changed(...BREAKING.map(([, change]) => change));
    report = (await compare(revision)).output;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, , expected] of BREAKING) {
    it(`break clients: ${name}`, () => assert.match(report, expected));
  }

  it('break clients: an operation removed, although it was deprecated', async () => {
    const base = await changed(set(true, ...DETAIL, 'delete', 'deprecated'));
    const { code, output } = await run(
      '--base',
      base,
      '--revision',
      await changed(remove(...DETAIL, 'delete')),
    );
    assert.match(output, /^api-removed-with-deprecation: DELETE/m);
    assert.equal(code, 1);
  });

  it(`break nobody: ${ADDITIVE.map(([name]) => name).join(', ')}`, async () => {
    const { code, output } = await compare(await changed(...ADDITIVE.map(([, change]) => change)));
    assert.equal(output, 'Nothing breaks clients between 1.0.0 and 1.0.0.\n');
    assert.equal(code, 0);
  });

  it('may break clients when the major number rises, and say so', async () => {
    const revision = await changed(remove(...DETAIL, 'delete'), set('2.0.0', 'info', 'version'));
    const { code, output } = await compare(revision);
    assert.match(output, /^api-removed-\S+: DELETE/m);
    assert.match(output, /break clients between 1\.0\.0 and 2\.0\.0: the major number says so/);
    assert.equal(code, 0);
  });

  for (const version of ['1.1.0', '0.9.0']) {
    it(`may not break clients when the version becomes ${version}`, async () => {
      const revision = await changed(remove(...DETAIL, 'delete'), set(version, 'info', 'version'));
      const { code, output } = await compare(revision);
      assert.match(output, /take them back, or raise the major number/);
      assert.equal(code, 1);
    });
  }

  it('cannot be told without a version, or without a document', async () => {
    const nameless = await compare(await changed(remove('info', 'version')));
    assert.match(nameless.output, /has no info\.version/);
    assert.equal(nameless.code, 2);
    assert.equal((await compare(join(folder, 'no-such-file.yaml'))).code, 2);
  });

  it('are released by --release, unless they break clients', async () => {
    const base = join(folder, 'base.yaml');
    await writeFile(base, await readFile(released));
    const broken = await changed(remove(...DETAIL, 'delete'));
    assert.equal((await run('--base', base, '--revision', broken, '--release')).code, 1);
    assert.deepEqual(await readFile(base), await readFile(released));

    const next = await changed(remove(...DETAIL, 'delete'), set('2.0.0', 'info', 'version'));
    assert.equal((await run('--base', base, '--revision', next, '--release')).code, 0);
    assert.deepEqual(await readFile(base), await readFile(next));
  });

  /** A copy of the released document with the changes. */
  async function changed(...changes: readonly Change[]): Promise<string> {
    const document = parseDocument(await readFile(released, 'utf8'));
    for (const change of changes) change(document);
    const path = join(folder, `${randomUUID()}.yaml`);
    await writeFile(path, document.toString());
    return path;
  }
});

const compare = (revision: string) => run('--base', released, '--revision', revision);

function run(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const script = join(FOLDER, 'breaking.mjs');
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}
