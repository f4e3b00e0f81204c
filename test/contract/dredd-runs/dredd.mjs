// Holds the service to its document with dredd, one scheme order after the other.
// SCHEMES picks the orders (`SCHEMES=basic:token,basic`), STORE the store. See docs/contract-testing.md.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTests, onEachService } from '../each-service.mjs';

compileTests();
const compiled = fileURLToPath(new URL('../../../dist-test/contract/dredd-runs', import.meta.url));
const { DREDD_FOLDER } = await import(`${compiled}/spawn-dredd.js`);
const { DREDD_ORDERS, startServices } = await import(`${compiled}/start-services.js`);
const { leftOut, runDredd } = await import(`${compiled}/run-dredd.js`);

if (
  !isInstalled() &&
  spawnSync('npm', ['install', '--prefix', DREDD_FOLDER], { stdio: 'inherit' }).status !== 0
)
  process.exit(2);

const runs = [];
const start = ({ schemes, store }) => startServices(schemes, store);
await onEachService({ usual: 'all', all: DREDD_ORDERS, start }, async (services) => {
  const run = await runDredd(services, { print: console.log });
  runs.push(run);
  const { passed, skipped, problems } = run;
  console.log(`${passed} answers as documented, ${skipped} out of reach, ${problems.length} problems`);
  return fail(problems);
});
if (!process.env.SCHEMES)
  fail((await leftOut(runs)).map((status) => `${status}: met in no order of the schemes`));

/** Since its package.json was changed last. */
function isInstalled() {
  const timeOf = (file) => statSync(`${DREDD_FOLDER}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return timeOf('node_modules/.package-lock.json') > timeOf('package.json');
}

/** @param {string[]} problems */
function fail(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) return 0;
  process.exitCode = 1;
  return 1;
}
