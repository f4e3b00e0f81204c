/** `npm run contract` itself: which server it tests, and what it refuses before it starts one. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-harness.js';
import { serve } from './serve.js';

const CONTRACT = fileURLToPath(new URL('../../../test/contract/run.mjs', import.meta.url));
const contract = (...args: readonly string[]) => runProgram(process.execPath, [CONTRACT, ...args]);

describe('npm run contract', () => {
  it('tests the server that schemathesis.toml names', async () => {
    const paths = { '/ping': { get: { responses: { 200: {}, 405: {} } } } };
    const server = await serve((_request, response) => {
      response.end(JSON.stringify({ openapi: '3.0.3', paths }));
    });
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-contract-'));
    try {
      const config = join(folder, 'st.toml');
      await writeFile(config, `base-url = "${server.url}"`);
      const { code, output } = await contract('--config', config, '--phases', 'examples');
      assert.match(output, /ok {3}GET \/ping +1 requests, 1 accepted/);
      assert.ok(!output.includes('AUTH_SCHEMES'), 'no service of its own');
      assert.equal(code, 0, output);
    } finally {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('ends with 2 for a wrong option, and starts no service', async () => {
    const { code, output } = await contract('--seed', 'first');
    assert.match(output, /^--seed takes/);
    assert.ok(!output.includes('AUTH_SCHEMES'));
    assert.equal(code, 2);
  });
});
