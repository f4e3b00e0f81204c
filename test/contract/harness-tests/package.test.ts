/** The harness as a package: it imports nothing of the project, and runs from a folder of its own with FULL=1. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runHarness, runProgram } from './run-harness.js';
import { serve } from './serve.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const harness = join(root, 'test', 'contract', 'harness');
const PACKAGES = ['ajv', 'ajv-formats', 'fast-check', 'js-yaml', 'smol-toml'];

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

  // Packing and installing take a minute: FULL=1 does so.
  const full = process.env.FULL === '1' ? it : () => undefined;
  full('is packed, installed and run in an empty folder', { timeout: 600_000 }, async () => {
    const { output } = await runProgram('npm', ['run', '--silent', 'pack:contract'], { cwd: root });
    const tarball = output.trim().split('\n').at(-1) ?? assert.fail();
    const folder = await mkdtemp(join(tmpdir(), 'contract-package-'));
    const paths = { '/ping': { get: { responses: { 200: {}, 405: {} } } } };
    const server = await serve((_request, response) =>
      response.end(JSON.stringify({ openapi: '3.0.3', paths })),
    );
    try {
      await writeFile(join(folder, 'package.json'), '{}');
      const command = ['--yes', '--package', tarball, 'snippet-store-contract'];
      const args = [...command, '--url', server.url, '--phases', 'examples'];
      const { code, output: printed } = await runProgram('npx', args, { cwd: folder });
      assert.match(printed, /1 requests, 0 findings/);
      assert.equal(code, 0, printed);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
