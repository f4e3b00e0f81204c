// Packs src/sdk, generated/sdk and the command `snippets` (src/client) into a package of their own under dist/; the
// last line printed is its path.
// @ts-check
import { execFile, execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist');
const staging = join(target, 'sdk-package');

/** What to pack, by its folder in the package. */
const parts = { sdk: join(root, 'src', 'sdk'), generated: join(root, 'generated', 'sdk') };

/** What programs import, by its path in each build. */
const entries = {
  '.': 'sdk/index',
  './operations': 'generated/operations.gen',
  './choices': 'generated/choices.gen',
};

await rm(staging, { recursive: true, force: true });
for (const [folder, part] of Object.entries(parts)) await copySources(part, join(staging, 'src', folder));
await writeManifest();
// Without the types of Node, because it runs in browsers too.
await compile('cjs', 'commonjs', []);
// The command runs on Node alone, and only as it is installed.
await copySources(join(root, 'src', 'client'), join(staging, 'src', 'client'));
// What it shares with the service.
const shared = ['escape.ts', 'detect-language.ts', 'file-names.ts'].map((name) => `highlighting/${name}`);
for (const path of ['cut.ts', 'escape-controls.ts', ...shared])
  await copySource(join(root, 'src', path), join(staging, 'src', path));
await compile('esm', 'module', ['node']);
await copyFile(join(parts.sdk, 'README.md'), join(staging, 'README.md'));
await copyFile(join(root, 'LICENSE'), join(staging, 'LICENSE'));
await cp(join(root, 'examples', 'sdk'), join(staging, 'examples'), { recursive: true });
console.log(join(target, pack()));

/**
 * @param {string} from
 * @param {string} to
 */
async function copySources(from, to) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    await copySource(path, join(to, relative(from, path)));
  }
}

/**
 * Makes the project's `#generated/...` relative on the way: browsers and every bundler follow that. The sources are
 * packed too: stack traces and "go to definition" lead to them.
 * @param {string} path
 * @param {string} copy
 */
async function copySource(path, copy) {
  const text = await readFile(path, 'utf8');
  await mkdir(dirname(copy), { recursive: true });
  await writeFile(copy, text.replaceAll("'#generated/sdk/", "'../generated/"));
}

/**
 * `cjs` is for `require` of programs whose compiler does not let them require a module (TS1479).
 * @param {string} folder of the package
 * @param {string} type what package.json calls the kind of its modules
 * @param {string[]} types of the platform
 */
async function compile(folder, type, types) {
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.base.json'), 'utf8'));
  const kind =
    type === 'module'
      ? { module: 'esnext', moduleResolution: 'bundler' }
      : { module: 'commonjs', moduleResolution: 'node10', verbatimModuleSyntax: false };
  const options = {
    lib: ['es2023', 'dom', 'dom.iterable'],
    types,
    composite: false,
    // The build checks the types, with those of Node. Without them there is one check more, by the other compilation.
    noCheck: types.length > 0,
    declarationMap: true,
    rootDir: join(staging, 'src'),
    outDir: join(staging, folder),
    ...kind,
  };
  const project = join(target, `sdk-${folder}.json`);
  const include = [join(staging, 'src')];
  await writeFile(project, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [compiler, '--project', project]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
  await rm(project);
  await writeFile(join(staging, folder, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
}

/** The version is the contract's, which the SDK is made from; licence and repository are the project's. */
async function writeManifest() {
  const { license, repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { info } = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  const { name, ...rest } = JSON.parse(await readFile(join(parts.sdk, 'manifest.json'), 'utf8'));
  const files = (/** @type {string} */ build, /** @type {string} */ path) => ({
    types: `./${build}/${path}.d.ts`,
    default: `./${build}/${path}.js`,
  });
  const exports = Object.entries(entries).map(([entry, path]) => [
    entry,
    { import: files('esm', path), require: files('cjs', path) },
  ]);
  const { types, default: main } = files('cjs', entries['.']);
  // For compilers and bundlers that know no `exports`.
  const older = Object.entries(entries).map(([entry, path]) => [entry.slice(2), [files('cjs', path).types]]);
  const manifest = {
    ...{ name, version: info.version, license, repository, ...rest },
    ...{ main, module: files('esm', entries['.']).default, types },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    typesVersions: { '*': Object.fromEntries(older.slice(1)) },
  };
  const text = JSON.stringify(manifest, null, 2);
  await writeFile(join(staging, 'package.json'), `${text}\n`);
}

/** @returns {string} the name of the file */
function pack() {
  const options = ['--silent', '--json', '--pack-destination', target];
  return JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: staging, encoding: 'utf8' }))[0]
    .filename;
}
