import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { Answers } from '#src/server/answers.js';
import { limitUnread } from '#src/server/limit-unread.js';
import { recordLog } from '../helpers/recorded-log.js';
import { until } from '../helpers/until.js';
import { serveHere } from './serve-here.js';

const MEGABYTE = 1024 * 1024;
const BODY = Buffer.alloc(8 * MEGABYTE);

/** Serves 8 MB to everybody, in one write or in pieces, of which at most 20 MB may wait. */
async function start(t: TestContext) {
  const answers = new Answers();
  const recorded = recordLog();
  const port = await serveHere(t, (server) => {
    limitUnread(server, answers, recorded.log, {
      mostBytes: 20 * MEGABYTE,
      lookEveryMs: 100 * shareOfProcessor(),
    });
    server.on(
      'request',
      answers.oneAtATime(({ url }, response) => {
        response.setHeader('Content-Length', BODY.length);
        if (url === '/whole') response.end(BODY);
        else Readable.from(pieces()).pipe(response);
      }),
    );
  });
  return { url: `http://127.0.0.1:${port}`, recorded };
}

function* pieces() {
  for (let start = 0; start < BODY.length; start += 65_536) yield BODY.subarray(start, start + 65_536);
}

/** @returns how many times longer this process takes than on a processor of its own */
function shareOfProcessor(): number {
  const before = process.cpuUsage();
  const began = performance.now();
  let used = 0;
  while (used < 100_000) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return Math.max(1, Math.ceil((performance.now() - began) / (used / 1000)));
}

const ask = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { agent: false }, resolve).on('error', reject));

function outcome(response: IncomingMessage): Promise<'whole' | 'cut off'> {
  return new Promise((resolve) => {
    response.once('end', () => resolve('whole'));
    response.once('error', () => resolve('cut off'));
    response.resume();
  });
}

for (const path of ['/whole', '/pieces'])
  describe(`answers that wait for their clients: ${path}`, () => {
    it('are cut off beyond the limit when their clients do not read, and the log says so', async (t) => {
      const { url, recorded } = await start(t);
      const idle = await Promise.all(Array.from({ length: 10 }, () => ask(url + path)));
      await until('clients are cut off', () => /cut off clients/.test(recorded.text()));
      const outcomes = await Promise.all(idle.map(outcome));
      const cut = outcomes.filter((one) => one === 'cut off').length;
      // The kernel takes some megabytes of each answer, which are not counted.
      assert.ok(cut >= 4, `${cut} of 10 are cut off`);
      assert.ok(cut <= 9, 'what is within the limit is delivered');
    });

    it('reach every client that reads, however many there are', async (t) => {
      const { url } = await start(t);
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, async () => outcome(await ask(url + path))),
      );
      assert.deepEqual(new Set(outcomes), new Set(['whole']));
    });
  });
