// A service built by `npm run build`, in a process and a folder of its own, on a free port of 127.0.0.1.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/**
 * @typedef {object} Own what is known before the start
 * @property {string} folder DATA_DIR
 * @property {(args: string[], input?: string) => string} run a command of `snippet-store`; returns what it prints
 */

/**
 * @param {{ env?: Record<string, string>, config?: string, nodeArgs?: string[], prepare?: (own: Own) => unknown }} [options]
 *   `config` is the text of a CONFIG module; `prepare` runs before the start
 */
export async function startService({ env: more = {}, config, nodeArgs = [], prepare = () => {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-attacked-'));
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only these attacks know',
    AUTH_SCHEMES: 'basic,session,token',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
    PORT: '0',
    ...(config !== undefined && { CONFIG: join(folder, 'config.mjs') }),
    ...more,
  };
  if (config !== undefined) writeFileSync(env.CONFIG, config);
  const run = (args, input) =>
    execFileSync(process.execPath, [CLI, ...args], { env, input, encoding: 'utf8', stdio: 'pipe' });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await prepare({ folder, run });
  } catch (error) {
    remove();
    throw error;
  }
  const child = spawn(process.execPath, [...nodeArgs, CLI, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-20_000);
  });
  const port = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const announced = /listening on http:\/\/[^:]+:(\d+)/.exec(said);
      if (announced) resolve(Number(announced[1]));
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${log}`)));
  });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    folder,
    run,
    ended,
    log: () => log,
    async stop() {
      process.removeListener('exit', kill);
      if (!ended()) {
        const end = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await end;
      }
      remove();
    },
  };
}
