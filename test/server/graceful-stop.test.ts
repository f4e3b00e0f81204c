/** The stop of a server, with nothing behind it but slow answers. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { Answers } from '#src/server/answers.js';
import { prepareStop } from '#src/server/graceful-stop.js';
import { get, openSocket } from '../helpers/send.js';
import { until } from '../helpers/until.js';
import { serveHere } from './serve-here.js';

async function start(t: TestContext) {
  const answers = new Answers();
  const slow: ServerResponse[] = [];
  let stop = async () => {};
  const port = await serveHere(t, (server) => {
    stop = prepareStop(server, answers);
    server.on(
      'request',
      answers.oneAtATime(({ url }, response) => {
        if (url === '/slow') slow.push(response);
        else response.end('quick');
      }),
    );
  });
  return { port, slow, stop };
}

describe('a server that stops', () => {
  it('lets the answer under way be sent, and closes what waits for nothing', async (t) => {
    const { port, slow, stop } = await start(t);
    const idle = openSocket(port, get('/'));
    const silent = openSocket(port);
    const half = openSocket(port, 'GET / HT');
    const busy = openSocket(port, get('/slow'));
    await until('all are there', () => slow.length === 1 && idle.received() !== '');
    const stopped = stop();
    await idle.closed;
    assert.equal(busy.received(), '');
    slow[0]?.end('late');
    await Promise.all([busy.closed, silent.closed, half.closed, stopped]);
    assert.match(busy.received(), /\r\nConnection: close\r\n[\s\S]*late$/);
    await openSocket(port, get('/')).closed;
  });

  it('answers those that come while it begins, and closes their connections', async (t) => {
    const { port, stop } = await start(t);
    const stopped = stop();
    const late = openSocket(port, get('/'));
    await Promise.all([late.closed, stopped]);
    assert.match(late.received(), /^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/);
  });

  it('cuts off what is not answered after eight seconds', async (t) => {
    const { port, slow, stop } = await start(t);
    const client = openSocket(port, get('/slow'));
    await until('it is there', () => slow.length === 1);
    await Promise.all([client.closed, stop()]);
    assert.equal(client.received(), '');
  });
});
