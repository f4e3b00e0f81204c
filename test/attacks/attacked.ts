/** A service in a process of its own that is attacked over sockets, and what is measured of it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { databaseOf, type StoreKind } from '../helpers/stores.js';
import { mainThreadMs } from '../hostile/main-thread-time.js';

type Environment = Readonly<Record<string, string>>;

/** What is attacked: the built command line of a checkout, on a store. */
export interface Side {
  readonly cli: string;
  readonly kind: StoreKind;
}

export interface Outcome {
  readonly figures: string;
  readonly holds: boolean;
}

export interface Attack {
  /** The number of the finding that it repeats. */
  readonly finding: number;
  readonly what: string;
  /** @param crowded a service with a small heap that has records of the largest size */
  run(crowded: Attacked, side: Side): Promise<Outcome>;
}

export interface Attacked {
  readonly port: number;
  readonly pid: number;
  readonly isGone: boolean;
  /** What it has logged. */
  log(): string;
  kill(): Promise<void>;
}

/** A store, and the services that are started on it one after the other. */
export interface Target {
  /** Runs a command. @returns what it prints */
  command(args: readonly string[], input?: string): string;
  addUser(name: string): void;
  /** @param files the limit of open files */
  start(env?: Environment, files?: number): Promise<Attacked>;
  /** Bytes of the store: its files, or what MongoDB's collections and indexes take. */
  bytes(): Promise<number>;
}

export const PASSWORD = 'correct horse battery staple';
const SECRET_KEY = 'a secret key that only tests of this project know';

/** Runs `work` on a store of its own. @param env of all its services and commands */
export async function withTarget<T>(
  { cli, kind }: Side,
  env: Environment,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const [folder, url] = [mkdtempSync(`${tmpdir()}/snippet-store-attacks-`), await databaseOf(kind)];
  const own = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    SECRET_KEY,
    ...(url && { MONGODB_URL: url }),
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'warn',
    PORT: '0',
    ...env,
  };
  const started: Attacked[] = [];
  const command = (args: readonly string[], input = '') => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      env: own,
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  try {
    return await work({
      command,
      addUser: (name) => void command(['users', 'create', name, '--password-stdin'], PASSWORD),
      async start(more = {}, files) {
        const service = await startAttacked(cli, { ...own, ...more }, files);
        started.push(service);
        return service;
      },
      bytes: () => (url === undefined ? bytesIn(folder) : bytesOf(url)),
    });
  } finally {
    await Promise.all(started.map((service) => service.kill()));
    rmSync(folder, { recursive: true });
  }
}

async function startAttacked(cli: string, env: Environment, files?: number): Promise<Attacked> {
  const limit = files === undefined ? '' : `ulimit -n ${files} && `;
  const child = spawn('sh', ['-c', `${limit}exec "${process.execPath}" "${cli}" serve`], { env });
  let [isGone, written] = [false, ''];
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isGone = true;
      resolve();
    }),
  );
  child.stderr.on('data', (text) => {
    written += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      written += text;
      const [, announced] = /listening on https?:\/\/\S+:(\d+)\n/.exec(written) ?? [];
      if (announced !== undefined) resolve(Number(announced));
    });
    void ended.then(() => reject(new Error(`the service ended: ${written}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    get isGone() {
      return isGone;
    },
    log: () => written,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function bytesIn(folder: string): Promise<number> {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
}

export async function bytesOf(url: string): Promise<number> {
  const client = await MongoClient.connect(url);
  try {
    const { dataSize, indexSize } = await client.db().stats();
    return Number(dataSize) + Number(indexSize);
  } finally {
    await client.close();
  }
}

export const basic = (name: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`,
});

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Another ip of this machine (127.0.0.0/8): the service takes it for another sender. */
  readonly from?: string;
  /** Milliseconds without an answer, after which the connection counts as lost. Default: no end. */
  readonly patienceMs?: number;
}

export interface Answered {
  /** 0: the connection was lost. */
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly ms: number;
}

export function ask({ port }: Pick<Attacked, 'port'>, path: string, asked: Asked = {}): Promise<Answered> {
  const { method = 'GET', headers = {}, body, from, patienceMs } = asked;
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, text: string, answered = {}) =>
      resolve({ status, headers: answered, text, ms: performance.now() - began });
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
      ...(from !== undefined && { localAddress: from }),
    });
    sent.once('error', () => done(0, ''));
    if (patienceMs !== undefined) sent.setTimeout(patienceMs, () => sent.destroy(new Error('no answer')));
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('error', () => done(0, text));
      response.once('end', () => done(response.statusCode ?? 0, text, response.headers));
    });
    sent.end(body);
  });
}

