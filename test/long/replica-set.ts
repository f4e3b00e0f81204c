/** Three members of MongoDB that a test may kill, freeze and start again. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { initiate, killMongod, spawnMongod } from '../helpers/mongod.js';
import { freePort, temporaryFolder } from '../helpers/service.js';

const NAME = 'three';

export interface Member {
  readonly port: number;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  start(): void;
}

/** They end with the test process. `url` has a database of its own. */
export async function startReplicaSet() {
  const folder = await temporaryFolder();
  const members: Member[] = [];
  for (let i = 0; i < 3; i++) members.push(await startMember(join(folder, String(i)), await freePort()));
  await initiate(
    NAME,
    members.map(({ port }) => port),
  );
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`);
  const url = `mongodb://${hosts.join()}/snippets?replicaSet=${NAME}`;

  async function primary(): Promise<Member> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
      for (const member of members)
        if ((await ask(member, { hello: 1 }).catch(() => undefined))?.isWritablePrimary) return member;
    }
    throw new Error('no member became primary');
  }
  await primary();
  return {
    url,
    members,
    primary,
    /** The primary steps down, and stays a secondary for some seconds. */
    stepDown: async () =>
      ask(await primary(), { replSetStepDown: 15, secondaryCatchUpPeriodSecs: 5 }, 20_000),
    stop: () => Promise.all(members.map((member) => member.kill())),
  };
}

async function startMember(folder: string, port: number): Promise<Member> {
  await mkdir(folder);
  let child = spawnMongod(folder, port, NAME);
  return {
    port,
    kill: () => killMongod(child),
    signal: (name) => void child.kill(name),
    start() {
      child = spawnMongod(folder, port, NAME);
    },
  };
}

async function ask({ port }: Member, command: object, timeout = 500) {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeout,
    socketTimeoutMS: timeout,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close(true);
  }
}
