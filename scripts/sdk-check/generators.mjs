// The contract in the hands of others: generators whose output has to compile, readers and linters.
// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './run.mjs';
import { binaries, inPackage, pythonFolder, root } from './tools.mjs';

const contract = join(root, 'openapi.yaml');
const tsc = inPackage('typescript-5.9', 'bin/tsc');
const compile = [
  tsc,
  '--noEmit',
  '--strict',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--lib',
  'es2022,dom',
];

/** @param {string} project */
export async function* checkGenerators(project) {
  const cwd = join(project, 'generators');
  await mkdir(cwd, { recursive: true });
  const { node22, node24 } = binaries;

  yield await check(
    'openapi-typescript',
    node22,
    [inPackage('openapi-typescript', 'bin/cli.js'), contract, '-o', 'types.ts'],
    { cwd },
  );
  yield await check('openapi-typescript compiles', node22, [...compile, 'types.ts'], { cwd });

  yield await check(
    'orval',
    node22,
    [
      inPackage('orval', 'dist/bin/orval.mjs'),
      '--input',
      contract,
      '--output',
      './orval/client.ts',
      '--client',
      'fetch',
    ],
    { cwd },
  );
  yield await check('orval compiles', node22, [...compile, 'orval/client.ts'], { cwd });

  const python = { cwd, env: { ...process.env, PYTHONPATH: pythonFolder } };
  const generate = [
    '-m',
    'openapi_python_client',
    'generate',
    '--path',
    contract,
    '--output-path',
    'python',
    '--meta',
    'none',
    '--fail-on-warning',
    '--overwrite',
  ];
  // It calls ruff by its name.
  const env = { ...python.env, PATH: `${join(pythonFolder, 'bin')}:${process.env.PATH}` };
  yield await check('openapi-python-client', 'python3', generate, { cwd, env });
  yield await check(
    'openapi-python-client compiles',
    'python3',
    ['-m', 'compileall', '-q', 'python'],
    python,
  );
  const use =
    'import python; from python.api.snippets import create_snippet; from python.models import SnippetInput';
  yield await check('openapi-python-client can be imported', 'python3', ['-c', use], python);

  yield await check('openapi-spec-validator', 'python3', ['-m', 'openapi_spec_validator', contract], python);
  const parse = `import p from ${JSON.stringify(inPackage('@apidevtools/swagger-parser', 'lib/index.js'))}; await p.validate(${JSON.stringify(contract)})`;
  yield await check('swagger-parser', node22, ['--input-type=module', '-e', parse], { cwd });
  yield await checkPrism(node24, cwd);
  yield await check(
    'Postman converter',
    node22,
    [
      inPackage('openapi-to-postmanv2', 'bin/openapi2postmanv2.js'),
      '-s',
      contract,
      '-o',
      'postman.json',
      '-t',
    ],
    { cwd },
  );
  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  await writeFile(join(cwd, 'redocly.yaml'), 'extends: [recommended]\n');
  yield await check('Redocly, recommended', node22, [redocly, 'lint', contract, '--config', 'redocly.yaml'], {
    cwd,
  });
  await writeFile(join(cwd, 'spectral.yaml'), await readFile(join(root, 'scripts/sdk-check/spectral.yaml')));
  yield await check(
    'Spectral, oas',
    node22,
    [
      inPackage('@stoplight/spectral-cli', 'dist/index.js'),
      'lint',
      contract,
      '--ruleset',
      'spectral.yaml',
      '--fail-severity',
      'warn',
    ],
    { cwd },
  );
}

/** A mock that answers a request from the contract's example. @param {string} node @param {string} cwd */
async function checkPrism(node, cwd) {
  const script = `
import { spawn } from 'node:child_process';
const mock = spawn(process.execPath, [${JSON.stringify(inPackage('@stoplight/prism-cli', 'dist/index.js'))}, 'mock', '-p', '0', ${JSON.stringify(contract)}]);
let said = '';
for (const stream of [mock.stdout, mock.stderr]) stream.on('data', (chunk) => { said += chunk; });
const until = Date.now() + 60_000;
while (!/listening on (http:\\S+)/.test(said)) {
  if (Date.now() > until) throw new Error(said);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const [, url] = /listening on (http:[^\\s\\u001b]+)/.exec(said);
const answer = await fetch(url + '/snippets/1/');
const { owner } = await answer.json();
mock.kill();
if (answer.status !== 200 || owner !== 'alice') throw new Error(answer.status + ' ' + owner);`;
  return check('Prism', node, ['--input-type=module', '-e', script], { cwd });
}
