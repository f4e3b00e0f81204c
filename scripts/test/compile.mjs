// Compiles the service and its tests, once: scripts that a run starts in turn find the work done.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ends this process with `status` when there is an error of types. TESTS_COMPILED=1: a caller has done it. */
export function compileTests(status = 1) {
  if (process.env.TESTS_COMPILED === '1') return;
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const compiled = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(status);
  process.env.TESTS_COMPILED = '1';
}
