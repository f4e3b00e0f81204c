/**
 * Attacks by many requests at once, from several ips, on a process with a small heap. `npm run attacks` runs them, because
 * each takes the processors for seconds.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull } from '../helpers/full.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { until } from '../helpers/until.js';
import { mainThreadMs, slowness } from '../hostile/main-thread-time.js';
import {
  type Attacked,
  ask,
  basic,
  fill,
  hangUp,
  makeTarget,
  memoryOf,
  peakDuring,
  report,
  save,
  sendOn,
  type Waits,
  waitsDuring,
} from './attacked.js';

const HEAP = { NODE_OPTIONS: '--max-old-space-size=256' };
const USERS = ['alice', 'bob', 'carol', 'dave', 'eve'];
const LARGEST = 104;
/** highlight.js needs minutes for it: a slash that never closes. */
const HOSTILE = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };

const get = (path: string, accept = 'application/json') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ${accept}\r\n\r\n`;
/** Milliseconds of the main thread, on the machine of the calibration, until another sender has an answer. */
const MOST_BUSY = 1000;

const told = ({ median, longest, busiest, statuses }: Waits) =>
  `waits ${round(median)}, at most ${round(longest)} and ${round(busiest)} of the main thread (${statuses})`;
const round = (ms: number) => `${ms.toFixed(0)} ms`;
const repeat = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describeOnBothStores('a crowd', (kind) => {
  it('neither ends the process nor keeps others waiting', {
    skip: !isFull && 'npm run attacks',
  }, async (t) => {
    const target = await makeTarget(kind);
    for (const name of USERS) target.addUser(name);
    const slow = slowness();
    let attacked = await target.start({ ...HEAP, HIGHLIGHT_TIMEOUT_MS: '1000' });
    await fill(attacked, 'alice', LARGEST);

    /** Each attack on a service that is well: another checkout may not survive the one before. */
    const attack = (finding: string, run: (attacked: Attacked) => Promise<string>) =>
      t.test(finding, async () => {
        if (attacked.isGone) attacked = await target.start(HEAP);
        try {
          report(finding, kind, await run(attacked));
        } finally {
          if (attacked.isGone) report(finding, kind, 'the process has ended');
          hangUp();
        }
        assert.equal(attacked.isGone, false);
      });

    await attack('1, pages of lists that hang up', async (service) => {
      const before = memoryOf(service);
      let waits = '';
      const peak = await peakDuring(service, async () => {
        const found = await waitsDuring(service, '/snippets/?limit=1', async () => {
          for (let i = 0; i < 80; i += 1) sendOn(service, get('/snippets/?format=api', 'text/html'));
          await sleep(1000);
          hangUp();
          await sleep(1000);
        });
        waits = told(found);
        assert.ok(found.busiest < slow * MOST_BUSY, waits);
      });
      return `memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB; ${waits}`;
    });

    await attack('2, pages of a user', async (service) => {
      for (let i = 0; i < 3; i += 1)
        await ask(service, '/users/1/?format=api', { headers: { Accept: 'text/html' } });
      const before = mainThreadMs(service.pid);
      await ask(service, '/users/1/?format=api', { headers: { Accept: 'text/html' } });
      const one = mainThreadMs(service.pid) - before;
      const pages = await Promise.all(
        repeat(30, () => ask(service, '/users/1/?format=api', { headers: { Accept: 'text/html' } })),
      );
      const statuses = new Set(pages.map(({ status }) => status));
      assert.deepEqual(statuses, new Set([200]));
      return `one takes ${round(one)} of the main thread; 30 at once: ${[...statuses]}`;
    });

    await attack('9, pages of large snippets', async (service) => {
      const path = `/snippets/1/`;
      for (let i = 0; i < 5; i += 1) await ask(service, path, { headers: { Accept: 'text/html' } });
      const before = mainThreadMs(service.pid);
      const waits = await waitsDuring(service, '/healthz', () =>
        Promise.all(repeat(10, () => ask(service, path, { headers: { Accept: 'text/html' } }))),
      );
      const ms = mainThreadMs(service.pid) - before;
      return `ten take ${round(ms)} of the main thread; /healthz: ${told(waits)}`;
    });

    await attack('10, a flood of searches', async (service) => {
      const search = `/snippets/?${new URLSearchParams({ q: 'brown fox jumps quick the', limit: '100' })}`;
      const others = await waitsDuring(service, '/snippets/?q=fox&limit=1', async () => {
        for (let i = 0; i < 200; i += 1)
          sendOn(service, get(`${search}&after=${i % 50}`), { from: '127.0.0.2' });
        await sleep(3000);
      });
      assert.ok(others.busiest < slow * MOST_BUSY, told(others));
      return `another's search: ${told(others)}`;
    });

    await attack('10, readers of a long list that do not read', async (service) => {
      const before = memoryOf(service);
      let others: Waits | undefined;
      const peak = await peakDuring(service, async () => {
        others = await waitsDuring(service, '/snippets/?limit=1', async () => {
          for (let i = 0; i < 400; i += 1)
            sendOn(service, get(`/snippets/?limit=${1000 - (i % 10)}`), {
              reads: false,
              from: `127.0.1.${i % 200}`,
            });
          await sleep(5000);
        });
      });
      assert.ok(others && others.busiest < slow * MOST_BUSY, others && told(others));
      return `memory ${before.toFixed(0)} to ${peak.toFixed(0)} MB for 400; another's list: ${told(others)}`;
    });

    await attack('10, bodies of four users that never end', async (service) => {
      const begin = (name: string) =>
        sendOn(
          service,
          `POST /snippets/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic(name).Authorization}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 1250000\r\n\r\n{"code":"',
        );
      for (const name of USERS.slice(0, 4)) for (let i = 0; i < 27; i += 1) begin(name);
      await sleep(1000);
      const large = { code: 'x', ignored: 'x'.repeat(1_200_000) };
      const statuses = await Promise.all(repeat(3, async () => (await save(service, 'eve', large)).status));
      assert.deepEqual(statuses, [201, 201, 201]);
      return `the fifth user's saves: ${statuses}`;
    });

    await attack('8, hostile saves beside reads', async (service) => {
      // Budgets of senders are small after the first time-outs, so each run has its own.
      const quiet = await waitsDuring(service, '/snippets/1/', () => sleep(2000));
      const beside = await waitsDuring(service, '/snippets/1/', () =>
        Promise.all(repeat(8, (i) => save(service, USERS[i % 4] ?? '', HOSTILE))),
      );
      return `reads take p99 ${round(quiet.p99)} alone, ${round(beside.p99)} beside eight hostile saves`;
    });

    await attack('10, sixty-four hostile saves that wait', async (service) => {
      const flood = repeat(64, () => save(service, 'carol', HOSTILE));
      await sleep(500);
      const { status, ms } = await save(service, 'dave', { code: 'x = 1\n' });
      await Promise.all(flood);
      assert.equal(status, 201);
      assert.ok(ms < 5000, `${ms} ms`);
      return `another user's save takes ${round(ms)}`;
    });

    await until('the memory is given back', () => memoryOf(attacked) < 450);
    await attacked.stop();
  });
});
