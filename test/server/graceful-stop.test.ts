/** What no stop of a whole service shows in its time: an answer that never comes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Answers } from '#src/server/answers.js';
import { prepareStop } from '#src/server/graceful-stop.js';
import { get, openSocket } from '../helpers/send.js';
import { until } from '../helpers/until.js';
import { serveHere } from './serve-here.js';

it('a server that stops cuts off what is not answered after eight seconds', async (t) => {
  const answers = new Answers();
  let stop = async () => {};
  const port = await serveHere(t, (server) => {
    stop = prepareStop(server, answers);
    server.on(
      'request',
      answers.oneAtATime(() => undefined),
    );
  });
  const client = openSocket(port, get('/'));
  await until('it is there', () => answers.open().length === 1);
  const began = performance.now();
  // A clock that runs five times as fast.
  let now = began;
  t.mock.method(performance, 'now', () => (now += 1000));
  await Promise.all([client.closed, stop()]);
  assert.equal(client.received(), '');
  assert.ok(now - began > 8000, `${now - began} ms`);
});
