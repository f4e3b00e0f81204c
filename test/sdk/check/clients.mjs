// Clients that the generators of others make of the contract: each is made, compiled, and used against the service.
// @ts-check
import { cp, mkdir, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from './check.mjs';
import { startService } from './services.mjs';
import { binaries, goFolder, inPackage, pythonFolder, root, folder as tools } from './tools.mjs';

const contract = join(root, 'openapi.yaml');
const programs = fileURLToPath(new URL('clients', import.meta.url));
const { node22, node24 } = binaries;

/**
 * What runs in a folder of its own beside the programs: the client is made in `client`.
 * @typedef {readonly string[]} Command
 * @typedef {{ make: Command, compile: readonly Command[], run: Command, program?: string, to?: string,
 *   warnings?: Parameters<typeof check>[4] }} Client
 *   `program` is copied to `to` after the client has been made, where a compiler looks for it
 */

/** @param {string} program @returns {Pick<Client, 'compile' | 'run'>} */
const typescript = (program) => ({
  compile: [
    [
      ...[node22, inPackage('typescript-5.9', 'bin/tsc'), '--noEmit', '--strict', '--target', 'es2022'],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions', program],
    ],
    [
      ...[inPackage('@esbuild/linux-x64', 'bin/esbuild'), program, '--bundle', '--platform=node'],
      ...['--format=esm', '--log-level=error', '--outfile=program.mjs'],
    ],
  ],
  run: [node22, 'program.mjs'],
});

/** @param {string} program @returns {Pick<Client, 'compile' | 'run'>} */
const python = (program) => ({
  compile: [['python3', '-m', 'compileall', '-q', 'client']],
  run: ['python3', program],
});

/**
 * Without `skipFormModel=false` it leaves out the model of the form, and imports it all the same (its issue 24727).
 * @param {string} generator @param {...string} options @returns {Command}
 */
const openapiGenerator = (generator, ...options) => [
  ...['java', '-jar', join(pythonFolder, 'openapi_generator_cli/openapi-generator.jar'), 'generate'],
  ...['-i', contract, '-g', generator, '-o', 'client', '--global-property', 'skipFormModel=false'],
  ...options,
];

/** @type {Record<string, Client>} */
const clients = {
  'openapi-generator, Python': {
    make: openapiGenerator('python'),
    ...python('openapi-generator.py'),
  },
  'openapi-generator, Java': {
    make: openapiGenerator('java'),
    program: 'OpenapiGenerator.java',
    to: 'client/src/main/java/OpenapiGenerator.java',
    compile: [
      [
        ...['mvn', '-q', '-B', '-f', 'client/pom.xml', 'compile', 'dependency:build-classpath'],
        '-Dmdep.outputFile=classpath',
      ],
    ],
    run: ['sh', '-c', 'java -cp "client/target/classes:$(cat client/classpath)" OpenapiGenerator'],
  },
  'openapi-generator, Go': {
    // Two enums with the same value do not compile without a prefix (its issue 535).
    make: openapiGenerator('go', '--additional-properties=enumClassPrefix=true'),
    program: 'openapi-generator.go',
    to: 'client/program/main.go',
    compile: [
      ['go', '-C', 'client', 'mod', 'tidy'],
      ['go', '-C', 'client', 'build', '-o', '../go-program', './program'],
    ],
    run: ['./go-program'],
  },
  'openapi-generator, typescript-fetch': {
    make: openapiGenerator('typescript-fetch', '--additional-properties=importFileExtension=.ts'),
    ...typescript('typescript-fetch.mts'),
  },
  'oapi-codegen, Go': {
    make: [
      ...[join(goFolder, 'oapi-codegen'), '-generate', 'types,client', '-package', 'client'],
      ...['-o', 'client/client.gen.go', contract],
    ],
    program: 'oapi-codegen.go',
    to: 'program/main.go',
    compile: [
      ['go', 'mod', 'init', 'example.org/snippets'],
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'go-program', './program'],
    ],
    run: ['./go-program'],
  },
  'openapi-python-client': {
    make: [
      ...['python3', '-m', 'openapi_python_client', 'generate', '--path', contract],
      ...['--output-path', 'client', '--meta', 'none', '--overwrite'],
    ],
    warnings: {
      pattern: /WARNING parsing (.*) within/g,
      known: {
        'GET /openapi.yaml': 'it knows no YAML; the function is made, and gives the answer without a type',
      },
    },
    ...python('openapi-python-client.py'),
  },
  'openapi-typescript': {
    make: [node22, inPackage('openapi-typescript', 'bin/cli.js'), contract, '-o', 'client/types.ts'],
    ...typescript('openapi-typescript.mts'),
  },
  'hey-api': {
    make: [
      ...[node24, inPackage('@hey-api/openapi-ts', 'bin/run.js'), '--input', contract],
      ...['--output', 'client', '--client', '@hey-api/client-fetch', '--no-log-file'],
    ],
    ...typescript('hey-api.mts'),
  },
  orval: {
    make: [
      ...[node22, inPackage('orval', 'dist/bin/orval.mjs'), '--input', contract],
      ...['--output', './client/client.ts', '--client', 'fetch'],
    ],
    ...typescript('orval.mts'),
  },
  kubb: {
    make: [node22, inPackage('@kubb/cli', 'bin/kubb.cjs'), 'generate'],
    ...typescript('kubb.mts'),
  },
  'swagger-typescript-api': {
    make: [
      ...[node22, inPackage('swagger-typescript-api', 'dist/cli.mjs'), 'generate', '--path', contract],
      ...['--output', 'client', '--name', 'client.ts'],
    ],
    ...typescript('swagger-typescript-api.mts'),
  },
};

export async function* checkClients() {
  const service = await startService('http://127.0.0.1');
  const env = {
    ...process.env,
    CONTRACT: contract,
    BASE_URL: service.baseUrl,
    USER_NAME: 'alice',
    PASSWORD: await service.addUser('alice'),
    PYTHONPATH: pythonFolder,
    // openapi-python-client calls ruff by its name.
    PATH: [join(pythonFolder, 'bin'), process.env.PATH].join(delimiter),
  };
  try {
    for (const [name, { make, compile, run, program, to, warnings }] of Object.entries(clients)) {
      const cwd = join(tools, 'clients', name.replace(', ', '-'));
      await rm(cwd, { recursive: true, force: true });
      await cp(programs, cwd, { recursive: true, filter: (file) => !/\.(go|java)$/.test(file) });
      await mkdir(join(cwd, 'client'));
      const step = (/** @type {string} */ what, /** @type {Command} */ [command = '', ...args]) =>
        check(`${name} ${what}`, command, args, { cwd, env }, what === 'is made' ? warnings : undefined);

      yield await step('is made', make);
      if (program && to) {
        await mkdir(dirname(join(cwd, to)), { recursive: true });
        await cp(join(programs, program), join(cwd, to));
      }
      for (const command of compile) yield await step('compiles', command);
      yield await step('works', run);
    }
  } finally {
    await service.stop();
  }
}
