// Holds a running server to its document: the one at --url, or the service itself on the orders in SCHEMES and the store STORE.
// Ends with 0 when all holds, 1 on a finding, 2 when it could not run. See docs/contract-testing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileTests, onEachService } from './services.mjs';

const main = fileURLToPath(new URL('../dist-test/contract/harness/main.js', import.meta.url));
const args = process.argv.slice(2);

compileTests();
if (args.some((argument) => /^--url(=|$)/.test(argument))) process.exitCode = await hold(args);
else
  await onEachService({ usual: 'basic' }, ({ url, auth, otherAuth }) =>
    hold(['--url', url, '--auth', auth, '--auth', otherAuth, ...args]),
  );

/** @param {string[]} options */
async function hold(options) {
  const run = spawn(process.execPath, [...reporters(options), main, ...options], { stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  return code ?? 2;
}

/** @param {string[]} options */
function reporters(options) {
  const index = options.findIndex((option) => option.startsWith('--report-junit-path'));
  const given = options[index] ?? '';
  const junit = given.includes('=') ? given.slice(given.indexOf('=') + 1) : options[index + 1];
  return [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...(index >= 0 && junit ? ['--test-reporter=junit', `--test-reporter-destination=${junit}`] : []),
  ];
}
