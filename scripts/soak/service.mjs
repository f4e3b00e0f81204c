// The service that the soak sends to: a process of its own, with users, on one store.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { freePort, startServer } from '../../bench/server-process.mjs';
import { operationsOf } from '../fuzz/target.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/cli.js');
const collector = new URL('collect-garbage.mjs', import.meta.url).href;
const PASSWORD = 'a password of the soak';

/**
 * @param {{ folder: string, mongodbUrl?: string }} options
 * @returns the running service, `users` with their credentials, and `operations` of the contract
 */
export async function startService({ folder, mongodbUrl }) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
    SECRET_KEY: 'a secret key that only this soak knows',
    AUTH_SCHEMES: 'session,basic,token',
    // The users log in often, and all of them from one IP.
    THROTTLE_RATES: 'login=6000/min',
    // The hostile client's snippets would make every list longer.
    QUOTA_BYTES: '1000000',
    LOG_LEVEL: 'warn',
    PORT: String(port),
  };
  const run = (args, input = '') =>
    execFileSync(process.execPath, [cli, ...args], { env, input, encoding: 'utf8' });
  const users = ['alice', 'bob', 'carol', 'mallory'].map((name) => {
    run(['users', 'create', name, '--password-stdin'], `${PASSWORD}\n`);
    const { token } = JSON.parse(run(['tokens', 'create', name, '--json']));
    return { name, password: PASSWORD, authorization: `Token ${token}` };
  });
  const log = join(folder, 'service.log');
  const args = ['--expose-gc', '--import', collector, cli, 'serve'];
  const service = await startServer({ args, env, log, port, path: '/healthz' });
  return {
    ...service,
    port,
    users,
    operations: operationsOf(parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))),
    log: () => readFileSync(log, 'utf8'),
  };
}
