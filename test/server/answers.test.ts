/** A client that sends a request before it has the answer to the one before. */
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Answers } from '#src/server/answers.js';
import { get, openSocket } from '../helpers/send.js';
import { until } from '../helpers/until.js';
import { serveHere } from './serve-here.js';

async function start(t: TestContext, listener: RequestListener) {
  const answers = new Answers();
  const port = await serveHere(t, (server) => server.on('request', answers.oneAtATime(listener)));
  return { answers, port };
}

describe('requests that come together on one connection', () => {
  it('are answered by the first answer, which says that the connection closes', async (t) => {
    const begun: ServerResponse[] = [];
    const { answers, port } = await start(t, (_request, response) => begun.push(response));
    const client = openSocket(port, get('/') + get('/second') + get('/third'));
    await until('the first has begun', () => begun.length > 0);
    assert.equal(answers.open().length, 1);
    // Those behind it have come in the same piece.
    setImmediate(() => begun[0]?.end('one'));
    await client.closed;
    assert.match(client.received(), /^HTTP\/1\.1 200 OK\r\nConnection: close\r\n[\s\S]*one/);
    assert.deepEqual(client.statuses(), ['200']);
    assert.equal(begun.length, 1);
    await until('nothing is under way', () => answers.open().length === 0);
  });

  it('get the whole of a first answer whose head has gone, and then the connection closes', async (t) => {
    const { port } = await start(t, (_request, response) => {
      response.write('begin');
      // Both requests come in one piece, so the second has been read by then.
      setImmediate(() => response.end('end'));
    });
    const client = openSocket(port, get('/') + get('/second'));
    await client.closed;
    assert.match(client.received(), /begin[\s\S]*end\r\n0\r\n\r\n$/);
    assert.deepEqual(client.statuses(), ['200']);
  });

  it('do not follow an answer that their client does not read', async (t) => {
    let begun = 0;
    const { port } = await start(t, (_request, response) => {
      begun += 1;
      response.end(Buffer.alloc(16 * 1024 * 1024));
    });
    const client = openSocket(port, ...Array.from({ length: 50 }, () => get('/')));
    client.socket.pause();
    await until('the first has begun', () => begun > 0);
    await sleep(200);
    assert.equal(begun, 1);
    client.socket.destroy();
  });

  it('are dropped with the connection when they do not end, and the server goes on', async (t) => {
    let begun = 0;
    const { port } = await start(t, ({ url }, response) => {
      begun += 1;
      if (url === '/quick') response.end('quick');
    });
    const client = openSocket(port, ...Array.from({ length: 1000 }, () => get('/')));
    await client.closed;
    assert.deepEqual([begun, client.received()], [1, '']);
    const next = openSocket(port, get('/quick', 'Connection: close'));
    await next.closed;
    assert.match(next.received(), /quick$/);
  });

  it('one after the other are all answered on the same connection', async (t) => {
    const { port } = await start(t, ({ url }, response) => response.end(`<${url}>`));
    const client = openSocket(port, get('/0'));
    for (let i = 1; i <= 50; i += 1) {
      await until('the answer before', () => client.received().includes(`</${i - 1}>`));
      client.socket.write(get(`/${i}`, ...(i === 50 ? ['Connection: close'] : [])));
    }
    await client.closed;
    assert.equal(client.statuses().length, 51);
  });
});
