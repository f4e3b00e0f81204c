// Packs the contract harness into a package of its own under dist/; the last line printed is its path.
// @ts-check
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const harness = join(root, 'test', 'contract', 'harness');
const target = join(root, 'dist');
const work = join(target, 'contract-package');
const staging = join(work, 'package');

await rm(work, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
await compile();
await chmod(join(staging, 'bin.js'), 0o755);
await writeManifest();
await copyFile(join(harness, 'package', 'README.md'), join(staging, 'README.md'));
await copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE'));
console.log(join(target, pack()));

/** With the harness as its root: an import from anywhere else in the project does not compile. */
async function compile() {
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.base.json'), 'utf8'));
  const own = { composite: false, sourceMap: false, rootDir: harness, outDir: staging, typeRoots: [types()] };
  const project = join(work, 'tsconfig.json');
  const include = [join(harness, '**', '*.ts')];
  await writeFile(project, JSON.stringify({ compilerOptions: { ...compilerOptions, ...own }, include }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
}

function types() {
  return join(root, 'node_modules', '@types');
}

/** The version, the licence, and the versions of what it imports are the project's. */
async function writeManifest() {
  const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { name, ...rest } = JSON.parse(await readFile(join(harness, 'package', 'manifest.json'), 'utf8'));
  const known = { ...project.devDependencies, ...project.dependencies };
  const dependencies = Object.fromEntries(
    (await listImports()).map((imported) => {
      if (known[imported] === undefined) throw new Error(`${imported} is no dependency of the project`);
      return [imported, known[imported]];
    }),
  );
  const { version, license } = project;
  const manifest = { name, version, license, ...rest, dependencies };
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns {Promise<string[]>} the packages that the harness imports */
async function listImports() {
  const names = new Set();
  for (const entry of await readdir(harness, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of text.matchAll(
      /^(?:import|export)[^'"]*?from '((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/gm,
    ))
      if (name !== undefined) names.add(name);
  }
  return [...names].sort();
}

/** @returns {string} the name of the file */
function pack() {
  const options = ['--silent', '--json', '--pack-destination', target];
  return JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: staging, encoding: 'utf8' }))[0]
    .filename;
}
