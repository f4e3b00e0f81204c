/** The job that makes the compose file's replica set, on three real members with authentication. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { run, serve } from '../commands/snippet-store.js';
import { ROOT } from '../docs/read-markdown.js';
import { freePort } from '../helpers/free-port.js';
import { isFull } from '../helpers/full.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { DEPLOY } from './read-deploy.js';

const execute = promisify(execFile);
const SECRET_KEY = 'a secret key of more than 32 characters';
const PASSWORDS = {
  'mongodb-root-password': 'password-of-root',
  'mongodb-password': 'password-of-the-service',
};

const skip = isFull ? skipWithoutMongod : 'starts three members, and an election takes long: set FULL=1';

describe('init-replica-set.mjs', { skip }, () => {
  it('makes three members a replica set, and a user with whom the service works, and does nothing twice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-replica-set-'));
    const members: ChildProcess[] = [];
    after(async () => {
      for (const member of members) await kill(member);
      await rm(folder, { recursive: true, force: true });
    });
    for (const [name, content] of Object.entries(PASSWORDS))
      await writeFile(join(folder, name), `${content}\n`);
    await writeFile(join(folder, 'key'), 'keyOfTheReplicaSet');
    await chmod(join(folder, 'key'), 0o400);
    const ports = [await freePort(), await freePort(), await freePort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`);

    await makeRoot(folder, ports[0] ?? 0);
    const inSet = ['--replSet', 'snippets', '--keyFile', join(folder, 'key')];
    for (const port of ports) members.push(await startMember(folder, port, inSet));

    const init = () =>
      execute(process.execPath, [join(DEPLOY, 'compose', 'init-replica-set.mjs'), ...hosts], {
        env: { PATH: process.env.PATH ?? '', SECRETS_DIR: folder },
        timeout: 100_000,
      });
    await init();
    const again = await init();
    assert.equal(again.stdout, 'the replica set is initiated\nthe user snippet-store is there\n');

    const credentials = `snippet-store:${PASSWORDS['mongodb-password']}`;
    const MONGODB_URL = `mongodb://${credentials}@${hosts.join()}/snippets?replicaSet=snippets`;
    await assertRights(MONGODB_URL);
    const settings = { MONGODB_URL, SECRET_KEY, LOG_LEVEL: 'error' };
    const created = await run(['users', 'create', 'ada', '--password-stdin'], settings, 'a long password\n');
    assert.equal(created.code, 0, created.stderr);
    const service = await serve(settings);
    const answer = await fetch(`${service.address}/snippets/`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from('ada:a long password').toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ code: 'print(1)' }),
    });
    assert.equal(answer.status, 201, await answer.text());
    assert.equal((await fetch(`${service.address}/readyz`)).status, 200);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});

/** As the image of MongoDB does it at a first start: the user is made before the member has a replica set. */
async function makeRoot(folder: string, port: number): Promise<void> {
  const alone = await startMember(folder, port, []);
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  const pwd = PASSWORDS['mongodb-root-password'];
  await client.db('admin').command({ createUser: 'root', pwd, roles: ['root'] });
  await client.close();
  alone.kill('SIGTERM');
  await once(alone, 'exit');
}

async function startMember(folder: string, port: number, args: readonly string[]): Promise<ChildProcess> {
  const path = execFileSync(process.execPath, [join(ROOT, 'scripts', 'mongod.mjs')], {
    encoding: 'utf8',
  }).trim();
  const dbpath = join(folder, String(port));
  await mkdir(dbpath, { recursive: true });
  const log = join(dbpath, 'mongod.log');
  const own = ['--dbpath', dbpath, '--logpath', log, '--port', String(port), '--bind_ip', '127.0.0.1'];
  const small = ['--nounixsocket', '--oplogSize', '64', '--wiredTigerCacheSizeGB', '0.25'];
  const member = spawn(path, [...own, ...small, ...args], { stdio: 'ignore' });
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 30_000,
  });
  try {
    await client.db('admin').command({ ping: 1 });
  } catch (error) {
    await kill(member);
    throw new Error(`mongod did not start: ${(await readFile(log, 'utf8')).slice(-1500)}`, { cause: error });
  } finally {
    await client.close();
  }
  return member;
}

async function kill(member: ChildProcess): Promise<void> {
  if (member.exitCode !== null || member.signalCode !== null) return;
  member.kill('SIGKILL');
  await once(member, 'exit');
}

/** Three members with votes; the user reads its own database and no other. */
async function assertRights(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { hosts } = await client.db('snippets').command({ hello: 1 });
    assert.equal(hosts.length, 3);
    await assert.rejects(client.db('admin').collection('system.users').findOne(), /not authorized/);
    await assert.rejects(client.db('other').collection('any').insertOne({}), /not authorized/);
  } finally {
    await client.close();
  }
}
