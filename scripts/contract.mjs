// Tests a running server against its description: the one that --url or schemathesis.toml names, or the service itself
// with the scheme orders in SCHEMES and the store STORE. CONTRACT_PACKED=1 runs the packed harness, as others get it.
// Ends with 0 when everything holds, 1 on a finding, 2 when it could not run. See docs/contract-testing.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTests, onEachService } from './services.mjs';

const harness = new URL('../dist-test/contract/harness/', import.meta.url);
const args = process.argv.slice(2);

compileTests();
const bin = process.env.CONTRACT_PACKED === '1' ? installPacked() : fileURLToPath(new URL('bin.js', harness));
const command = await check();
if (command === undefined) process.exitCode = 2;
else if (command.options.help || command.options.version || command.address !== undefined)
  process.exitCode = await hold(args);
else
  await onEachService({ usual: 'basic' }, ({ url, auth, otherAuth }) =>
    hold(['--url', url, '--auth', auth, '--auth', otherAuth, ...args]),
  );

/** A wrong option is reported before a service is started. */
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

/** @param {string[]} given */
async function hold(given) {
  const run = spawn(process.execPath, [bin, ...given], { stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  return code ?? 2;
}

/** @returns {string} the command of the package, installed in a folder of its own */
function installPacked() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = `${root}.cache/contract-package`;
  const printed = execFileSync(process.execPath, [`${root}scripts/pack-contract.mjs`], { encoding: 'utf8' });
  const tarball = printed.trim().split('\n').at(-1) ?? '';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options, tarball], { stdio: 'inherit' });
  return `${folder}/node_modules/snippet-store-contract/bin.js`;
}
