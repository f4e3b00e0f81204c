// Compiles the service, so that what is measured is what the sources say.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export function buildService() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, [tsc, '-b', 'src'], { cwd, stdio: 'inherit' });
}
