// Asks the service for every documented success with dredd. STORE chooses the store.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTests } from '../each-service.mjs';

compileTests();
const compiled = fileURLToPath(new URL('../../../dist-test', import.meta.url));
const { DREDD_FOLDER, runDredd, startDreddService } = await import(
  `${compiled}/contract/dredd-runs/run-dredd.js`
);
const { stopMongod } = await import(`${compiled}/helpers/stores.js`);

if (
  !isInstalled() &&
  spawnSync('npm', ['install', '--prefix', DREDD_FOLDER], { stdio: 'inherit' }).status !== 0
)
  process.exit(2);

const service = await startDreddService(process.env.STORE);
try {
  const { passed, problems } = await runDredd(service, { print: console.log });
  console.log(`${passed.length} answers as documented, ${problems.length} problems`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await service.close();
  await stopMongod();
}

/** Since its package.json was changed last. */
function isInstalled() {
  const timeOf = (file) => statSync(`${DREDD_FOLDER}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return timeOf('node_modules/.package-lock.json') > timeOf('package.json');
}