/** Saves a snippet. */
export const save = (attacked: Attacked, name: string, snippet: object, headers = {}): Promise<Answered> =>
  ask(attacked, '/snippets/', {
    method: 'POST',
    headers: { ...basic(name), 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(snippet),
  });

/** Saves snippets of the largest size, four at a time. */
export async function fill(attacked: Attacked, name: string, count: number): Promise<void> {
  // 99,000 characters, most of which take four bytes.
  const largest = {
    language: 'plaintext',
    code: `the quick brown fox jumps ${'🦊'.repeat(60)}\n`.repeat(1140),
  };
  for (let i = 0; i < count; i += 4) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(attacked, name, largest)));
    for (const { status, text } of answers) if (status !== 201) throw new Error(`${status} ${text}`);
  }
}

const open = new Set<Socket>();

/** Sends bytes. A socket that does not read keeps its answers in the service. */
export function sendOn({ port }: Attacked, bytes: string, { reads = true, from = '127.0.0.1' } = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  open.add(socket);
  socket.on('error', () => undefined);
  if (reads) socket.resume();
  else socket.pause();
  socket.write(bytes);
  return socket;
}

export function hangUp(): void {
  for (const socket of open) socket.destroy();
  open.clear();
}

/** Everything that comes back on a connection within two seconds, or until it is closed. */
export async function exchange(attacked: Attacked, bytes: string, afterAnswer = ''): Promise<string> {
  const socket = sendOn(attacked, bytes);
  let text = '';
  socket.on('data', (chunk) => {
    if (text === '') socket.write(afterAnswer);
    text += chunk.toString('latin1');
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([closed, sleep(2000)]);
  socket.destroy();
  return text;
}

/** Megabytes of memory that a process has. */
export function memoryOf({ pid }: { readonly pid: number }): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The most memory that a process has while something goes on. */
export async function peakDuring(
  attacked: { readonly pid: number; readonly isGone?: boolean },
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = memoryOf(attacked);
  const timer = setInterval(() => {
    if (!attacked.isGone) peak = Math.max(peak, memoryOf(attacked));
  }, 20);
  await work().finally(() => clearInterval(timer));
  return peak;
}

export interface Waits {
  /** Milliseconds of the clock: the median, the 99th of a hundred, and the longest. */
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  /** The most milliseconds that the main thread worked, for whomever, until an answer was there. Other processes do not count. */
  readonly busiest: number;
  readonly statuses: readonly number[];
}

/** What a GET of another sender waits while something goes on. */
export async function waitsDuring(
  attacked: Attacked,
  path: string,
  work: () => Promise<unknown>,
): Promise<Waits> {
  const [waits, busy, statuses]: [number[], number[], Set<number>] = [[], [], new Set()];
  let isOver = false;
  const over = work().finally(() => {
    isOver = true;
  });
  while (!isOver && !attacked.isGone) {
    const before = mainThreadMs(attacked.pid);
    const { ms, status } = await ask(attacked, path, { from: '127.0.0.9' });
    if (attacked.isGone) break;
    busy.push(mainThreadMs(attacked.pid) - before);
    waits.push(ms);
    statuses.add(status);
    await sleep(5);
  }
  await over;
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? 0;
  return {
    median: at(0.5),
    p99: at(0.99),
    longest: at(1),
    busiest: Math.max(...busy),
    statuses: [...statuses],
  };
}

export type Login = (password: string) => Promise<Answered>;

/** A login form, of somebody who is not logged in: it can be sent many times. */
export async function openLogin(service: Pick<Attacked, 'port'>): Promise<Login> {
  const page = await ask(service, '/api-auth/login/', { headers: { Accept: 'text/html' } });
  const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="([0-9a-f]+)"/.exec(page.text) ?? [];
  return (password) =>
    ask(service, '/api-auth/login/', {
      method: 'POST',
      headers: {
        Accept: 'text/html',
        Cookie: cookiesOf(page.headers),
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: String(new URLSearchParams({ username: 'alice', password, csrfmiddlewaretoken })),
    });
}

export const cookiesOf = (headers: NodeJS.Dict<string | string[]>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
