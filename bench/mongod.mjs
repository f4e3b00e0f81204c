// A MongoDB of its own for the benchmark: a replica set of one, as production has majorities and retryable writes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from './server-process.mjs';

const FIND = fileURLToPath(new URL('../scripts/mongod.mjs', import.meta.url));

/**
 * @param {string} parent the folder in which it keeps its own
 * @returns {Promise<{ url(database: string): string, stop(): Promise<void> }>}
 */
export async function startMongod(parent) {
  const command = execFileSync(process.execPath, [FIND], { encoding: 'utf8' }).trim();
  const folder = join(parent, 'mongod');
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const args = [
    ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
    ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', 'rs', '--oplogSize', '256'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ...['--wiredTigerCacheSizeGB', '1'],
  ];
  const child = spawn(command, args, { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  await initiate(port);
  return {
    url: (database) => `mongodb://127.0.0.1:${port}/${database}?replicaSet=rs`,
    async stop() {
      process.removeListener('exit', kill);
      kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function initiate(port) {
  const host = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${host}/`, { directConnection: true });
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'rs', members: [{ _id: 0, host }] } });
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
  } finally {
    await client.close();
  }
}
