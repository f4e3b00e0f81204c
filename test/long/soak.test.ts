/**
 * Minutes of mixed work with one hostile client: memory stays flat, files are given back, and nobody gets a wrong answer.
 * `MINUTES=10 npm run soak` prints a line a minute. A rate that is too high for the machine shows nothing about leaks.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../helpers/browser.js';
import { results, runHere, type Service, serve, temporaryFolder } from '../helpers/service.js';
import { databaseOf, describeOnBothStores, type StoreKind } from '../helpers/stores.js';
import { memoryOf, skipWithoutSchedstat } from '../hostile/measure.js';
import { exchange, isDeclared, makeNonsense } from './nonsense.js';
import { makeRandom, type Random } from './random.js';

const MINUTES = Number(process.env.MINUTES ?? 10);
/** What the well-behaved clients and the hostile one begin in a second. */
const [RATE, HOSTILE_RATE] = [20, 3];
const SAMPLE_MS = 5_000;
/** Megabytes a minute, after the first third. */
const MOST_GROWTH = 1;
/** What is opened by the first work, and kept: files of the highlighter's threads, and connections to MongoDB. */
const SPARE_FILES = { embedded: 40, mongodb: 70 };
const HELD_MS = 15_000;
const PASSWORD = 'a password of the soak';
const FRIENDS = ['alice', 'bob', 'carol'];
const HTML = { Accept: 'text/html' };
const CODE = [
  'def read(path):\n    with open(path) as file:\n        return file.read()\n',
  'for word in sorted(set(text.split())):\n    print(word)\n',
  'class Queue:\n    def __init__(self):\n        self.items = []\n',
];

interface Client {
  readonly address: string;
  readonly random: Random;
  readonly username: string;
  readonly authorization: string;
  /** Ids of its snippets. */
  readonly own: number[];
  /** @returns the text of the answer; undefined for a 503, which ends a piece of work */
  send(
    method: string,
    path: string,
    expected: readonly number[],
    init?: RequestInit,
  ): Promise<string | undefined>;
}

const pathOf = ({ own, random }: Client) =>
  `/snippets/${own.length > 0 ? random.pick(own) : 1 + random.below(20)}/`;
const written = ({ random }: Client) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    title: `soak ${random.below(1000)}`,
    code: random.pick(CODE).repeat(1 + random.below(random.chance(0.05) ? 300 : 10)),
    linenos: random.chance(0.5),
  }),
});

async function create(client: Client): Promise<void> {
  const text = await client.send('POST', '/snippets/', [201], written(client));
  if (text) client.own.push(JSON.parse(text).id);
}

/** What people and programs do all day, with the share of each in a hundred. */
const WORK: readonly (readonly [share: number, work: (client: Client) => Promise<unknown>])[] = [
  [28, (client) => client.send('GET', pathOf(client), [200, 404])],
  [8, (client) => client.send('GET', pathOf(client), [200, 404], { headers: HTML })],
  [4, (client) => client.send('GET', `${pathOf(client)}highlight/`, [200, 404])],
  [9, (client) => client.send('GET', '/snippets/?limit=50&order=-created', [200])],
  [1, (client) => client.send('GET', '/snippets/', [200])],
  [6, (client) => client.send('GET', '/snippets/', [200], { headers: HTML })],
  [
    10,
    (client) =>
      client.send('GET', `/snippets/?limit=20&q=${client.random.pick(['read', 'queue', 'none'])}`, [200]),
  ],
  [4, (client) => client.send('GET', '/users/', [200])],
  [20, create],
  // Another piece of work of this client may delete it meanwhile.
  [
    6,
    (client) =>
      client.send('PUT', pathOf(client), client.own.length > 0 ? [200, 404] : [403, 404], written(client)),
  ],
  [
    2,
    async ({ address, username }) => {
      const Cookie = await logIn(address, { username, password: PASSWORD });
      assert.equal(
        (await fetch(`${address}/snippets/?limit=1`, { headers: { ...HTML, Cookie } })).status,
        200,
      );
    },
  ],
  [
    8,
    async (client) => {
      const id = client.own.shift();
      if (id !== undefined) await client.send('DELETE', `/snippets/${id}/`, [204]);
    },
  ],
];

