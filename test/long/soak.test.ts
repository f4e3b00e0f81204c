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
import { type Service, stop as stopService } from '../helpers/service.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { memoryOf, skipWithoutSchedstat } from '../hostile/measure.js';
import { authorizationOf, PASSWORD, requestOf, startAttacked } from './start-attacked.js';

const MINUTES = Number(process.env.MINUTES ?? 10);
/** What the well-behaved clients and the hostile one begin in a second. */
const [RATE, HOSTILE_RATE] = [20, 1];
const SAMPLE_MS = 5_000;
/** Megabytes a minute, after the first third. */
const MOST_GROWTH = 1;
/** What is opened by the first work, and kept: files of the highlighter's threads, and connections to MongoDB. */
const SPARE_FILES = { embedded: 40, mongodb: 70 };
const HELD_MS = 15_000;
const FRIENDS = ['alice', 'bob', 'carol'];
const HTML = { Accept: 'text/html' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CODE = [
  'def read(path):\n    with open(path) as file:\n        return file.read()\n',
  'for word in sorted(set(text.split())):\n    print(word)\n',
  'class Queue:\n    def __init__(self):\n        self.items = []\n',
];

interface Client {
  readonly address: string;
  readonly username: string;
  /** Ids of its snippets. */
  readonly own: number[];
}

const statuses = new Map<number, number>();

/** @returns the text of the answer; undefined for a 503, which ends a piece of work */
async function send(
  { address, username }: Client,
  method: string,
  path: string,
  expected: readonly number[],
  { headers, body = null }: RequestInit = {},
): Promise<string | undefined> {
  const response = await fetch(address + path, {
    ...{ method, body, signal: AbortSignal.timeout(30_000) },
    headers: { ...authorizationOf(username), ...headers },
  });
  const text = await response.text();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status === 503) return undefined;
  assert.ok(expected.includes(response.status), `${method} ${path}: ${response.status} ${text}`);
  return text;
}

const below = (limit: number) => Math.floor(Math.random() * limit);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] ?? assert.fail();
const pathOf = ({ own }: Client) => `/snippets/${own.length > 0 ? pick(own) : 1 + below(20)}/`;
const written = () => ({
  headers: JSON_TYPE,
  body: JSON.stringify({
    title: `soak ${below(1000)}`,
    code: pick(CODE).repeat(1 + below(below(20) === 0 ? 300 : 10)),
    linenos: below(2) === 0,
  }),
});

/** What people and programs do all day, with the share of each in a hundred. */
const WORK: readonly (readonly [share: number, work: (client: Client) => Promise<unknown>])[] = [
  [28, (client) => send(client, 'GET', pathOf(client), [200, 404])],
  [8, (client) => send(client, 'GET', pathOf(client), [200, 404], { headers: HTML })],
  [4, (client) => send(client, 'GET', `${pathOf(client)}highlight/`, [200, 404])],
  [9, (client) => send(client, 'GET', '/snippets/?limit=50&order=-created', [200])],
  [1, (client) => send(client, 'GET', '/snippets/', [200])],
  [6, (client) => send(client, 'GET', '/snippets/', [200], { headers: HTML })],
  [10, (client) => send(client, 'GET', `/snippets/?limit=20&q=${pick(['read', 'queue', 'none'])}`, [200])],
  [4, (client) => send(client, 'GET', '/users/', [200])],
  [2, ({ address, username }) => logIn(address, { username, password: PASSWORD })],
  [20, create],
  // Another piece of work of this client may delete it meanwhile.
  [6, (client) => send(client, 'PUT', pathOf(client), client.own[0] ? [200, 404] : [403, 404], written())],
  [8, remove],
];

async function create(client: Client): Promise<void> {
  const text = await send(client, 'POST', '/snippets/', [201], written());
  if (text) client.own.push(JSON.parse(text).id);
}

async function remove(client: Client): Promise<void> {
  const id = client.own.shift();
  if (id !== undefined) await send(client, 'DELETE', `/snippets/${id}/`, [204]);
}

const ask = (method: string, headers = {}, body = '') =>
  requestOf(method, '/snippets/', { ...authorizationOf('mallory'), ...JSON_TYPE, ...headers }, body);
