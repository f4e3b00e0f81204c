/** What an installation brings: licences, install scripts and the bill of materials. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';

interface Outcome {
  readonly code: number | string;
  readonly output: string;
}

/** Permissive licences: they ask for the notice to be kept, and for nothing about the code around them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
]);

interface Installed {
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
  readonly hasInstallScript: boolean;
}

describe('the production dependencies', () => {
  it('have allowed licences', async () => {
    const packages = await productionPackages();
    assert.ok(packages.length > 100);
    assert.deepEqual(
      packages.filter(({ licence }) => !isAllowed(licence)),
      [],
    );
  });

  it('run no code of their own while they are installed', async () => {
    assert.deepEqual(
      (await productionPackages()).filter(({ hasInstallScript }) => hasInstallScript),
      [],
    );
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

/** Of alternatives one has to be allowed, of licences that hold together all. What is not understood is not allowed. */
function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowed);
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  return ALLOWED.has(bare);
}

/** What `npm ci --omit=dev` can install on any platform, by the lock file of a folder. */
async function productionPackages(root = ROOT): Promise<Installed[]> {
  const module: { productionPackages(root: string): Installed[] } = await import(
    join(ROOT, 'scripts/production-packages.mjs')
  );
  return module.productionPackages(root);
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
