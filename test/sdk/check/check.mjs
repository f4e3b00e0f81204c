// The SDK and the contract as others use them, before a release: every runtime and compiler, package linters, sizes, and
// clients that the generators of others make. Arguments are parts of names: `npm run sdk:check -- compiler`.
// @ts-check
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { CLIENTS } from './clients.mjs';
import { COMPILERS, env, FOLDER, inPackage, installTools, node, ROOT, RUNTIMES } from './tools.mjs';

/** Elsewhere, so that no compiler finds the types of other packages. */
const project = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-'));
const [node22 = ''] = RUNTIMES.map(node);
const strictly = `--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitOverride \
  --noPropertyAccessFromIndexSignature --module nodenext --target es2022 --lib es2022,dom`;
/** What a program adds to a page, minified and compressed, in bytes at most. */
const sizes = {
  'one operation': {
    most: 4_450,
    code: `import { createTransport } from 'snippet-store-sdk';
import { getSnippet } from 'snippet-store-sdk/operations';
createTransport({ baseUrl: 'http://127.0.0.1' }).call(getSnippet, { id: 1 });`,
  },
  'createClient with basic()': {
    most: 5_957,
    code: `import { basic, createClient } from 'snippet-store-sdk';
globalThis.store = createClient({ baseUrl: 'http://127.0.0.1', auth: basic('a', 'b') });`,
  },
};

/** @typedef {{ name: string, steps: string[], cwd?: string }} Check each step is a command of a shell that must end with 0 */

/** @param {string} tarball @returns {Check[]} */
const checks = (tarball) => [
  {
    name: 'package: publint',
    steps: [`${node22} ${inPackage('publint', 'src/cli.js')} ${tarball} --strict`],
  },
  {
    name: 'package: attw',
    steps: [`${node22} ${inPackage('@arethetypeswrong/cli', 'dist/index.js')} ${tarball}`],
  },
  ...RUNTIMES.map((version) => ({
    name: `runtime: Node ${version}, Deno, Bun, Chromium`,
    steps: [`${node(version)} test/runner/run-tests.mjs sdk/package`],
    cwd: ROOT,
  })),
  ...COMPILERS.map((version) => ({
    name: `compiler: TypeScript ${version}`,
    steps: [`${node22} ${inPackage(`typescript-${version}`, 'bin/tsc')} ${strictly} types.mts`],
  })),
  { name: 'reader: openapi-spec-validator', steps: ['python3 -m openapi_spec_validator "$CONTRACT"'] },
  {
    name: 'reader: swagger-parser',
    steps: [
      `${node22} --input-type=module -e 'import p from "${inPackage('@apidevtools/swagger-parser', 'lib/index.js')}";
        await p.validate(process.env.CONTRACT)'`,
    ],
  },
  {
    name: 'reader: Spectral',
    steps: [
      `${node22} ${inPackage('@stoplight/spectral-cli', 'dist/index.js')} lint "$CONTRACT" \
        --ruleset ${join(ROOT, 'test/sdk/check/spectral.yaml')} --fail-severity warn`,
    ],
  },
  ...Object.entries(CLIENTS).map(([name, steps]) => ({
    name: `client: ${name}`,
    steps,
    cwd: join(FOLDER, 'clients', name.replace(', ', '-')),
  })),
];

await installTools();
const packed = execFileSync(process.execPath, [join(ROOT, 'scripts/pack-sdk.mjs')], { encoding: 'utf8' });
const tarball = packed.trim().split('\n').at(-1) ?? '';
await cp(join(ROOT, 'test/sdk/fixtures'), project, { recursive: true });
await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball], {
  cwd: project,
});

const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ name) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part));
const report = (/** @type {boolean} */ ok, /** @type {string} */ line) => {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${line}`);
  if (!ok) process.exitCode = 1;
};
for (const { name, steps, cwd = project } of checks(tarball).filter(({ name }) => isWanted(name))) {
  if (cwd.startsWith(join(FOLDER, 'clients'))) {
    await rm(cwd, { recursive: true, force: true });
    await mkdir(join(cwd, 'client'), { recursive: true });
  }
  const said = await run(steps, cwd).catch(
    ({ stdout = '', stderr = '', message }) => `${stdout}${stderr}` || message,
  );
  report(said === undefined, `${name}${said ? `\n${said.trim().split('\n').slice(0, 12).join('\n')}` : ''}`);
}
for (const [name, { most, code }] of Object.entries(sizes).filter(([name]) => isWanted(`size: ${name}`))) {
  await writeFile(join(project, 'size.mjs'), code);
  const outfile = join(project, 'size-bundle.mjs');
  await build({
    entryPoints: [join(project, 'size.mjs')],
    bundle: true,
    minify: true,
    format: 'esm',
    outfile,
  });
  const size = gzipSync(await readFile(outfile), { level: 9 }).length;
  report(size <= most, `size: ${name}: ${size} bytes compressed, at most ${most}`);
}

await rm(project, { recursive: true });

/** @param {readonly string[]} steps @param {string} cwd */
async function run(steps, cwd) {
  for (const step of steps)
    await promisify(execFile)('sh', ['-c', step], { cwd, env, timeout: 600_000, maxBuffer: 2 ** 26 });
}
