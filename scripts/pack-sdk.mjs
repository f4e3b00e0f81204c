// Packs src/sdk and generated/sdk into a package of their own under dist/; the last line printed is its path.
// @ts-check
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const sources = join(target, 'sdk-package', 'sources');
const staging = join(target, 'sdk-package', 'package');

/** What to pack, by its folder in the package. */
const parts = { sdk: join(root, 'src', 'sdk'), generated: join(root, 'generated', 'sdk') };

await rm(join(target, 'sdk-package'), { recursive: true, force: true });
for (const [folder, part] of Object.entries(parts)) await copySources(part, join(sources, folder));
await compile();
await writeManifest();
await copyFile(join(parts.sdk, 'README.md'), join(staging, 'README.md'));
await copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE'));
console.log(join(target, pack()));

/**
 * Makes the project's `#generated/...` relative on the way: browsers and every bundler follow that.
 * @param {string} from
 * @param {string} to
 */
async function copySources(from, to) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    const copy = join(to, relative(from, path));
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, text.replaceAll("'#generated/sdk/", "'../generated/"));
  }
}

/** Without the types of Node: what is to run in browsers as well may not use them. */
async function compile() {
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.base.json'), 'utf8'));
  const own = {
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    composite: false,
    sourceMap: false,
    exactOptionalPropertyTypes: false, // the generated client is not made for it
    rootDir: sources,
    outDir: staging,
  };
  const project = join(sources, 'tsconfig.json');
  await writeFile(join(sources, 'package.json'), '{ "type": "module" }\n');
  await writeFile(project, JSON.stringify({ compilerOptions: { ...compilerOptions, ...own } }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '--project', project], { stdio: 'inherit' });
}

/** The version and the licence are the project's. */
async function writeManifest() {
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(await readFile(join(parts.sdk, 'manifest.json'), 'utf8'));
  const { name, ...rest } = manifest;
  const text = JSON.stringify({ name, version, license, ...rest }, null, 2);
  await writeFile(join(staging, 'package.json'), `${text}\n`);
}

/** @returns {string} the name of the file */
function pack() {
  const options = ['--silent', '--json', '--pack-destination', target];
  return JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: staging, encoding: 'utf8' }))[0]
    .filename;
}
