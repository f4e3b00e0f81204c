// Leaves dist/ built after `npm ci`: builds where TypeScript is installed, is content with an existing dist/ elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

try {
  const tsc = require.resolve('typescript/bin/tsc');
  process.exitCode = spawnSync(process.execPath, [tsc, '-b', 'src'], { stdio: 'inherit' }).status ?? 1;
  await import('./parse-contract.mjs');
} catch {
  if (!existsSync(new URL('../dist/cli.js', import.meta.url))) {
    console.error('dist/ is missing and TypeScript is not installed: run `npm ci` without --omit=dev once.');
    process.exitCode = 1;
  }
}
