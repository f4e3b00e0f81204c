// The packed harness in an empty folder, as others use it, on services that it does not know: this service, services of
// the corpus, correct and with each planted fault, and Prism's mocks of public descriptions. Arguments:
//   --targets "Snippet Store,Fastify,FastAPI,Prism"   default: all of these; Express and Go can be named, too
//   --no-faults                                       the correct services alone
//   --schemathesis                                    lets schemathesis meet the correct services, too
// Ends with 1 on a finding on a correct service, or a fault that is not found.
// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPrism } from './corpus/prism.mjs';
import { runSchemathesis } from './corpus/schemathesis.mjs';
import { compileTests } from './services.mjs';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: 'Snippet Store,Fastify,FastAPI,Prism' },
    'no-faults': { type: 'boolean', default: false },
    schemathesis: { type: 'boolean', default: false },
  },
});

/** As an npm package; a file in it is a description. */
const DESCRIPTIONS = '@readme/oas-examples@8.2.2';
/** A mock gives examples of answers and forgets what it was told: what needs a memory, or a refusal, cannot be asked of it. */
const MOCKED = {
  files: ['3.0/json/star-trek.json', '3.0/json/petstore-expanded.json', '3.1/json/train-travel.json'],
  options: [
    '--phases',
    'examples',
    '--base-path',
    '',
    '--auth',
    'bearer:any',
    '--also',
    'header:api_key:any',
  ],
};

compileTests();
const root = fileURLToPath(new URL('..', import.meta.url));
const { CORPUS, OURS } = await import('../dist-test/contract/corpus/index.js');
const folder = await mkdtemp(join(tmpdir(), 'contract-outside-'));
let failures = 0;
try {
  install();
  for (const name of values.targets.split(',')) {
    if (name === 'Prism') await meetMocks();
    else await meetService([OURS, ...CORPUS].find((one) => one.name === name));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

/** Into an empty project. */
function install() {
  const packed = execFileSync(process.execPath, [join(root, 'scripts/pack-contract.mjs')], {
    encoding: 'utf8',
  });
  const tarball = packed.trim().split('\n').at(-1) ?? '';
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  execFileSync('npm', ['init', '--yes'], { cwd: folder, stdio: 'ignore' });
  execFileSync('npm', ['install', ...options, tarball, DESCRIPTIONS], { cwd: folder, stdio: 'inherit' });
}

/** @param {any} service of the corpus */
async function meetService(service) {
  if (service === undefined)
    throw new Error(`There is no such target; there are ${CORPUS.map(({ name }) => name)}`);
  const missing = service.missing?.();
  if (missing !== undefined) return console.log(`left out: ${service.name}: ${missing}`);
  await judge(`${service.name}, correct`, await meet(service), []);
  if (values.schemathesis) {
    const began = performance.now();
    const found = await runSchemathesis(service, undefined, 1);
    console.log(`     schemathesis: ${found.length} findings, ${secondsSince(began)} s`);
  }
  // The service itself is spoiled by the proxy of npm run contract:corpus.
  if (!values['no-faults'] && service !== OURS)
    for (const { name, check } of service.faults)
      await judge(`${service.name}, ${name}`, await meet(service, name), [check]);
  await service.stop?.();
}

async function meetMocks() {
  for (const file of MOCKED.files) {
    const spec = join(folder, 'node_modules/@readme/oas-examples', file);
    const mock = await startPrism(spec);
    const result = await run(['--url', mock.url, '--spec', spec, ...MOCKED.options]).finally(() =>
      mock.stop(),
    );
    await judge(`Prism, ${file}`, result, []);
  }
}

/** @param {any} service @param {string} [fault] */
async function meet(service, fault) {
  const running = await service.start(fault);
  const { spec, basePath, options = [], auth = running.auth } = service;
  try {
    return await run([
      ...['--url', running.url, ...auth.flatMap((/** @type {string} */ one) => ['--auth', one])],
      ...(spec === undefined ? [] : ['--spec', spec]),
      ...(basePath === undefined ? [] : ['--base-path', basePath]),
      ...options,
    ]);
  } finally {
    await running.close();
  }
}

/** @param {readonly string[]} args */
async function run(args) {
  const report = join(folder, 'report.ndjson');
  await writeFile(report, '');
  const began = performance.now();
  // By its command, in the empty folder.
  const bin = join(folder, 'node_modules/.bin/snippet-store-contract');
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const harness = spawn(bin, ['--seed', '1', '--report-ndjson-path', report, ...args], { cwd: folder, env });
  let output = '';
  for (const stream of [harness.stdout, harness.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const code = await new Promise((resolve) => harness.on('close', resolve));
  const lines = (await readFile(report, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{"type":"finding"'));
  return { code, output, seconds: secondsSince(began), findings: lines.map((line) => JSON.parse(line)) };
}

/**
 * @param {string} name
 * @param {Awaited<ReturnType<typeof run>>} result
 * @param {readonly string[]} expected the check of the fault; none for a correct service
 */
async function judge(name, { code, output, seconds, findings }, expected) {
  const named = [...new Set(findings.map(({ check, operation }) => `${check} ${operation}`))];
  const ok = expected.length === 0 ? code === 0 : code === 1;
  if (!ok) failures += 1;
  const what = findings.length === 0 ? 'no finding' : named.join(', ');
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${what} (${seconds} s)`);
  if (!ok) console.log(output.split('\n').slice(-60).join('\n'));
}

/** @param {number} began */
function secondsSince(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}
