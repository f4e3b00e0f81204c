/** The harness as a package: it imports nothing of the project. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runHarness } from './run-harness.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const harness = join(root, 'test', 'contract', 'harness');
const PACKAGES = ['ajv', 'ajv-formats', 'fast-check', 'smol-toml', 'yaml'];

describe('the harness', () => {
  it('imports its own files, Node, and five packages', async () => {
    const entries = await readdir(harness, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(({ name }) => name.endsWith('.ts'))) {
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name = ''] of text.matchAll(/^(?:import|export)[^'"]*?from '([^']+)'/gm)) {
        const isOwn =
          name.startsWith('.') &&
          resolve(dirname(join(entry.parentPath, entry.name)), name).startsWith(harness);
        const isPackage = PACKAGES.some((known) => name === known || name.startsWith(`${known}/`));
        assert.ok(isOwn || isPackage || name.startsWith('node:'), `${entry.name}: ${name}`);
      }
    }
  });

  it('prints its options and checks with --help', async () => {
    const { code, output } = await runHarness(['--help']);
    assert.equal(code, 0);
    for (const word of ['--url', '--include-path', '--rate-limit', 'pagination_conformance'])
      assert.ok(output.includes(word));
  });
});
