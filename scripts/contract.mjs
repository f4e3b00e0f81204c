// Holds a running server to its document: the one that --url or schemathesis.toml names, or the service itself on the
// orders in SCHEMES and the store STORE. Ends with 0 when all holds, 1 on a finding, 2 when it could not run. See
// docs/contract-testing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileTests, onEachService } from './services.mjs';

const harness = new URL('../dist-test/contract/harness/', import.meta.url);
const args = process.argv.slice(2);

compileTests();
const command = await check();
if (command === undefined) process.exitCode = 2;
else if (command.address !== undefined) process.exitCode = await hold(args, command);
else
  await onEachService({ usual: 'basic' }, ({ url, auth, otherAuth }) =>
    hold(['--url', url, '--auth', auth, '--auth', otherAuth, ...args], command),
  );

/** What is wrong in it is said before a service is started. */
async function check() {
  const { checkCommand } = await import(new URL('check-command.js', harness).href);
  const { CannotRun } = await import(new URL('cannot-run.js', harness).href);
  try {
    return await checkCommand(args);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.error(error.message);
    return undefined;
  }
}

/**
 * @param {string[]} given
 * @param {{ options: { junit: string | undefined } }} command
 */
async function hold(given, { options: { junit } }) {
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...(junit === undefined ? [] : ['--test-reporter=junit', `--test-reporter-destination=${junit}`]),
  ];
  const main = fileURLToPath(new URL('main.js', harness));
  const run = spawn(process.execPath, [...reporters, main, ...given], { stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  return code ?? 2;
}