/** What one hostile client does beside nonsense, on a connection that it holds or breaks. */
const ATTACKS: readonly ((socket: Socket, authorization: string) => Promise<unknown>)[] = [
  async function sendHugeBody(socket, authorization) {
    socket.write(`${headOf('POST', authorization)}Content-Length: 8000000\r\n\r\n`);
    for (let sent = 0; sent < 80 && !socket.destroyed; sent++)
      if (!socket.write(Buffer.alloc(100_000, 'x'))) await sleep(5);
  },
  async function sendSlowHead(socket, authorization) {
    for (const character of headOf('GET', authorization)) {
      if (socket.destroyed) return;
      socket.write(character);
      await sleep(HELD_MS / 150);
    }
  },
  async function neverRead(socket, authorization) {
    socket.pause();
    socket.write(`${headOf('GET', authorization)}\r\n`.repeat(5));
    await sleep(HELD_MS);
    socket.destroy();
  },
  async function breakOffRequest(socket, authorization) {
    socket.write(
      `${headOf('POST', authorization)}Content-Length: 50000\r\n\r\n{"code": "`.padEnd(20_000, 'x'),
    );
    await sleep(20);
    socket.resetAndDestroy();
  },
  async function breakOffAnswer(socket, authorization) {
    socket.once('data', () => socket.resetAndDestroy());
    socket.write(`${headOf('GET', authorization)}\r\n`);
  },
  async function sendHardCode(socket, authorization) {
    const body = JSON.stringify({ code: '<a '.repeat(30_000), language: 'xml' });
    socket.write(
      `${headOf('POST', authorization)}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  },
];

const headOf = (method: string, authorization: string) =>
  `${method} /snippets/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n` +
  'Content-Type: application/json\r\n';

describeOnBothStores('a service under mixed work', (kind) => {
  it(`keeps its memory for ${MINUTES} minutes`, { skip: skipWithoutSchedstat }, async () => {
    const { service, authorizations } = await startSoaked(kind);
    const stop = new AbortController();
    const idle = measure(service);
    const [wrong, statuses] = [new Map<string, number>(), new Map<string, number>()];
    const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
    const working = [...authorizations].map(([username, authorization], i) => {
      const random = makeRandom(i + 1);
      if (!FRIENDS.includes(username))
        return pace(HOSTILE_RATE, stop.signal, () => attack(service.address, random, authorization, wrong));
      const client: Client = {
        ...{ address: service.address, random, username, authorization, own: [] },
        async send(method, path, expected, { headers, body = null } = {}) {
          const response = await fetch(service.address + path, {
            ...{ method, body, signal: AbortSignal.timeout(30_000) },
            headers: { Authorization: authorization, ...headers },
          });
          const text = await response.text();
          count(statuses, String(response.status));
          if (response.status === 503) return undefined;
          assert.ok(
            expected.includes(response.status),
            `${method} ${path}: ${response.status} ${text.slice(0, 200)}`,
          );
          return text;
        },
      };
      const works = WORK.flatMap(([share, work]) => Array<typeof work>(share).fill(work));
      return pace(RATE / FRIENDS.length, stop.signal, () =>
        random
          .pick(works)(client)
          .catch((error: unknown) => count(wrong, String(error).replace(/\d{3,}/g, 'N'))),
      );
    });
    const least = await watch(service, () => JSON.stringify([...statuses]));
    stop.abort();
    await Promise.all(working);
    // Longer than idle connections are kept.
    await sleep(70_000);
    const rested = measure(service);
    const growth = slopeOf(least.slice(Math.floor(MINUTES / 3)));
    console.log(
      `${kind}: ${growth.toFixed(2)} MB a minute; at rest ${rested.rss.toFixed(0)} MB, ${rested.files} files`,
    );
    assert.deepEqual([...wrong], []);
    assert.ok(MINUTES < 5 || growth < MOST_GROWTH, `memory grows by ${growth.toFixed(2)} MB a minute`);
    assert.ok(rested.files <= idle.files + SPARE_FILES[kind], `${rested.files - idle.files} files stay open`);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});

async function startSoaked(kind: StoreKind) {
  const url = await databaseOf(kind);
  const settings = {
    ...{ DATA_DIR: await temporaryFolder(), SECRET_KEY: 'a secret key that only tests of this project know' },
    ...(url && { MONGODB_URL: url }),
    ...{ AUTH_SCHEMES: 'session,basic,token', LOG_LEVEL: 'error' },
    // The users log in often, and all of them from one IP. Snippets of the hostile client would make every list longer.
    ...{ THROTTLE_RATES: 'login=6000/min', QUOTA_BYTES: '1000000' },
  };
  const authorizations = new Map<string, string>();
  for (const name of [...FRIENDS, 'mallory']) {
    await runHere(['users', 'create', name, '--password-stdin'], settings, PASSWORD);
    const [made] = results(await runHere(['tokens', 'create', name, '--json'], settings));
    authorizations.set(name, `Token ${(made as { token: string }).token}`);
  }
  return { service: await serve(settings), authorizations };
}

const measure = (service: Service) => ({
  rss: memoryOf(service),
  files: readdirSync(`/proc/${service.pid}/fd`).length,
});

/** At this rate whether or not answers come: a slow service is not asked less. */
async function pace(aSecond: number, signal: AbortSignal, act: () => Promise<unknown>): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  const began = performance.now();
  for (let i = 0; !signal.aborted; i++) {
    const wait = began + (i * 1000) / aSecond - performance.now();
    if (wait > 1) await sleep(wait);
    const running = act().finally(() => pending.delete(running));
    pending.add(running);
    // This process shall not run out of memory for a service that does not keep up.
    if (pending.size > 500) await Promise.race(pending);
  }
  await Promise.all(pending);
}

async function attack(address: string, random: Random, authorization: string, wrong: Map<string, number>) {
  if (random.chance(0.6)) {
    const nonsense = makeNonsense(random, [authorization, 'Token nobody']);
    for (const status of (await exchange(address, nonsense, 20_000)).statuses)
      if (!isDeclared(nonsense, status)) wrong.set(`undeclared ${status} to the hostile client`, 1);
    return;
  }
  // Another ip than that of the others, so that what is counted by ip is counted for it alone.
  const to = { port: Number(new URL(address).port), host: '127.0.0.1', localAddress: '127.0.0.2' };
  const socket = connect(to).on('error', () => undefined);
  const limit = setTimeout(() => socket.destroy(), 2 * HELD_MS);
  socket.once('connect', () => void random.pick(ATTACKS)(socket.resume(), authorization));
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(limit);
}

/** @returns the least memory of each minute: what is held for a moment, for requests under way, is no growth */
async function watch(service: Service, told: () => string): Promise<number[]> {
  const least: number[] = [];
  for (let minute = 1; minute <= MINUTES; minute++) {
    const samples: number[] = [];
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(SAMPLE_MS))
      samples.push(memoryOf(service));
    least.push(Math.min(...samples));
    console.log(`minute ${minute}: ${least.at(-1)?.toFixed(0)} MB, ${told()}`);
  }
  return least;
}

/** The slope of a line through the values, by least squares. */
function slopeOf(values: readonly number[]): number {
  const mean = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length;
  const [x, y] = [(values.length - 1) / 2, mean(values)];
  const above = values.reduce((sum, value, i) => sum + (i - x) * (value - y), 0);
  return above / values.reduce((sum, _, i) => sum + (i - x) ** 2, 0);
}
