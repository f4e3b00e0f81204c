// A MongoDB of its own for the benchmark: a replica set of one, as production has majorities and retryable writes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from './server-process.mjs';

const FIND = fileURLToPath(new URL('../scripts/mongod.mjs', import.meta.url));

/**
 * @param {string} parent the folder in which it keeps its own
 * @param {{ cacheGb?: number, isKept?: boolean }} options `cacheGb`: 0 leaves it to mongod, which takes half of the
 *   memory; `isKept`: its data stays when it is stopped, for the next run in this folder
 * @returns {Promise<{ url(database: string): string, pid: number, stop(): Promise<void> }>}
 */
export async function startMongod(parent, { cacheGb = 1, isKept = false } = {}) {
  const command = execFileSync(process.execPath, [FIND], { encoding: 'utf8' }).trim();
  const folder = join(parent, 'mongod');
  // The replica set keeps its port.
  const note = join(parent, 'mongod-port');
  const isNew = !existsSync(folder);
  const port = isNew ? await freePort() : Number(readFileSync(note, 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(note, String(port));
  const args = [
    ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
    ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', 'rs', '--oplogSize', '256'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    ...(cacheGb > 0 ? ['--wiredTigerCacheSizeGB', String(cacheGb)] : []),
  ];
  const child = spawn(command, args, { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  await initiate(port, isNew);
  return {
    url: (database) => `mongodb://127.0.0.1:${port}/${database}?replicaSet=rs`,
    pid: child.pid ?? 0,
    async stop() {
      process.removeListener('exit', kill);
      child.kill(isKept ? 'SIGTERM' : 'SIGKILL');
      await once(child, 'exit');
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function initiate(port, isNew) {
  const host = `127.0.0.1:${port}`;
  const client = new MongoClient(`mongodb://${host}/`, { directConnection: true });
  try {
    const admin = client.db('admin');
    if (isNew) await admin.command({ replSetInitiate: { _id: 'rs', members: [{ _id: 0, host }] } });
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
  } finally {
    await client.close();
  }
}
