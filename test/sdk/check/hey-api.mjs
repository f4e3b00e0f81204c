// The client that hey-api's own generator makes of the contract, for comparison.
// @ts-check
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { binaries, inPackage, root } from './tools.mjs';

/** @param {string} target */
export function generateHeyApi(target) {
  const options = [
    '--input',
    join(root, 'openapi.yaml'),
    '--output',
    target,
    '--client',
    '@hey-api/client-fetch',
  ];
  execFileSync(
    binaries.node24,
    [inPackage('@hey-api/openapi-ts', 'bin/run.js'), ...options, '--no-log-file'],
    {
      cwd: inPackage('.', '..'),
      stdio: 'ignore',
    },
  );
}
