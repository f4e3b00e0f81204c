/** Counters that cannot be reached: requests pass, and the log says so now and then. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeAsk, makeCounter } from '#src/pipeline/throttling/counter.js';
import { makeLoginThrottle } from '#src/pipeline/throttling/login-throttle.js';
import { openStore } from '#src/store/index.js';
import { startApp } from '../../helpers/app.js';
import { skipWithoutMongod } from '../../helpers/mongod.js';
import { databaseOf } from '../../helpers/stores.js';
import { until } from '../../helpers/until.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('a limiter whose store is away', () => {
  it('lets requests pass, tries the store again from time to time, and warns once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'snippet-store-throttles-'));
    const store = await openStore({ mongodbUrl: undefined, dataDir }, silent);
    const counter = makeCounter(store.throttles, 'login', { limit: 1, seconds: 3600 });
    const warnings: object[] = [];
    let now = 0;
    const ask = makeAsk({ ...silent, warn: (details: object) => void warnings.push(details) }, () => now);
    const takeAttempt = makeLoginThrottle({ byName: counter, bySender: counter }, ask);
    await store.close();

    for (let i = 0; i < 5; i += 1) {
      const giveBack = await takeAttempt('alice', '192.0.2.1');
      await giveBack();
    }
    assert.equal(warnings.length, 1);
    assert.match(JSON.stringify(warnings[0]), /"reason":"[^"]+"/);
    assert.equal(await ask(async () => 'asked'), undefined);
    now += 4_999;
    assert.equal(await ask(async () => 'asked'), undefined);
    now += 1;
    await takeAttempt('alice', '192.0.2.1');
    assert.equal(warnings.length, 1);
    now += 5_000;
    assert.equal(await ask(async () => 'asked'), 'asked');
    await rm(dataDir, { recursive: true });
  });
});

describe('a service whose MongoDB goes away', { skip: skipWithoutMongod }, () => {
  it('still answers what needs no database, beyond the rate too, and limits again afterwards', async () => {
    const target = new URL((await databaseOf('mongodb')) ?? '');
    const proxy = await forwardTo(Number(target.port));
    const { port } = proxy.server.address() as AddressInfo;
    const MONGODB_URL = `mongodb://127.0.0.1:${port}${target.pathname}?directConnection=true&serverSelectionTimeoutMS=500`;
    const app = await startApp({ env: { MONGODB_URL, THROTTLE_RATES: 'anon=2/hour' } });
    const read = async () => (await app.fetch('/')).status;
    assert.deepEqual([await read(), await read()], [200, 200]);

    await proxy.cut();
    for (let i = 0; i < 4; i += 1) assert.equal(await read(), 200);

    proxy.server.listen(port, '127.0.0.1');
    await once(proxy.server, 'listening');
    await until('the rate applies again', async () => (await read()) === 429);
    await app.close();
    await proxy.cut();
  });
});

interface Proxy {
  server: Server;
  /** Closes the port and every connection. */
  cut(): Promise<void>;
}

/** Passes the bytes of every connection on, as if MongoDB listened here. */
async function forwardTo(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const beyond = connect(target, '127.0.0.1');
    sockets.add(socket).add(beyond);
    socket.pipe(beyond).pipe(socket);
    socket.on('error', () => beyond.destroy());
    beyond.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}
