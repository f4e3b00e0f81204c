/** A real MongoDB for a test file: one single-node replica set, a fresh database for each caller. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from './service.js';

export type Mongod = Awaited<ReturnType<typeof startMongod>>;

const SCRIPT = fileURLToPath(new URL('../../scripts/mongod.mjs', import.meta.url));
/** `npm test` looks for all test files at once. */
const { MONGODB_TEST_URL, MONGOD_MISSING } = process.env;

/** Why there is no mongod. */
export const mongodMissing = MONGODB_TEST_URL ? undefined : (MONGOD_MISSING ?? findMongod().reason);

/** For `{ skip }` of a test or a suite: false when there is a mongod, and under CI=true, where its lack fails. */
export const skipWithoutMongod: string | false =
  mongodMissing !== undefined && process.env.CI !== 'true' ? `needs mongod: ${mongodMissing}` : false;

function findMongod(): { path?: string; reason?: string } {
  try {
    return { path: execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8', stdio: 'pipe' }).trim() };
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return { reason: said || String(error) };
  }
}

/**
 * MONGODB_TEST_URL (a replica set's address without a database) saves starting one per test file.
 *
 * @param own one that nobody else uses, to be frozen or killed
 * @param port where it listens; default: any free port
 */
export async function startMongod({ own = false, port }: { own?: boolean; port?: number } = {}) {
  const shared = own ? undefined : MONGODB_TEST_URL;
  const server = shared ? undefined : await startServer(port ?? (await freePort()));
  const base = new URL(shared ?? server?.url ?? '');
  const databases: string[] = [];
  return {
    /** The process, when this file started it: to be frozen or killed by fault tests. */
    process: server?.process,
    /** The address of a database that nobody else has; dropped by `stop`. */
    freshUrl(): string {
      const name = `test-${process.pid}-${databases.length}-${Math.random().toString(36).slice(2, 8)}`;
      databases.push(name);
      const url = new URL(base);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop(): Promise<void> {
      if (server) await server.stop();
      else await dropDatabases(base.href, databases);
    },
  };
}

async function dropDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = new MongoClient(url);
  for (const name of names) await client.db(name).dropDatabase();
  await client.close();
}

async function startServer(port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-mongod-'));
  const server = spawnMongod(folder, port, 'rs');
  const stop = async () => {
    server.ref();
    await killMongod(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await initiate('rs', [port]);
  } catch (error) {
    const log = await readFile(join(folder, 'mongod.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`mongod did not start: ${log.slice(-1500)}`, { cause: error });
  }
  return { url: `mongodb://127.0.0.1:${port}/?replicaSet=rs`, process: server, stop };
}

/** A member of a replica set. It ends with this process. */
export function spawnMongod(folder: string, port: number, set: string): ChildProcess {
  const { path = '', reason } = findMongod();
  if (reason !== undefined) throw new Error(reason);
  const args = [
    ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
    ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', set, '--oplogSize', '64'],
    ...['--wiredTigerCacheSizeGB', '0.5', '--setParameter', 'ttlMonitorSleepSecs=1'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--setParameter', 'enableTestCommands=1'],
  ];
  const server = spawn(path, args, { stdio: 'ignore' });
  // It alone does not keep this process alive, so that scripts end; they stop it when they do.
  server.unref();
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  server.once('exit', () => process.removeListener('exit', kill));
  return server;
}

export async function killMongod(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  // Nothing else may keep this process alive until its end is told.
  server.ref();
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Makes a replica set of them, as production has majorities and retryable writes, and waits for a primary. */
export async function initiate(set: string, ports: readonly number[]): Promise<void> {
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const options = { directConnection: true, serverSelectionTimeoutMS: 20_000, heartbeatFrequencyMS: 500 };
  const client = new MongoClient(`mongodb://${hosts[0]}/`, options);
  const admin = client.db('admin');
  const replSetInitiate = {
    ...{ _id: set, members: hosts.map((host, _id) => ({ _id, host })) },
    settings: { electionTimeoutMillis: 5_000, heartbeatIntervalMillis: 1_000 },
  };
  // With several it is refused until every one answers, which takes a while on a busy machine.
  const isInitiated = () =>
    admin.command({ replSetInitiate }).then(
      () => true,
      (error: unknown) => (ports.length > 1 ? false : Promise.reject(error)),
    );
  try {
    while (!(await isInitiated())) await sleep(500);
    if (ports.length === 1) while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
  } finally {
    await client.close();
  }
}