const HARD = JSON.stringify({ code: '<a '.repeat(30_000), language: 'xml' });

/** What one hostile client does, on a connection that it holds or breaks. */
const ATTACKS: readonly ((socket: Socket) => unknown)[] = [
  function sendBodyWithoutEnd(socket) {
    socket.write(ask('POST', { 'Content-Length': '8000000' }, 'x'.repeat(1e6)));
  },
  async function sendSlowHead(socket) {
    for (const character of ask('GET').trimEnd()) {
      socket.write(character);
      await sleep(HELD_MS / 150);
    }
  },
  function neverRead(socket) {
    socket.pause().write(ask('GET').repeat(5));
  },
  function breakOffRequest(socket) {
    socket.write(ask('POST', { 'Content-Length': '50000' }, '{"code": "'.padEnd(20_000, 'x')));
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  function breakOffAnswer(socket) {
    socket.once('data', () => socket.resetAndDestroy()).write(ask('GET'));
  },
  function sendHardCode(socket) {
    socket.write(ask('POST', { Connection: 'close' }, HARD));
  },
];

describeOnBothStores('a service under mixed work', (kind) => {
  it(`keeps its memory for ${MINUTES} minutes`, { skip: skipWithoutSchedstat }, async () => {
    // The users log in often, and all of them from one IP. Snippets of the hostile client would make every list longer.
    const env = { AUTH_SCHEMES: 'session,basic,token', QUOTA_BYTES: '1000000' };
    const service = await startAttacked(kind, [...FRIENDS, 'mallory'], env);
    const { address } = service;
    const stop = new AbortController();
    const idle = filesOf(service);
    statuses.clear();
    const wrong = new Set<string>();
    const works = WORK.flatMap(([share, work]) => Array<typeof work>(share).fill(work));
    const working = FRIENDS.map((username) => {
      const client: Client = { address, username, own: [] };
      return pace(RATE / FRIENDS.length, stop.signal, () =>
        pick(works)(client).catch((error: unknown) => wrong.add(String(error).replace(/\d{3,}/g, 'N'))),
      );
    });
    working.push(pace(HOSTILE_RATE, stop.signal, () => attack(address)));

    const least: number[] = [];
    for (let minute = 1; minute <= MINUTES; minute++) {
      // What is held for a moment, for requests under way, is no growth.
      let lowest = memoryOf(service);
      for (const end = performance.now() + 60_000; performance.now() < end; await sleep(SAMPLE_MS))
        lowest = Math.min(lowest, memoryOf(service));
      least.push(lowest);
      console.log(`minute ${minute}: ${lowest.toFixed(0)} MB, ${JSON.stringify([...statuses])}`);
    }
    stop.abort();
    await Promise.all(working);
    // Longer than idle connections are kept.
    await sleep(70_000);
    const growth = slopeOf(least.slice(Math.floor(MINUTES / 3)));
    const kept = filesOf(service) - idle;
    console.log(`${kind}: ${growth.toFixed(2)} MB a minute; at rest ${memoryOf(service)} MB, ${kept} files`);
    assert.deepEqual([...wrong], []);
    assert.ok(MINUTES < 5 || growth < MOST_GROWTH, `memory grows by ${growth.toFixed(2)} MB a minute`);
    assert.ok(kept <= SPARE_FILES[kind], `${kept} files stay open`);
    await stopService(service);
  });
});

const filesOf = ({ pid }: Service) => readdirSync(`/proc/${pid}/fd`).length;

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

async function attack(address: string): Promise<void> {
  // Another ip than that of the others, so that what is counted by ip is counted for it alone.
  const to = { port: Number(new URL(address).port), host: '127.0.0.1', localAddress: '127.0.0.2' };
  const socket = connect(to).on('error', () => undefined);
  const limit = setTimeout(() => socket.destroy(), HELD_MS);
  socket.once('connect', () => void pick(ATTACKS)(socket.resume()));
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(limit);
}

/** The slope of a line through the values, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const above = values.reduce((sum, value, i) => sum + (i - middle) * value, 0);
  return above / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0);
}
