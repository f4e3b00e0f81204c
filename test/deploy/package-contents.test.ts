/** What `npm pack` packs: everything that runs, nothing that only helps to develop. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../docs/read-markdown.js';

const MiB = 1024 * 1024;

/** Every packed file matches one of these. */
const EXPECTED = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|openapi\.yaml)$/,
  /^dist\/.+\.(js|d\.ts)$/,
  /^dist\/sdk\/README\.md$/,
  /^assets\/[\w-]+\.(js|css|svg)$/,
  /^deploy\/.+$/,
  /^docs\/.+\.md$/,
  // Pictures of the README, and the chart of the benchmark.
  /^docs\/(pictures\/[\w-]+\.webp|performance\.svg)$/,
  // Bundled, so that the empty @scarf/scarf reaches those who install the package.
  /^node_modules\/swagger-ui-dist\/.+$/,
  /^node_modules\/@scarf\/scarf\/package\.json$/,
];

const REQUIRED = [
  'dist/cli.js',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/sdk/index.js',
  'dist/sdk/index.d.ts',
  'openapi.yaml',
  'assets/browsable.css',
  'deploy/systemd/snippet-store.service',
  'docs/operating.md',
  'docs/deploying.md',
  'LICENSE',
  'node_modules/swagger-ui-dist/LICENSE',
  'node_modules/swagger-ui-dist/NOTICE',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
];

/** Never packed, wherever it lies: secrets, data, leftovers of a build and of tests. */
const FORBIDDEN =
  /(^|\/)(\.env.*|\.npmrc|secret-key|secrets\/.*|data\/.*|.*\.(sqlite.*|pem|tsbuildinfo|tgz|test\.[jt]s))$/;

const execute = promisify(execFile);

describe('the packed package', () => {
  let packed: { files: { path: string }[]; bundled: string[]; size: number } | undefined;
  let paths: string[];
  before(async () => {
    // The build is there; its scripts would make it anew.
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await execute('npm', args, { cwd: ROOT, maxBuffer: 15 * MiB });
    [packed] = JSON.parse(stdout);
    paths = packed?.files.map(({ path }) => path) ?? [];
  });

  it('holds nothing unexpected', () => {
    const unexpected = paths.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)));
    assert.deepEqual(unexpected, []);
    assert.deepEqual(
      paths.filter((path) => FORBIDDEN.test(path) && !path.startsWith('node_modules/')),
      [],
    );
  });

  it('holds what runs, and what its users read', () => {
    assert.deepEqual(
      REQUIRED.filter((path) => !paths.includes(path)),
      [],
    );
  });

  it('bundles the explorer with its empty dependency, and nothing else', () => {
    assert.deepEqual(packed?.bundled.toSorted(), ['@scarf/scarf', 'swagger-ui-dist']);
  });

  it('stays under 5 MiB', () => {
    const size = packed?.size ?? 0;
    assert.ok(size > 0 && size < 5 * MiB, `${size} bytes`);
  });
});
