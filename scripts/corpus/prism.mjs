// Prism's mock of a description, on a free port.
// @ts-check
import { spawn } from 'node:child_process';
import { binaries, inPackage, installTools } from '../../test/sdk/check/tools.mjs';

/** Milliseconds. */
const LIMIT = 120_000;

/** @param {string} spec @returns {Promise<{ url: string, stop(): void }>} */
export async function startPrism(spec) {
  await installTools();
  const command = [inPackage('@stoplight/prism-cli', 'dist/index.js'), 'mock', '--port', '0', spec];
  const mock = spawn(binaries.node24, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  mock.stdout.on('data', (chunk) => {
    // Later it logs each request.
    if (said.length < 100_000) said += chunk;
  });
  const end = performance.now() + LIMIT;
  while (performance.now() < end) {
    const [, url] = /listening on (http:\/\/[\w.:]+)/.exec(said) ?? [];
    if (url !== undefined) return { url, stop: () => void mock.kill() };
    if (mock.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  mock.kill();
  throw new Error(`Prism does not mock ${spec}: ${said}`);
}
