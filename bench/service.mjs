// A build of the service with a store of its own, filled through the API: builds may store records in different forms.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from './server-process.mjs';
import { apiRequests, inputOf, JSON_TYPE } from './works.mjs';

export const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const PASSWORD = 'the password of the benchmark';

/**
 * @param {{ cli?: string, folder: string, count: number, mongodbUrl?: string }} place `folder` is made. Without
 *   `mongodbUrl` the store is embedded.
 * @returns {Promise<{ running: import('./server-process.mjs').Running,
 *   requests: Record<string, import('./works.mjs').WorkRequest> }>}
 */
export async function startService({ cli = CLI, folder, count, mongodbUrl }) {
  mkdirSync(folder, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    AUTH_SCHEMES: 'token,basic',
    SECRET_KEY: 'the benchmark signs with this secret key',
    DATA_DIR: join(folder, 'data'),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
  };
  const options = { env, input: PASSWORD };
  const command = (...args) => JSON.parse(execFileSync(process.execPath, [cli, ...args, '--json'], options));
  command('users', 'create', 'bench', '--password-stdin');
  const token = `Token ${command('tokens', 'create', 'bench').token}`;
  const port = await freePort();
  const log = join(folder, 'log');
  const own = { ...env, PORT: String(port) };
  const running = await startServer({ args: [cli, 'serve'], env: own, log, port, path: '/readyz' });
  await fill(`${running.address}/snippets/`, count, { Authorization: token });
  const basic = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString('base64')}`;
  return { running, requests: apiRequests(count, { token, basic }) };
}

/** Snippets that are created at once. */
const AT_ONCE = 8;

/** Creates snippets at an address. */
export async function fill(url, count, headers = {}, bodyOf = inputOf) {
  const began = performance.now();
  for (let first = 1; first <= count; first += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, i) => first + i);
    await Promise.all(
      ids.map(async (id) => {
        const body = JSON.stringify(bodyOf(id));
        const answer = await fetch(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`a snippet was not stored: ${answer.status}, ${text}`);
      }),
    );
    if (first % 100_000 < AT_ONCE && first > AT_ONCE)
      console.error(`${first} stored after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}
