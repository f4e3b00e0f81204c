// What `npm pack` packs, and what an installation of it brings.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';

/** Every packed file matches one of these. */
const EXPECTED = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|openapi\.yaml|arazzo\.yaml)$/,
  /^dist\/.+\.(js|d\.ts)$/,
  /^dist\/openapi\.json$/,
  /^dist\/sdk\/README\.md$/,
  /^assets\/[\w-]+\.(js|css|svg)$/,
  /^deploy\/(?!compose\/secrets).+$/,
  /^docs\/.+\.(md|webp|svg)$/,
  // Bundled, so that the empty @scarf/scarf reaches those who install the package.
  /^node_modules\/(swagger-ui-dist\/.+|@scarf\/scarf\/package\.json)$/,
];
const REQUIRED = [
  ...[
    'dist/openapi.json',
    'dist/cli.js',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/sdk/index.js',
    'dist/sdk/index.d.ts',
  ],
  ...['openapi.yaml', 'arazzo.yaml', 'deploy/systemd/snippet-store.service', 'docs/operating.md', 'LICENSE'],
  ...['node_modules/swagger-ui-dist/LICENSE', 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'],
];
/** Permissive licences: they ask for the notice to be kept, and for nothing about the code around them. */
const LICENCES = /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|ISC|MIT|Python-2\.0)( OR .*)?\)?$/;

interface Entry {
  dev?: boolean;
  link?: boolean;
  resolved?: string;
  license?: string;
  hasInstallScript?: boolean;
}

/** Install scripts that only look for the binary in the package itself: it works without them. */
const SCRIPTS = new Set(['node_modules/@photostructure/sqlite']);

describe('the packed package', () => {
  it('holds what runs and what its users read, and nothing else', () => {
    // The build is there; its scripts would make it anew.
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const said = execFileSync('npm', args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
      stdio: 'pipe',
    });
    const [{ files, bundled, size }] = JSON.parse(said);
    const paths: string[] = files.map(({ path }: { path: string }) => path);
    assert.deepEqual(
      paths.filter((path) => !EXPECTED.some((pattern) => pattern.test(path))),
      [],
    );
    assert.deepEqual(
      REQUIRED.filter((path) => !paths.includes(path)),
      [],
    );
    assert.deepEqual(bundled.sort(), ['@scarf/scarf', 'swagger-ui-dist']);
    assert.ok(size < 5 * 2 ** 20, `${size} bytes`);
  });

  it('depends on packages with permissive licences alone, which run no code while they are installed', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Entry>;
    };
    const production = Object.entries(packages).filter(
      ([path, { dev }]) => !dev && path.includes('node_modules/'),
    );
    assert.ok(production.length > 50);
    const licenceOf = (path: string, { link, resolved = '', license }: Entry) => {
      const file = join(ROOT, link ? resolved : path, 'package.json');
      return license ?? (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined);
    };
    const refused = production.filter(
      ([path, entry]) =>
        (entry.hasInstallScript && !SCRIPTS.has(path)) || !LICENCES.test(licenceOf(path, entry) ?? ''),
    );
    assert.deepEqual(
      refused.map(([path]) => path),
      [],
    );
  });
});
