// A service with a store of many snippets: its users by its commands, its first snippet by its API, the others copied.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstInput, representationOf } from '../contents.mjs';
import { freshCopy } from '../fresh-copy.mjs';
import { freePort, startServer } from '../server-process.mjs';
import { loadService, trimMongodb } from './load.mjs';
import { readAllOfFile, readAllOnMongodb } from './read-all.mjs';
import { sizesOfFile, sizesOnMongodb } from './sizes.mjs';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
export const PASSWORD = 'the password of the benchmark';

/** @typedef {{ nodeArgs?: string[], ipc?: boolean, inPlace?: boolean }} StartOptions `inPlace` keeps what is written */

/**
 * In a folder that is kept, what an earlier run has loaded is used again.
 *
 * @typedef {import('./sizes.mjs').Sizes} Sizes
 * @param {import('../subjects/index.mjs').Place} place
 * @returns {Promise<{ token: string, dataDir: string, sizes(): Promise<Sizes> | Sizes, readAll(): Promise<void>,
 *   start(options?: StartOptions): Promise<import('../server-process.mjs').Running> }>}
 */
export async function prepareService({ store, data, count, folder, mongod }) {
  const own = join(folder, `service-${store}-${data}`);
  const prepared = join(own, 'prepared');
  mkdirSync(own, { recursive: true });
  const url = mongod?.url(`service-${data}`);
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    AUTH_SCHEMES: 'token,basic',
    ...(store === 'mongodb'
      ? { MONGODB_URL: url, SECRET_KEY: 'the benchmark signs with this secret key' }
      : { DATA_DIR: prepared }),
  };
  const run = async (more, { nodeArgs = [], ipc = false } = {}) => {
    const port = await freePort();
    const args = [...nodeArgs, CLI, 'serve'];
    const log = join(own, 'log');
    return startServer({
      args,
      env: { ...env, PORT: String(port), ...more },
      log,
      port,
      path: '/readyz',
      ipc,
    });
  };
  const command = (...args) => {
    const options = { env: { PATH: process.env.PATH, ...env }, input: PASSWORD };
    return JSON.parse(execFileSync(process.execPath, [CLI, ...args, '--json'], options));
  };
  const note = join(own, 'token');
  if (!existsSync(note)) {
    command('users', 'create', 'bench', '--password-stdin');
    const { token } = command('tokens', 'create', 'bench');
    const first = await run();
    await storeFirst(first.address, token, firstInput(data)).finally(() => first.stop());
    if (data !== 'one') {
      await loadService({ mongodbUrl: store === 'mongodb' ? url : undefined, dataDir: prepared }, count);
      const loaded = await run();
      await checkLoaded(loaded.address, count).finally(() => loaded.stop());
    }
    writeFileSync(note, token);
  }
  const token = readFileSync(note, 'utf8');

  return {
    token,
    dataDir: prepared,
    sizes: () => (store === 'mongodb' ? sizesOnMongodb(url) : sizesOfFile(prepared)),
    readAll: () => (store === 'mongodb' ? readAllOnMongodb(url) : readAllOfFile(prepared)),
    async start(options) {
      // What measurements write is gone at the next start. The large set is only read.
      if (data === 'large' || options?.inPlace) return run({}, options);
      if (store === 'embedded') return run({ DATA_DIR: freshCopy(prepared) }, options);
      await trimMongodb(url, count);
      return run({}, options);
    },
  };
}

async function storeFirst(address, token, input) {
  const response = await fetch(`${address}/snippets/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
    body: JSON.stringify(input),
  });
  assert.equal(response.status, 201, await response.text());
}

/** Copies that do not fit the stored form would be measured in vain. */
async function checkLoaded(address, count) {
  for (const id of [1, 2, Math.ceil(count / 2), count]) {
    const found = await (await fetch(`${address}/snippets/${id}/`)).json();
    assert.deepEqual(found, representationOf(id));
  }
  const { title } = representationOf(count);
  const search = await fetch(`${address}/snippets/?limit=2&q=${encodeURIComponent(title)}`);
  assert.deepEqual(await search.json(), [representationOf(count)]);
  const last = representationOf(count).owner;
  const users = await (await fetch(`${address}/users/`)).json();
  assert.ok(users.find(({ username }) => username === last)?.snippets.includes(count));
}
