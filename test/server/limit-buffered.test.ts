import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { trackConnections } from '#src/server/connections.js';
import { limitBuffered } from '#src/server/limit-buffered.js';
import { recordLog } from '../helpers/recorded-log.js';
import { until } from '../helpers/until.js';

const MEGABYTE = 1024 * 1024;

/** Serves 8 MB to everybody, of which at most 20 MB may wait. */
async function start(t: TestContext) {
  const server = createServer();
  const connections = trackConnections(server);
  server.on(
    'request',
    connections.inOrder((_request, response) => response.end(Buffer.alloc(8 * MEGABYTE))),
  );
  const recorded = recordLog();
  limitBuffered(server, connections, recorded.log, {
    maxBytes: 20 * MEGABYTE,
    everyMs: 200 * shareOfProcessor(),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, recorded };
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

describe('answers that wait for their clients', () => {
  it('are cut off beyond the limit when their clients do not read, and the log says so', async (t) => {
    const { url, recorded } = await start(t);
    const idle = await Promise.all(Array.from({ length: 10 }, () => ask(url)));
    await until('clients are cut off', () => /cut off clients/.test(recorded.text()));
    const outcomes = await Promise.all(idle.map(outcome));
    const cut = outcomes.filter((one) => one === 'cut off').length;
    // The kernel takes some megabytes of each answer, which are not counted.
    assert.ok(cut >= 4, `${cut} of 10 are cut off`);
    assert.ok(cut <= 9, 'what is within the limit is delivered');
    assert.match(recorded.text(), /cut off clients that do not read/);
  });

  it('reach every client that reads, however many there are', async (t) => {
    const { url } = await start(t);
    const outcomes = await Promise.all(Array.from({ length: 30 }, async () => outcome(await ask(url))));
    assert.deepEqual(new Set(outcomes), new Set(['whole']));
  });
});
