// What takes too long for each change: the tests at full length, and every tool that holds the service to its document, on
// each store and order and with several seeds. Goes on after a step that fails, and says in the end which did.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const seeds = [1, 2, 3];
const stores = ['embedded', 'mongodb'];

const steps = [
  // First: the tests take dredd from where it puts it.
  ...stores.map((store) => `STORE=${store} npm run dredd`),
  `FULL=1 CONTRACT_SEEDS=${seeds.join()} npm test`,
  ...stores.flatMap((store) =>
    seeds.map((seed) => `STORE=${store} SCHEMES=all npm run contract -- --seed ${seed}`),
  ),
  'npm run fuzz',
  'npm run schemathesis',
  'npm run sdk:check',
];

const results = steps.map((step) => {
  console.log(`\n== ${step}`);
  const began = performance.now();
  const { status } = spawnSync(step, { cwd: root, shell: true, stdio: 'inherit' });
  return { step, status, minutes: ((performance.now() - began) / 60_000).toFixed(1) };
});
console.log();
for (const { step, status, minutes } of results) {
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${step} (${minutes} minutes)`);
  if (status !== 0) process.exitCode = 1;
}
