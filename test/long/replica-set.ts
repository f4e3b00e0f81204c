/** Three members of MongoDB that a test may kill, freeze and start again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { freePort } from '../helpers/service.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/mongod.mjs', import.meta.url));
const NAME = 'three';

export interface ReplicaSet {
  /** With a database of its own. */
  readonly url: string;
  primary(): Promise<Member>;
  readonly members: readonly Member[];
  /** The primary steps down, and stays a secondary for some seconds. */
  stepDown(): Promise<void>;
  stop(): Promise<void>;
}

export interface Member {
  readonly port: number;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  start(): void;
}

/** It is refused until every member answers, which takes a while on a busy machine. */
async function initiate(send: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(500)) {
    try {
      await send();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

export async function startReplicaSet(): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-three-'));
  const binary = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' }).trim();
  const members: Member[] = [];
  for (let i = 0; i < 3; i++)
    members.push(await makeMember(binary, join(folder, String(i)), await freePort()));
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`);
  const direct = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`, {
    serverSelectionTimeoutMS: 30_000,
  });
  const replSetInitiate = {
    _id: NAME,
    members: hosts.map((host, _id) => ({ _id, host })),
    settings: { electionTimeoutMillis: 5_000, heartbeatIntervalMillis: 1_000 },
  };
  try {
    await initiate(() => direct.db('admin').command({ replSetInitiate }));
  } catch (error) {
    // Members that are left running would keep the test file from ending.
    for (const member of members) await member.kill();
    throw error;
  } finally {
    await direct.close();
  }
  const url = `mongodb://${hosts.join()}/snippets?replicaSet=${NAME}`;

  async function primary(): Promise<Member> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
      for (const member of members) if (await isPrimary(member)) return member;
    }
    throw new Error('no member became primary');
  }
  await primary();
  return {
    url,
    members,
    primary,
    async stepDown() {
      const { port } = await primary();
      const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
      await client.db('admin').command({ replSetStepDown: 15, secondaryCatchUpPeriodSecs: 5 });
      await client.close();
    },
    async stop() {
      for (const member of members) await member.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeMember(binary: string, folder: string, port: number): Promise<Member> {
  await mkdir(folder);
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  process.once('exit', () => void child?.kill('SIGKILL'));
  const start = () => {
    child = spawn(
      binary,
      [
        ...['--dbpath', folder, '--logpath', join(folder, 'mongod.log'), '--port', String(port)],
        ...['--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', NAME, '--oplogSize', '64'],
        ...['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ],
      { stdio: 'ignore' },
    );
  };
  start();
  return { port, kill, start, signal: (name) => void child?.kill(name) };
}

async function isPrimary({ port }: Member): Promise<boolean> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
    socketTimeoutMS: 500,
  });
  try {
    return (await client.db('admin').command({ hello: 1 })).isWritablePrimary === true;
  } catch {
    return false;
  } finally {
    await client.close(true);
  }
}
