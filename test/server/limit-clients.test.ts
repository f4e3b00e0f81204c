/** What clients may take of a process: its connections, and memory for answers that they do not read. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Answers } from '#src/server/answers.js';
import { limitUnread } from '#src/server/limit-clients.js';
import { basicHeader } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { get as getHead, openSocket } from '../helpers/send.js';
import { freePort, prepareAlice, serve, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { serveHere } from './serve-here.js';

const OPEN_FILES = 400;
/** Half of the files. */
const MOST = 200;

type Client = ReturnType<typeof openSocket>;

describe('a process at its limit of connections', () => {
  it('drops new ones, logs it, still serves its metrics and the ones it has, and recovers', async (test) => {
    const metricsPort = await freePort();
    const settings = { METRICS_PORT: String(metricsPort), DATA_DIR: await temporaryFolder() };
    const through = ['bash', '-c', `ulimit -n ${OPEN_FILES} && exec "$@"`, 'bash'];
    const { address, written } = await serve(settings, [], { through });
    const dropped = new Set<Client>();
    const clients = Array.from({ length: MOST + 50 }, () => openSocket(address));
    test.after(() => clients.forEach(({ socket }) => void socket.destroy()));
    for (const client of clients) void client.closed.then(() => dropped.add(client));
    await until('the connections beyond the limit are dropped', () => dropped.size === 50);
    assert.equal(await statusOf(`${address}/healthz`), undefined);
    // The log writes its lines in groups.
    const line = /"connections":200.*new connections are dropped/;
    await until('the log tells', () => line.test(written.stderr));

    const held = clients.find((client) => !dropped.has(client)) ?? assert.fail();
    held.socket.write(getHead('/healthz', 'Connection: close'));
    await held.closed;
    assert.deepEqual(held.statuses(), ['200']);

    assert.equal(await statusOf(`http://127.0.0.1:${metricsPort}/metrics`), 200);
    for (const { socket } of clients) socket.destroy();
    const isServed = async () => (await statusOf(`${address}/healthz`)) === 200;
    await until('new connections are accepted again', isServed);
  });
});

it('a process without a free file handle serves what it has not served before', async () => {
  const { settings } = await prepareAlice({ AUTH_SCHEMES: 'basic' });
  const { address, pid } = await serve(settings);
  const { socket, statuses } = openSocket(address, getHead('/healthz'));
  await until('it is connected', () => statuses().length === 1);
  const allowFiles = (most: string) => execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${most}:`]);
  allowFiles('0');
  const body = '{"code":"x","language":"plaintext"}';
  const head = ['POST /snippets/ HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const { Authorization } = basicHeader({ username: 'alice', password: 'secret of alice' });
  const own = [`Authorization: ${Authorization}`, `Content-Length: ${body.length}`, '', body];
  for (const [index, request] of [[...head, ...own].join('\r\n'), getHead('/openapi.yaml')].entries()) {
    socket.write(request);
    await until('an answer', () => statuses().length === index + 2);
  }
  assert.deepEqual(statuses(), ['200', '201', '200']);
  socket.destroy();
});

const MEGABYTE = 1024 * 1024;
const BODY = Buffer.alloc(8 * MEGABYTE);

/** Serves 8 MB to everybody, in one write or in pieces, of which at most 20 MB may wait. */
async function start(t: TestContext) {
  const answers = new Answers();
  const recorded = recordLog();
  const port = await serveHere(t, (server) => {
    limitUnread(server, answers, recorded.log, {
      mostBytes: 20 * MEGABYTE,
      lookEveryMs: 5 * shareOfProcessor(),
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
  return { url: `http://127.0.0.1:${port}`, recorded, answers };
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

/** @returns undefined when the connection is dropped */
const statusOf = (url: string): Promise<number | undefined> =>
  ask(url).then(
    (response) => response.resume().statusCode,
    () => undefined,
  );

function outcome(response: IncomingMessage): Promise<'whole' | 'cut off'> {
  return new Promise((resolve) => {
    response.once('end', () => resolve('whole'));
    response.once('error', () => resolve('cut off'));
    response.resume();
  });
}

describe('answers that wait for their clients', () => {
  it('are cut off beyond the limit when their clients do not read, and the log says so', async (t) => {
    const { url, recorded, answers } = await start(t);
    const idle = await Promise.all(Array.from({ length: 10 }, () => ask(`${url}/whole`)));
    // The kernel takes some megabytes of each answer, which are not counted.
    await until('clients are cut off', () => answers.open().length <= 6);
    assert.match(recorded.text(), /cut off clients/);
    const outcomes = await Promise.all(idle.map(outcome));
    const cut = outcomes.filter((one) => one === 'cut off').length;
    assert.ok(cut >= 4, `${cut} of 10 are cut off`);
    assert.ok(cut <= 9, 'what is within the limit is delivered');
  });

  it('are left alone when they wait in pieces, most of which are not in memory', async (t) => {
    const { url, answers } = await start(t);
    const idle = await Promise.all(Array.from({ length: 10 }, () => ask(`${url}/pieces`)));
    await sleep(1000);
    assert.equal(answers.open().length, 10);
    assert.deepEqual(new Set(await Promise.all(idle.map(outcome))), new Set(['whole']));
  });

  for (const path of ['/whole', '/pieces'])
    it(`reach every client that reads ${path}, however many there are`, async (t) => {
      const { url } = await start(t);
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, async () => outcome(await ask(url + path))),
      );
      assert.deepEqual(new Set(outcomes), new Set(['whole']));
    });
});
