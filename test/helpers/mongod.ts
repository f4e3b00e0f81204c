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

export interface Mongod {
  /** The address of a database that nobody else has; dropped by `stop`. */
  freshUrl(): string;
  /** The process, when this file started it: to be frozen or killed by fault tests. */
  readonly process: ChildProcess | undefined;
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('../../scripts/mongod.mjs', import.meta.url));
/** `npm test` looks for all test files at once. */
const { MONGODB_TEST_URL, MONGOD_MISSING } = process.env;
const found = MONGODB_TEST_URL ? { path: '' } : findMongod();

/** Why there is no mongod. */
export const mongodMissing = 'reason' in found ? found.reason : undefined;

/** For `{ skip }` of a test or a suite: false when there is a mongod, and under CI=true, where its lack fails. */
export const skipWithoutMongod: string | false =
  mongodMissing !== undefined && process.env.CI !== 'true' ? `needs mongod: ${mongodMissing}` : false;

export interface MongodOptions {
  /** One that nobody else uses, to be frozen or killed. */
  own?: boolean;
  /** Where it listens; default: any free port. */
  port?: number;
}

/** MONGODB_TEST_URL (a replica set's address without a database) saves starting one per test file. */
export async function startMongod({ own = false, port }: MongodOptions = {}): Promise<Mongod> {
  const shared = own ? undefined : process.env.MONGODB_TEST_URL;
  const place = own ? findMongod() : found;
  if ('reason' in place) throw new Error(place.reason);
  const server = shared ? undefined : await startServer(place.path, port ?? (await freePort()));
  const base = new URL(shared ?? server?.url ?? '');
  const databases: string[] = [];
  return {
    process: server?.process,
    freshUrl() {
      const name = `test-${process.pid}-${databases.length}-${Math.random().toString(36).slice(2, 8)}`;
      databases.push(name);
      const url = new URL(base);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
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

function findMongod(): { path: string } | { reason: string } {
  if (MONGOD_MISSING) return { reason: MONGOD_MISSING };
  try {
    const path = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return { path };
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    return { reason: said || String(error) };
  }
}

interface Server {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

async function startServer(path: string, port: number): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-mongod-'));
  const server = spawn(
    path,
    [
      ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
      ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', 'rs', '--oplogSize', '64'],
      ...['--wiredTigerCacheSizeGB', '0.5', '--setParameter', 'ttlMonitorSleepSecs=1'],
      ...[
        '--setParameter',
        'diagnosticDataCollectionEnabled=false',
        '--setParameter',
        'enableTestCommands=1',
      ],
    ],
    { stdio: 'ignore' },
  );
  // It alone does not keep this process alive, so that scripts end; they stop it when they do.
  server.unref();
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    if (server.exitCode === null && server.signalCode === null) {
      server.ref();
      kill();
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await initiate(server, port);
  } catch (error) {
    const log = await readFile(join(folder, 'mongod.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`mongod did not start: ${log.slice(-1500)}`, { cause: error });
  }
  return { url: `mongodb://127.0.0.1:${port}/?replicaSet=rs`, process: server, stop };
}

/** Makes it a replica set of one, as production has majorities and retryable writes, and waits for its primary. */
async function initiate(server: ChildProcess, port: number): Promise<void> {
  const address = `127.0.0.1:${port}`;
  const options = { directConnection: true, serverSelectionTimeoutMS: 20_000, heartbeatFrequencyMS: 500 };
  const client = new MongoClient(`mongodb://${address}/`, options);
  const gone = once(server, 'exit').then(([code]) => {
    throw new Error(`it ended with status ${code}`);
  });
  gone.catch(() => undefined);
  try {
    await Promise.race([
      gone,
      (async () => {
        const admin = client.db('admin');
        await admin.command({ replSetInitiate: { _id: 'rs', members: [{ _id: 0, host: address }] } });
        while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
      })(),
    ]);
  } finally {
    await client.close();
  }
}
