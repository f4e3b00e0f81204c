/** Attacks by crowds on a service with a small heap, on both stores: other senders are served, and memory is bounded. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSpecification } from '#src/contract/read-specification.js';
import { operationsOf } from '#src/contract/specification.js';
import { type Service, sendJson, stop } from '../helpers/service.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { mainThreadMs, memoryOf, peakDuring, skipWithoutSchedstat, slowness } from '../hostile/measure.js';
import { authorizationOf, requestOf, startAttacked } from './start-attacked.js';

const USERS = ['alice', 'bob', 'carol', 'dave', 'eve'];
/** Snippets of the largest size: two pages of fifty. */
const LARGEST = 104;
/** highlight.js needs minutes for it: a slash that never closes. */
const HARD = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
/** Unread answers are bounded by 64 MB; the rest is what others need meanwhile. */
const MOST_GROWTH_MB = 64 + 200;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const slow = slowness();
/** Milliseconds of the main thread until another sender has an answer; the figures are for the machine of the calibration. */
const [MOST_BUSY, BARELY_BUSY] = [slow * 300, slow * 100];
/** Until 400 long lists have begun: 600 when they are read once for all, 12,000 when each sender has a read of its own. */
const MOST_BUSY_WITH_LISTS = slow * 3000;

const open = new Set<Socket>();

/** Sends bytes from another ip of this machine. A socket that does not read keeps its answers in the service. */
function flood({ address }: Service, bytes: string, { reads = true, from = '127.0.0.2' } = {}): void {
  const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', localAddress: from });
  open.add(socket.on('error', () => undefined));
  if (reads) socket.resume();
  else socket.pause();
  socket.write(bytes);
}

function hangUp(): void {
  for (const socket of open) socket.destroy();
  open.clear();
}

/** @returns the most that the main thread works until the answer to a GET of another sender, while something goes on */
async function busiestDuring({ address, pid }: Service, path: string, work: () => Promise<unknown>) {
  let busiest = 0;
  let isOver = false;
  const over = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const busy = mainThreadMs(pid);
    const answer = await fetch(`${address}${path}`);
    assert.equal(answer.status, 200, await answer.text());
    busiest = Math.max(busiest, mainThreadMs(pid) - busy);
  }
  await over;
  console.log(`  until the answer of another the main thread works up to ${busiest.toFixed(0)} ms`);
  return busiest;
}

const save = (service: Service, username: string, snippet: object) =>
  sendJson(service, 'POST', '/snippets/', authorizationOf(username), snippet);
const repeat = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const readPage = async ({ address }: Service, path: string) => {
  const answer = await fetch(`${address}${path}`, { headers: { Accept: 'text/html' } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Every operation of the contract, as JSON and as a page. */
const OPERATIONS = Object.entries(readSpecification().paths).flatMap(([path, item]) =>
  operationsOf(item).flatMap(([method]) =>
    ['application/json', 'text/html'].map((Accept) => ({ method: method.toUpperCase(), path, Accept })),
  ),
);

const ATTACKS: Readonly<Record<string, (service: Service) => Promise<void>>> = {
  async 'crowds of each operation that hang up, or never read'(service) {
    const body = JSON.stringify({ code: 'if (a) { b("c"); } // d\n'.repeat(4000), language: 'javascript' });
    for (const reads of [true, false]) {
      for (const { method, path, Accept } of OPERATIONS) {
        const content = ['POST', 'PUT'].includes(method) ? body : '';
        const headers = { Accept, ...JSON_TYPE, ...authorizationOf('alice') };
        const own = path.replace('{id}', method === 'DELETE' ? '104' : '1');
        const bytes = requestOf(method, own, headers, content);
        repeat(60, () => flood(service, bytes, { reads }));
        const began = mainThreadMs(service.pid);
        assert.equal(await readPage(service, '/healthz'), 200);
        const busy = mainThreadMs(service.pid) - began;
        assert.ok(busy < MOST_BUSY, `${method} ${path} as ${Accept}: ${busy.toFixed(0)} ms`);
        await sleep(500);
        hangUp();
        await until('others are served', async () => (await readPage(service, '/snippets/?limit=1')) === 200);
      }
    }
  },
  async 'hostile saves beside reads and other saves'(service) {
    const busiest = await busiestDuring(service, '/snippets/1/', () =>
      Promise.all(repeat(8, (i) => save(service, USERS[i % 4] ?? '', HARD))),
    );
    assert.ok(busiest < BARELY_BUSY);
    // Who waits too long is cut off.
    const others = repeat(64, () => save(service, 'carol', HARD).catch(() => undefined));
    await sleep(500);
    const began = performance.now();
    assert.equal((await save(service, 'dave', { code: 'x = 1\n' })).status, 201);
    assert.ok(performance.now() - began < slow * 5000);
    await Promise.all(others);
  },
  async '200 searches of one sender'(service) {
    const query = new URLSearchParams({ q: 'brown fox jumps quick the', limit: '100' });
    const busiest = await busiestDuring(service, '/snippets/?q=fox&limit=1', async () => {
      repeat(200, (i) => flood(service, requestOf('GET', `/snippets/?${query}&after=${i % 50}`)));
      await sleep(3000);
    });
    assert.ok(busiest < MOST_BUSY);
  },
  async '400 readers of a long list that do not read'(service) {
    const busiest = await busiestDuring(service, '/snippets/?limit=1', async () => {
      repeat(400, (i) => {
        const from = `127.0.1.${i % 200}`;
        flood(service, requestOf('GET', `/snippets/?limit=${1000 - (i % 10)}`), { reads: false, from });
      });
      await sleep(5000);
    });
    assert.ok(busiest < MOST_BUSY_WITH_LISTS);
  },
  async 'bodies of four users that never end'(service) {
    const body = `{"code":"${'x'.repeat(1_200_000)}`;
    for (const name of USERS.slice(0, 4)) {
      const headers = { ...authorizationOf(name), ...JSON_TYPE, 'Content-Length': '1250000' };
      repeat(26, () => flood(service, requestOf('POST', '/snippets/', headers, body)));
    }
    await sleep(2000);
    const large = { code: 'x', ignored: 'x'.repeat(1_200_000) };
    const answers = await Promise.all(repeat(3, () => save(service, 'eve', large)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
  },
};

describeOnBothStores('a service with a small heap', (kind) => {
  it('serves others, and takes little memory', { skip: skipWithoutSchedstat }, async (test) => {
    // Started by the test: the service ends with what started it.
    const env = { NODE_OPTIONS: '--max-old-space-size=256', HIGHLIGHT_TIMEOUT_MS: '1000' };
    const service = await startAttacked(kind, USERS, env);
    // 99,000 characters, most of which take four bytes.
    const code = `the quick brown fox jumps ${'🦊'.repeat(60)}\n`.repeat(1140);
    const largest = { language: 'plaintext', code };
    for (let i = 0; i < LARGEST; i += 1) assert.equal((await save(service, 'alice', largest)).status, 201);
    const idle = memoryOf(service);
    for (const [what, attack] of Object.entries(ATTACKS))
      await test.test(`beside ${what}`, async () => {
        const peak = await peakDuring(service, () => attack(service)).finally(hangUp);
        console.log(`${kind}, ${what}: ${idle.toFixed(0)} to ${peak.toFixed(0)} MB`);
        assert.ok(peak < idle + MOST_GROWTH_MB, `${peak} MB`);
      });
    const saves = repeat(16, () => save(service, 'alice', HARD).catch(() => undefined));
    await sleep(500);
    // In order, although the highlighter works and has a queue.
    await stop(service);
    await Promise.all(saves);
  });
});
