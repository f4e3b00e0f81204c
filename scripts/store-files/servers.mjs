/** Servers of one's own, one store after the other, each with a user; nothing is left of them. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'dist', 'cli.js');

export async function* startServers() {
  // The tests know how to start a MongoDB.
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-b'], { cwd: ROOT, stdio: 'inherit' });
  const { skipWithoutMongod, startMongod } = await import('../../dist-test/helpers/mongod.js');

  yield* startServer('embedded', {});
  if (skipWithoutMongod) return console.error(`MongoDB is left out: ${skipWithoutMongod}`);
  const mongod = await startMongod();
  try {
    yield* startServer('MongoDB', { MONGODB_URL: mongod.freshUrl() });
  } finally {
    await mongod.stop();
  }
}

async function* startServer(name, settings) {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-files-'));
  const env = {
    ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    ...{ AUTH_SCHEMES: 'token', SECRET_KEY: 'a secret key for as long as this script runs' },
    ...settings,
  };
  const command = (...args) =>
    JSON.parse(execFileSync(process.execPath, [CLI, ...args, '--json'], { env, input: 'password\n' }));
  command('users', 'create', 'files', '--password-stdin');
  const { token: auth } = command('tokens', 'create', 'files');
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listening on (http:\S+)/.exec(line)?.[1];
      if (url) yield { name, url, auth };
      if (url) break;
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
