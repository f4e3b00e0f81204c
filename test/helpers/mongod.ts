/** Real MongoDBs: how mongod is found, and replica sets whose members a test may kill, freeze and start again. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient, type MongoClientOptions } from 'mongodb';
import { freePort } from './service.js';
import { until } from './until.js';

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

export interface Member {
  signal(name: NodeJS.Signals): void;
  /** Ends it at once, and resolves when it has ended. */
  kill(): Promise<void>;
  start(): void;
}

/**
 * Waits for a primary: a set of one too, because production has majorities and retryable writes. The members end with
 * this process; `stop` also removes their data.
 *
 * @param ports of its members; default: one, on a free port
 * @returns also the address without a database
 */
export async function startReplicaSet(ports?: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-mongod-'));
  const places = (ports ?? [await freePort()]).map((port) => ({ port, data: join(folder, String(port)) }));
  const hosts = places.map(({ port }) => `127.0.0.1:${port}`);
  for (const { data } of places) await mkdir(data);
  const members = places.map(({ port, data }) => startMember(data, port));

  const isPrimary = async (host: string) =>
    (await ask(host, { hello: 1 }).catch(() => undefined))?.isWritablePrimary === true;
  const primary = () =>
    until('a member is primary', async () => {
      const are = await Promise.all(hosts.map(isPrimary));
      return members[are.indexOf(true)];
    });
  async function stop(): Promise<void> {
    await Promise.all(members.map((member) => member.kill()));
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await initiate(hosts);
    await primary();
  } catch (error) {
    const logs = places.map(({ data }) => readFile(`${data}/mongod.log`, 'utf8').catch(() => ''));
    const [log = ''] = await Promise.all(logs);
    await stop();
    throw new Error(`mongod did not start: ${log.slice(-1500)}`, { cause: error });
  }
  const stepDown = { replSetStepDown: 15, secondaryCatchUpPeriodSecs: 5 };
  return {
    url: `mongodb://${hosts.join()}/?replicaSet=rs`,
    members,
    primary,
    /** The primary steps down, and stays a secondary for some seconds. */
    stepDown: async () => ask(hosts[members.indexOf(await primary())], stepDown, 20_000),
    stop,
  };
}

function startMember(folder: string, port: number): Member {
  const { path = '', reason } = findMongod();
  if (reason !== undefined) throw new Error(reason);
  const args = [
    ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
    ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', 'rs', '--oplogSize', '64'],
    ...['--wiredTigerCacheSizeGB', '0.5', '--setParameter', 'ttlMonitorSleepSecs=1'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--setParameter', 'enableTestCommands=1'],
  ];
  let child = start();
  function start() {
    const started = spawn(path, args, { stdio: 'ignore' });
    // It alone does not keep this process alive, so that scripts end; they stop it when they do.
    started.unref();
    const kill = () => void started.kill('SIGKILL');
    process.once('exit', kill);
    started.once('exit', () => process.removeListener('exit', kill));
    return started;
  }
  return {
    signal: (name) => void child.kill(name),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Nothing else may keep this process alive until its end is told.
      child.ref();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    start() {
      child = start();
    },
  };
}

async function initiate(hosts: readonly string[]): Promise<void> {
  const replSetInitiate = {
    ...{ _id: 'rs', members: hosts.map((host, _id) => ({ _id, host })) },
    settings: { electionTimeoutMillis: 5_000, heartbeatIntervalMillis: 1_000 },
  };
  for (;;)
    try {
      return void (await ask(hosts[0], { replSetInitiate }, 20_000));
    } catch (error) {
      // With several it is refused until every one answers, which takes a while on a busy machine.
      if (hosts.length === 1) throw error;
      await sleep(500);
    }
}

async function ask(host = '', command: object, serverSelectionTimeoutMS = 500) {
  const timeouts: MongoClientOptions = {
    serverSelectionTimeoutMS,
    socketTimeoutMS: serverSelectionTimeoutMS,
  };
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, timeouts);
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close(true);
  }
}
