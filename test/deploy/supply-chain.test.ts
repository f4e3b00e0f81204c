/** What an installation brings: licences, install scripts and the bill of materials. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';

interface Outcome {
  readonly code: number | string;
  readonly output: string;
}

describe('the production dependencies', () => {
  it('have allowed licences, listed in docs/licences.md', async () => {
    const { code, output } = await runScript(ROOT, 'licences.mjs', '--check');
    assert.equal(code, 0, output);
  });

  it('run no code of their own while they are installed', async () => {
    const { code, output } = await runScript(ROOT, 'install-scripts.mjs');
    assert.equal(code, 0, output);
  });

  it('are all in the bill of materials, without development tools', async () => {
    const { code, output } = await runScript(ROOT, 'sbom.mjs');
    assert.equal(code, 0, output);
    const bill = JSON.parse(await readFile(join(ROOT, 'reports', 'sbom.cdx.json'), 'utf8'));
    assert.deepEqual([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'snippet-store']);

    const parts: { name: string; purl: string }[] = bill.components;
    const names = new Set(
      parts.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@.*$/, '$1')),
    );
    const { dependencies, devDependencies } = await readJson(ROOT, 'package.json');
    const direct = Object.keys(dependencies);
    assert.ok(direct.length > 10);
    assert.deepEqual(
      direct.filter((name) => !names.has(name)),
      [],
    );
    // A production dependency may need what stands among the development tools too: js-yaml, types of Koa.
    const own = bill.metadata.component['bom-ref'];
    const needed: Set<string> = new Set(
      bill.dependencies
        .filter(({ ref }: { ref: string }) => ref !== own)
        .flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn)
        .map((ref: string) => ref.replace(/@[^@]*$/, '')),
    );
    const tools = Object.keys(devDependencies).filter((name) => !needed.has(name));
    assert.deepEqual(
      tools.filter((name) => names.has(name)),
      [],
    );
  });
});

describe('a change of the lock file', () => {
  it('fails the check of licences when it brings a licence that is not allowed', async () => {
    const root = await copyWith((lock) => {
      lock['node_modules/koa'].license = 'AGPL-3.0-only';
    });
    const { code, output } = await runScript(root, 'licences.mjs', '--check');
    assert.equal(code, 1);
    assert.match(output, /^koa \S+: the licence AGPL-3\.0-only is not allowed$/m);
  });

  it('fails the check of licences when it brings a package that the page does not list', async () => {
    const root = await copyWith((lock) => {
      lock['node_modules/newcomer'] = { version: '1.0.0', license: '(MIT OR GPL-3.0-only)' };
    });
    const { code, output } = await runScript(root, 'licences.mjs', '--check');
    assert.deepEqual([code, output.trim()], [1, 'docs/licences.md is out of date: run `npm run licences`']);
  });

  it('fails the check of install scripts when it brings one', async () => {
    const root = await copyWith((lock) => {
      lock['node_modules/newcomer'] = { version: '1.0.0', license: 'MIT', hasInstallScript: true };
    });
    const { code, output } = await runScript(root, 'install-scripts.mjs');
    assert.equal(code, 1);
    assert.match(output, /^newcomer 1\.0\.0 has an install script/m);
  });
});

type Lock = Record<string, Record<string, unknown>> & { 'node_modules/koa': Record<string, unknown> };

/** A copy of what the scripts read, with another lock file; removed after the tests. */
async function copyWith(change: (packages: Lock) => void): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'snippet-store-supply-chain-'));
  after(() => rm(root, { recursive: true, force: true }));
  for (const path of ['package.json', 'docs/licences.md', 'scripts']) {
    await cp(join(ROOT, path), join(root, path), { recursive: true });
  }
  const lock = await readJson(ROOT, 'package-lock.json');
  change(lock.packages);
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  return root;
}

async function readJson(root: string, name: string) {
  return JSON.parse(await readFile(join(root, name), 'utf8'));
}

function runScript(root: string, name: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'scripts', name), ...args], (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 'killed') : 0, output: stdout + stderr });
    });
  });
}
