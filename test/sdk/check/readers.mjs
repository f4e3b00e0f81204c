// The contract as the readers and linters of others see it.
// @ts-check
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './check.mjs';
import { binaries, inPackage, pythonFolder, root } from './tools.mjs';

const contract = join(root, 'openapi.yaml');

/** @param {string} project */
export async function* checkReaders(project) {
  const cwd = join(project, 'readers');
  await mkdir(cwd, { recursive: true });
  const { node22, node24 } = binaries;

  const python = { cwd, env: { ...process.env, PYTHONPATH: pythonFolder } };
  yield await check('openapi-spec-validator', 'python3', ['-m', 'openapi_spec_validator', contract], python);
  const parser = JSON.stringify(inPackage('@apidevtools/swagger-parser', 'lib/index.js'));
  const parse = `import p from ${parser}; await p.validate(${JSON.stringify(contract)})`;
  yield await check('swagger-parser', node22, ['--input-type=module', '-e', parse], { cwd });
  yield await checkPrism(node24, cwd);
  yield await check(
    'Postman converter',
    node22,
    [inPackage('openapi-to-postmanv2', 'bin/openapi2postmanv2.js'), '-s', contract, '-o', 'postman.json'],
    { cwd },
  );
  const spectral = inPackage('@stoplight/spectral-cli', 'dist/index.js');
  const rules = join(root, 'test/sdk/check/spectral.yaml');
  const lint = [spectral, 'lint', contract, '--ruleset', rules, '--fail-severity', 'warn'];
  yield await check('Spectral, oas', node22, lint, { cwd });
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
