// A service built by `npm run build`, in a process and a folder of its own, on a free port of 127.0.0.1: for tools that
// attack it, or watch it under load.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from '../../bench/server-process.mjs';

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
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-tool-'));
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only these tools know',
    AUTH_SCHEMES: 'basic,session,token',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
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
  const log = join(folder, 'service.log');
  const port = await freePort();
  const { address, pid, child, stop } = await startServer({
    args: [...nodeArgs, CLI, 'serve'],
    env: { ...env, PORT: String(port) },
    log,
    port,
    path: '/healthz',
  });
  return {
    port,
    url: address,
    pid,
    child,
    folder,
    run,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      await stop();
      remove();
    },
  };
}
