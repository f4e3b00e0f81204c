// Clients that the generators of others make of the contract: each is made, and compiled or imported as a whole.
// @ts-check
import { join } from 'node:path';
import { inPackage, node, ROOT, RUNTIMES } from './tools.mjs';

const contract = join(ROOT, 'openapi.yaml');
const [node22 = '', node24 = ''] = RUNTIMES.map(node);

/** @param {readonly string[]} make */
const typescript = (make) => [
  make,
  [
    ...['sh', '-c', `find client -name '*.ts' | xargs "$@"`, 'tsc', node22],
    ...[
      inPackage('typescript-5.9.3', 'bin/tsc'),
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions'],
  ],
];

const IMPORT_ALL = `import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."): importlib.import_module(module.name)`;

/** Without `skipFormModel=false` it leaves out the model of the form, and imports it all the same (its issue 24727). */
const openapiGenerator = (/** @type {string} */ generator, /** @type {string} */ more = '') => [
  ...[
    'sh',
    '-c',
    `java -jar "$OPENAPI_GENERATOR" generate "$@"`,
    'generate',
    '-i',
    contract,
    '-g',
    generator,
  ],
  ...[
    '-o',
    'client',
    '--global-property',
    'skipFormModel=false',
    ...(more ? ['--additional-properties', more] : []),
  ],
];
const goModule = [
  ['go', 'mod', 'init', 'example.org/snippets'],
  ['go', 'mod', 'tidy'],
  ['go', 'build', './...'],
];
const KUBB = `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({ root: '.', input: { path: '${contract}' },
  output: { path: './client', format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })] });`;

/** @type {Record<string, (readonly string[])[]>} steps, run in a folder of their own with an empty folder `client` */
export const CLIENTS = {
  'openapi-generator, Python': [
    openapiGenerator('python'),
    ['sh', '-c', 'cd client && python3 -c "$1" openapi_client', 'import', IMPORT_ALL],
  ],
  'openapi-generator, Java': [
    openapiGenerator('java'),
    ['mvn', '-q', '-B', '-f', 'client/pom.xml', 'compile'],
  ],
  // Two enums with the same value do not compile without a prefix (its issue 535).
  'openapi-generator, Go': [
    openapiGenerator('go', 'enumClassPrefix=true'),
    ['go', '-C', 'client', 'mod', 'tidy'],
    ['go', '-C', 'client', 'build', '.'],
  ],
  'openapi-generator, typescript-fetch': typescript(
    openapiGenerator('typescript-fetch', 'importFileExtension=.ts'),
  ),
  'oapi-codegen, Go': [
    [
      'oapi-codegen',
      '-generate',
      'types,client',
      '-package',
      'client',
      '-o',
      'client/client.gen.go',
      contract,
    ],
    ...goModule,
  ],
  'ogen, Go': [['ogen', '--target', 'client', '--package', 'client', '--clean', contract], ...goModule],
  'openapi-python-client': [
    [
      ...['python3', '-m', 'openapi_python_client', 'generate', '--path', contract],
      ...['--output-path', 'client', '--meta', 'none', '--overwrite'],
    ],
    // Where a body has several types and no parameter is optional, it forgets an import.
    [
      'sed',
      '-i',
      's/import UNSET, Response$/import UNSET, Response, Unset/',
      'client/api/authentication/create_token.py',
    ],
    ['python3', '-c', IMPORT_ALL, 'client'],
  ],
  'openapi-typescript': typescript([
    ...[node22, inPackage('openapi-typescript', 'bin/cli.js'), contract, '-o', 'client/types.ts'],
  ]),
  'hey-api': typescript([
    ...[node24, inPackage('@hey-api/openapi-ts', 'bin/run.js'), '--input', contract, '--output', 'client'],
    ...['--client', '@hey-api/client-fetch', '--no-log-file'],
  ]),
  orval: typescript([
    ...[
      node22,
      inPackage('orval', 'dist/bin/orval.mjs'),
      '--input',
      contract,
      '--output',
      './client/client.ts',
    ],
    ...['--client', 'fetch'],
  ]),
  kubb: typescript([
    ...['sh', '-c', 'printf %s "$1" > kubb.config.mjs && shift && "$@" generate', 'kubb', KUBB],
    ...[node22, inPackage('@kubb/cli', 'bin/kubb.cjs')],
  ]),
  'swagger-typescript-api': typescript([
    ...[node22, inPackage('swagger-typescript-api', 'dist/cli.mjs'), 'generate', '--path', contract],
    ...['--output', 'client', '--name', 'client.ts'],
  ]),
};
