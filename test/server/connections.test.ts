import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { trackConnections } from '#src/server/connections.js';
import { until } from '../helpers/until.js';

async function start(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  server.on('request', trackConnections(server).inOrder(listener));
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function send(port: number, requests: readonly string[]): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(requests.join(''));
  return socket;
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

describe('requests that come together on one connection', () => {
  it('are begun one after the other, and answered in their order', async (t) => {
    let [underWay, most] = [0, 0];
    const port = await start(t, async ({ url = '' }, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      // The first takes longest.
      await sleep(20 - Number(url.slice(1)) * 2);
      underWay -= 1;
      response.end(`<${url}>`);
    });
    const paths = Array.from({ length: 10 }, (_, i) => `/${i}`);
    const last = get('/10', 'Connection: close\r\n');
    const answers = await text(send(port, [...paths.map((path) => get(path)), last]));
    assert.deepEqual(
      [...answers.matchAll(/<(.*?)>/g)].map(([, path]) => path),
      [...paths, '/10'],
    );
    assert.equal(most, 1);
  });

  it('are no more than one when their client does not read the first answer', async (t) => {
    let begun = 0;
    const port = await start(t, (_request, response) => {
      begun += 1;
      response.end(Buffer.alloc(16 * 1024 * 1024));
    });
    const socket = send(
      port,
      Array.from({ length: 50 }, () => get('/')),
    );
    socket.pause();
    await sleep(300);
    assert.equal(begun, 1);
    socket.destroy();
  });

  it('are dropped with the connection when too many wait, and the server goes on', async (t) => {
    let begun = 0;
    const port = await start(t, async (_request, response) => {
      begun += 1;
      await sleep(20);
      response.end('one');
    });
    const socket = send(
      port,
      Array.from({ length: 1000 }, () => get('/')),
    );
    await once(socket, 'close');
    await sleep(100);
    assert.equal(begun, 1);
    const answer = await text(send(port, [get('/', 'Connection: close\r\n')]));
    assert.match(answer, /one$/);
  });

  it('all emit close, also those that are never begun', async (t) => {
    let [came, closed] = [0, 0];
    const server = createServer().listen(0, '127.0.0.1');
    server.on('request', (_request, response) => {
      came += 1;
      response.once('close', () => {
        closed += 1;
      });
    });
    server.on(
      'request',
      trackConnections(server).inOrder(() => undefined),
    );
    await once(server, 'listening');
    t.after(() => server.close());
    for (const count of [20, 1000]) {
      const before = came;
      const socket = send(
        (server.address() as AddressInfo).port,
        Array.from({ length: count }, () => get('/')),
      );
      await until('requests come', () => came > before);
      socket.destroy();
      await until('all answers are closed', () => closed === came);
    }
    assert.ok(came > 120, `${came}`);
    assert.equal(closed, came);
  });

  it('do not hold up another connection', async (t) => {
    const port = await start(t, ({ url }, response) => {
      if (url === '/never') return;
      response.end('quick');
    });
    const held = send(port, [get('/never'), get('/quick')]);
    assert.match(await text(send(port, [get('/quick', 'Connection: close\r\n')])), /quick$/);
    held.destroy();
  });
});
