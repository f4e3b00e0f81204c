/** Attacks by many requests at once, from several ips, on a process with a small heap. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mainThreadMs, slowness } from '../hostile/main-thread-time.js';
import {
  type Attack,
  ask,
  basic,
  hangUp,
  memoryOf,
  peakDuring,
  save,
  sendOn,
  type Waits,
  waitsDuring,
} from './attacked.js';

/** In this order they fill a store. */
export const USERS = ['alice', 'bob', 'carol', 'dave', 'eve'];
/** highlight.js needs minutes for it: a slash that never closes. */
const HOSTILE = { language: 'livescript', code: `/${'a'.repeat(99_999)}` };
const PAGE = { headers: { Accept: 'text/html' } };

const slow = slowness();
/** Milliseconds of the main thread until another sender has an answer; the figure is for the machine of the calibration. */
const MOST_BUSY = slow * 300;
/** Unread answers are bounded by 64 MB; the rest is what others need meanwhile. */
const MOST_GROWTH_MB = 64 + 100;
/** The same for reads of one record, beside few requests. */
const BARELY_BUSY = slow * 100;

const get = (path: string, accept = 'application/json') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: ${accept}\r\n\r\n`;
const round = (ms: number) => `${ms.toFixed(0)} ms`;
const told = ({ longest, busiest, statuses }: Waits) =>
  `others ${statuses} after at most ${round(longest)}, ${round(busiest)} of the main thread`;
/** Other senders get their answers. */
const isServed = ({ busiest, statuses }: Waits) => busiest < MOST_BUSY && String(statuses) === '200';
const repeat = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

export const CROWDS: readonly Attack[] = [
  {
    finding: 1,
    what: '80 pages of the list that hang up',
    async run(service) {
      const before = memoryOf(service);
      let others: Waits | undefined;
      const peak = await peakDuring(service, async () => {
        others = await waitsDuring(service, '/snippets/?limit=1', async () => {
          for (let i = 0; i < 80; i += 1) sendOn(service, get('/snippets/?format=api', 'text/html'));
          await sleep(1000);
          hangUp();
          // What goes on for nobody.
          await sleep(4000);
        });
      });
      const figures = `${before.toFixed(0)} to ${peak.toFixed(0)} MB; ${others && told(others)}`;
      return { figures, holds: others !== undefined && isServed(others) };
    },
  },
  {
    finding: 2,
    what: 'pages of a user with large snippets',
    async run(service) {
      const read = () => ask(service, '/users/1/?format=api', PAGE);
      for (let i = 0; i < 3; i += 1) await read();
      const before = mainThreadMs(service.pid);
      await read();
      const one = mainThreadMs(service.pid) - before;
      const statuses = new Set((await Promise.all(repeat(30, read))).map(({ status }) => status));
      const figures = `one takes ${round(one)} of the main thread; 30 at once: ${[...statuses]}`;
      return { figures, holds: one < BARELY_BUSY && String([...statuses]) === '200' };
    },
  },
  {
    finding: 8,
    what: 'eight hostile saves beside reads',
    async run(service) {
      const quiet = await waitsDuring(service, '/snippets/1/', () => sleep(2000));
      const beside = await waitsDuring(service, '/snippets/1/', () =>
        Promise.all(repeat(8, (i) => save(service, USERS[i % 4] ?? '', HOSTILE))),
      );
      const figures = `p99 of reads ${round(quiet.p99)} alone, ${round(beside.p99)} beside; ${told(beside)}`;
      return { figures, holds: beside.busiest < BARELY_BUSY && isServed(beside) };
    },
  },
  {
    finding: 9,
    what: 'ten pages of large snippets at once',
    async run(service) {
      for (let i = 0; i < 5; i += 1) await ask(service, '/snippets/1/', PAGE);
      const before = mainThreadMs(service.pid);
      const others = await waitsDuring(service, '/healthz', () =>
        Promise.all(repeat(10, () => ask(service, '/snippets/1/', PAGE))),
      );
      const ms = mainThreadMs(service.pid) - before;
      const figures = `${round(ms)} of the main thread; ${told(others)}`;
      return { figures, holds: others.busiest < BARELY_BUSY && isServed(others) };
    },
  },
  {
    finding: 10,
    what: '200 searches of one sender',
    async run(service) {
      const search = `/snippets/?${new URLSearchParams({ q: 'brown fox jumps quick the', limit: '100' })}`;
      const others = await waitsDuring(service, '/snippets/?q=fox&limit=1', async () => {
        for (let i = 0; i < 200; i += 1)
          sendOn(service, get(`${search}&after=${i % 50}`), { from: '127.0.0.2' });
        await sleep(3000);
      });
      return { figures: told(others), holds: isServed(others) };
    },
  },
  {
    finding: 10,
    what: '400 readers of a long list that do not read',
    async run(service) {
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
      const figures = `${before.toFixed(0)} to ${peak.toFixed(0)} MB; ${others && told(others)}`;
      // Two hundred senders share the time, so the others wait for their turn.
      return { figures, holds: peak - before < MOST_GROWTH_MB && String(others?.statuses) === '200' };
    },
  },
  {
    finding: 10,
    what: 'bodies of four users that never end',
    async run(service) {
      const begin = (name: string) =>
        sendOn(
          service,
          `POST /snippets/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic(name).Authorization}\r\n` +
            `Content-Type: application/json\r\nContent-Length: 1250000\r\n\r\n{"code":"${'x'.repeat(1_200_000)}`,
        );
      for (const name of USERS.slice(0, 4)) for (let i = 0; i < 26; i += 1) begin(name);
      await sleep(2000);
      const large = { code: 'x', ignored: 'x'.repeat(1_200_000) };
      const statuses = await Promise.all(repeat(3, async () => (await save(service, 'eve', large)).status));
      return { figures: `saves of a fifth: ${statuses}`, holds: String(statuses) === '201,201,201' };
    },
  },
  {
    finding: 10,
    what: "64 hostile saves, then another user's",
    async run(service) {
      const flood = repeat(64, () => save(service, 'carol', HOSTILE));
      await sleep(500);
      const { status, ms } = await save(service, 'dave', { code: 'x = 1\n' });
      await Promise.all(flood);
      return { figures: `${status} after ${round(ms)}`, holds: status === 201 && ms < 5000 };
    },
  },
];
