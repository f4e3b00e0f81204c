/** Clients that ask for lists and never read: others are served, and memory does not grow with them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openStore } from '#src/store/index.js';
import { temporaryFolder } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { databaseOf, describeOnAnyStore } from '../helpers/stores.js';
import { mainThreadMs, skipWithoutSchedstat, slowness } from '../hostile/main-thread-time.js';
import { recordingLog, snippet, user } from '../store/samples.js';
import { watchMemory } from './watch-process.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const SNIPPETS = 200;
const CODE = 'a line of code, of which there are many\n'.repeat(2500);
const CLIENTS = 40;
const HEAP_MB = 256;
const GROWTH_MB = 150;
const HOLD_MS = isFull ? 10_000 : 2000;
/**
 * Milliseconds of the event loop's thread that pass at most until /healthz has answered: what others take of the
 * processor does not count.
 */
const LATENCY = 100;
/** At least so many looks at /healthz. */
const LOOKS = 20;

/** Of the second snippet: some kilobytes in gzip. */
const LONG_HTML = `<pre>${'<i>x</i>'.repeat(2_000_000)}</pre>`;

const LISTS = [
  ...['/snippets/', '/snippets/?limit=1000', '/users/'],
  ...['/snippets/1/highlight/', '/snippets/2/highlight/'],
];

describeOnAnyStore(`${CLIENTS} clients that never read`, (kind) => {
  it(`of each list neither hold /healthz up nor take ${GROWTH_MB} MB`, {
    skip: skipWithoutSchedstat,
  }, async (t) => {
    const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(kind)];
    await fill(DATA_DIR, url);
    const { port, pid } = await serveInSmallHeap(t, { DATA_DIR, ...(url && { MONGODB_URL: url }) });
    // What the first requests need is no growth by the clients.
    for (let i = 0; i < 5; i++) for (const path of LISTS) await latency(port, path);
    const allowed = LATENCY * slowness();
    for (const path of LISTS) {
      const memory = watchMemory(pid);
      const clients = Array.from({ length: CLIENTS }, () => askAndNeverRead(port, path));
      const waits: number[] = [];
      let mostBusy = 0;
      const end = performance.now() + HOLD_MS;
      while (performance.now() < end || waits.length < LOOKS) {
        const began = mainThreadMs(pid);
        waits.push(await latency(port, '/healthz'));
        mostBusy = Math.max(mostBusy, mainThreadMs(pid) - began);
        await sleep(20);
      }
      const growth = memory.stop();
      for (const client of clients) client.destroy();
      const [median, most] = [medianOf(waits), Math.max(...waits)];
      console.log(
        `${kind}, ${path}: grown by ${growth.toFixed(0)} MB; /healthz ${waits.length} times: median ` +
          `${median.toFixed(1)} ms, longest ${most.toFixed(0)} ms, of the thread ${mostBusy.toFixed(0)} ms`,
      );
      assert.ok(growth < GROWTH_MB, `${path}: grown by ${growth} MB`);
      assert.ok(mostBusy < allowed, `${path}: /healthz waited for ${mostBusy} ms of work`);
    }
  });
});

const medianOf = (waits: readonly number[]): number =>
  waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? Number.NaN;

async function fill(dataDir: string, mongodbUrl: string | undefined): Promise<void> {
  const store = await openStore({ mongodbUrl, dataDir }, recordingLog());
  await store.ready;
  await store.users.insertOne(user(1, 'ada'));
  for (let id = 1; id <= SNIPPETS; id++)
    await store.snippets.insertOne(
      snippet(id, {
        code: CODE,
        highlightedGzip: gzipSync(id === 2 ? LONG_HTML : `<pre>${CODE}</pre>`),
      }),
    );
  await store.close();
}

/** The command line, in a process whose heap is small. */
async function serveInSmallHeap(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
): Promise<{ port: number; pid: number }> {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const secret = { SECRET_KEY: 'a secret key that only tests of this project know' };
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, CLI, 'serve'], {
    env: { ...env, ...secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const announced = /listening on http:\/\/[^:]+:(\d+)/.exec(said);
      if (announced) resolve(Number(announced[1]));
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
  return { port, pid: child.pid ?? 0 };
}

function askAndNeverRead(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n\r\n`);
  socket.pause();
  return socket;
}

/** @returns milliseconds until the whole answer is read */
function latency(port: number, path: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, timeout: 90_000 }, (response) => {
      assert.equal(response.statusCode, 200);
      response.resume().once('end', () => resolve(performance.now() - began));
      response.once('error', reject);
    });
    asked.once('timeout', () => asked.destroy(new Error(`${path}: no answer`)));
    asked.once('error', reject);
  });
}
