// Tests a running server against its description: the one that --url or schemathesis.toml names, or the service itself
// with the scheme orders in SCHEMES and the store STORE. CONTRACT_PACKED=1 runs the packed harness, as others get it.
// Ends with 0 when everything holds, 1 on a finding, 2 when it could not run. See docs/contract-testing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileTests, onEachService } from './each-service.mjs';
import { installPacked } from './packed.mjs';

const harness = new URL('../../src/harness/dist/', import.meta.url);
const args = process.argv.slice(2);
/** The formats of openapi.yaml that are its own. */
const FORMATS = ['--format', 'well-formed=^\\P{Cs}*$'];

compileTests();
process.exitCode = await holdServer();

async function holdServer() {
  const bin =
    process.env.CONTRACT_PACKED === '1' ? await installPacked() : fileURLToPath(new URL('bin.js', harness));
  const command = await check();
  if (command === undefined) return 2;
  if (command.options.help || command.address !== undefined) return hold(bin, args);
  await onEachService({ usual: 'basic' }, ({ url, auth, otherAuth }) =>
    hold(bin, ['--url', url, '--auth', auth, '--auth', otherAuth, ...FORMATS, ...args]),
  );
  return process.exitCode;
}

/** A wrong option is reported before a service is started. */
async function check() {
  const { checkCommand } = await import(new URL('settings/command-line.js', harness).href);
  const { CannotRun } = await import(new URL('errors.js', harness).href);
  try {
    return await checkCommand(args);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.error(error.message);
    return undefined;
  }
}

/** @param {string} bin @param {string[]} given */
async function hold(bin, given) {
  const run = spawn(process.execPath, [bin, ...given], { stdio: 'inherit' });
  const [code] = await once(run, 'exit');
  return code ?? 2;
}
