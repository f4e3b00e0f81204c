// Makes JavaScript of TypeScript with esbuild, in about a second: types are taken out, `npm run typecheck` checks them.
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import './parse-contract.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Each folder with TypeScript, where `tsc -b` writes too, which compiles what is newer than its own last run, and a folder
 * in it that is compiled by itself.
 */
const FOLDERS = [
  ['generated', 'dist/generated'],
  ['src', 'dist', 'harness'],
  ['src/harness', 'src/harness/dist'],
  ['test', 'dist-test'],
];

/** Ends this process with `status` when a file cannot be read. TESTS_COMPILED=1: a caller has done it. */
export function transpileTests(status = 1) {
  if (process.env.TESTS_COMPILED === '1') return;
  try {
    for (const [folder, outdir, other] of FOLDERS) transpile(folder, outdir, other);
  } catch {
    process.exit(status);
  }
  process.env.TESTS_COMPILED = '1';
}

/** Only what is newer than its JavaScript. */
function transpile(folder, outdir, other) {
  const entryPoints = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.includes('node_modules'))
    .filter((file) => other === undefined || !file.startsWith(`${other}/`))
    .filter((file) => isStale(`${root}${folder}/${file}`, `${root}${outdir}/${file.replace(/ts$/, 'js')}`))
    .map((file) => `${root}${folder}/${file}`);
  if (entryPoints.length === 0) return;
  buildSync({
    entryPoints,
    outbase: `${root}${folder}`,
    outdir: `${root}${outdir}`,
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    absWorkingDir: root,
  });
}

/** By the time of the change of the file itself: a file that is moved here keeps the time of its content. */
function isStale(source, output) {
  const written = statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return statSync(source).ctimeMs >= written;
}
