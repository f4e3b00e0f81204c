// Holds the service to its document with dredd, one scheme order after the other.
// SCHEMES picks the orders (`SCHEMES=basic:token,basic`), STORE the store. See docs/contract-testing.md.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} command @param {string[]} args */
function must(command, args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2);
}

must(process.execPath, [createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-b']);
const compiled = `${root}dist-test/contract/dredd-runs`;
const { DREDD_FOLDER } = await import(`${compiled}/spawn-dredd.js`);
const { DREDD_ORDERS, startServices } = await import(`${compiled}/start-services.js`);
const { leftOut, runDredd } = await import(`${compiled}/run-dredd.js`);

if (!isInstalled()) must('npm', ['ci', '--prefix', DREDD_FOLDER]);

const store = process.env.STORE ?? 'embedded';
const runs = [];
for (const schemes of process.env.SCHEMES?.split(':') ?? DREDD_ORDERS) {
  console.log(`== AUTH_SCHEMES=${schemes}, ${store}`);
  const services = await startServices(schemes, store);
  try {
    const run = await runDredd(services, { print: console.log });
    runs.push(run);
    const { passed, skipped, problems } = run;
    fail(problems);
    console.log(`${passed} answers as documented, ${skipped} out of reach, ${problems.length} problems`);
  } finally {
    await services.close();
  }
}
if (!process.env.SCHEMES) fail((await leftOut(runs)).map((id) => `${id}: no order of the schemes serves it`));

/** Since its lock file was changed last. */
function isInstalled() {
  const timeOf = (file) => statSync(`${DREDD_FOLDER}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return timeOf('node_modules/.package-lock.json') > timeOf('package-lock.json');
}

/** @param {string[]} problems */
function fail(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
