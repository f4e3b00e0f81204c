// Compiles the tests, starts one MongoDB for all of them where there is one, and runs the test files with node:test.
// At the end it prints what took long (LONGEST=30 prints more).
// Arguments are parts of file names, to run only those: `npm test -- authentication`. Files of test/long/ run only when
// an argument begins with it: `npm test -- long/failover`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { transpileTests } from '../../scripts/transpile.mjs';
import { shareProcesses } from './share-processes.mjs';
import { collectTimes } from './times.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
transpileTests();

const parts = process.argv.slice(2);
const isLong = parts.some((part) => part.startsWith('long/'));
const isWanted = (file) =>
  file.startsWith('long/') === isLong && (parts.length === 0 || parts.some((part) => file.includes(part)));
const files = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && isWanted(file))
  .map((file) => file.replace(/\.ts$/, '.js'))
  .sort();
const compiled = `${root}dist-test`;

const { skipWithoutChromium } = await import(`${root}dist-test/helpers/chromium.js`);
/** A few files that never mention a store of MongoDB start faster without one; a file that needs it starts its own. */
const needsMongod =
  parts.length === 0 ||
  files.some((file) =>
    /mongo|BothStores/i.test(readFileSync(`${root}test/${file.replace(/js$/, 'ts')}`, 'utf8')),
  );
const mongod = needsMongod ? await startSharedMongod() : undefined;

// Stack traces name files and lines of TypeScript. node:test starts the process of each file with the options of this one.
process.execArgv.push('--enable-source-maps');
if (!isLong) process.execArgv.push('--import', new URL('end-when-stuck.mjs', import.meta.url).href);

const times = collectTimes();

const ran = new Set();
const skipped = new Set();
/** Processes at once: tests also wait, for a browser or for a process that they have killed. */
const CONCURRENCY = availableParallelism() + 2;
// Milliseconds for the files of a process. One that hangs ends much sooner (end-when-stuck.mjs); a busy machine takes long.
const timeout = 3_600_000;
const shared = shareProcesses(compiled, files, { skipsBrowser: Boolean(skipWithoutChromium) });
const events = run({ files: shared, concurrency: CONCURRENCY, timeout });
const note = (data) => {
  times.note(data);
  const { name, skip } = data;
  // By the source maps, it is the file in TypeScript.
  const file = data.file?.replace(`${root}test/`, `${compiled}/`).replace(/\.ts$/, '.js');
  if (skip !== undefined) skipped.add(`${name}: ${skip === true ? 'no reason given' : skip}`);
  // A file that runs no test passes as one test of its own name. Tests of a shared suite are reported under the file
  // that holds the suite's cases, so suites count too.
  if (file && name !== file) ran.add(file);
};
events.on('test:pass', note);
const named = new Set();
events.on('test:fail', (data) => {
  note(data);
  nameSource(data.file);
  process.exitCode = 1;
});
events.once('end', async () => {
  await mongod?.stop();
  if (ran.size > 0) times.print();
  for (const line of skipped) console.log(`skipped: ${line}`);
  const missing = files.filter((file) => !ran.has(`${compiled}/${file}`));
  if (files.length > 0 && missing.length === 0) return;
  console.error(`test files that ran nothing: ${missing.join(', ') || 'there are none'}`);
  process.exitCode = 1;
});
events.compose(spec).pipe(process.stdout);

/** Names the source that a failing test file is about, once: tests lie where it lies. */
function nameSource(file = '') {
  const source = /(?:dist-)?test\/(.+)\.test\.[jt]s$/.exec(file)?.[1];
  if (source === undefined || named.has(source)) return;
  named.add(source);
  const places = [`src/${source}.ts`, `src/${dirname(source)}/`];
  const path = places.find((one) => one !== 'src/./' && existsSync(`${root}${one}`));
  if (path !== undefined) console.log(`look at ${path}: test/${source}.test.ts fails`);
}

/** @returns {Promise<{ stop(): Promise<void> } | undefined>} one for all test files, where there is one */
async function startSharedMongod() {
  const helper = await import(`${root}dist-test/helpers/mongod.js`);
  if (helper.skipWithoutMongod) {
    process.env.MONGOD_MISSING = helper.mongodMissing;
    return undefined;
  }
  // A set that the caller names is not this run's to stop.
  if (process.env.MONGODB_TEST_URL) return undefined;
  const started = await helper.startReplicaSet();
  process.env.MONGODB_TEST_URL = started.url;
  return started;
}
