// Makes JavaScript of the service and its tests, in about a second: types are taken out, `npm run typecheck` checks them.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ends this process with `status` when a file cannot be read. TESTS_COMPILED=1: a caller has done it. */
export function compileTests(status = 1) {
  if (process.env.TESTS_COMPILED === '1') return;
  try {
    transpile('generated', 'dist/generated');
    transpile('src', 'dist');
    transpile('test', 'dist-test');
  } catch {
    // esbuild has printed the file, the line and the reason.
    process.exit(status);
  }
  process.env.TESTS_COMPILED = '1';
}

/** Writes where `tsc -b` writes too, which compiles anew when a source is newer than its own last run. */
function transpile(folder, outdir) {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.includes('node_modules'))
    .map((file) => `${root}${folder}/${file}`);
  buildSync({
    entryPoints: files,
    outbase: `${root}${folder}`,
    outdir: `${root}${outdir}`,
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    absWorkingDir: root,
  });
}
