// Packs src/harness, a package of its own, into dist/; the last line printed is the path of the package.
// @ts-check
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const harness = join(root, 'src', 'harness');
const target = join(root, 'dist');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

// What an earlier source left behind would be packed too.
await rm(join(harness, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-b', harness], { stdio: 'inherit' });
await chmod(join(harness, 'dist', 'bin.js'), 0o755);
await mkdir(target, { recursive: true });
const options = ['--silent', '--json', '--pack-destination', target];
const [packed] = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: harness, encoding: 'utf8' }));
console.log(join(target, packed.filename));
