import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import { makeBodyBudget } from '#src/pipeline/parsing/body-budget.js';
import { basicHeader, startAppWithUsers, type TestUser } from '../../helpers/app.js';

it('bodies that never end take no more memory than their sender may have, and keep nobody else from saving', async () => {
  const { app, alice, bob } = await startAppWithUsers();
  const { port } = new URL(app.url);
  const save = (user: TestUser) =>
    app.fetch('/snippets/', {
      method: 'POST',
      headers: { ...basicHeader(user), 'Content-Type': 'application/json' },
      body: JSON.stringify({ code: 'x', ignored: 'x'.repeat(1_200_000) }),
    });
  assert.equal((await save(alice)).status, 201);

  const head = [
    'POST /snippets/ HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${basicHeader(alice).Authorization}`,
    'Content-Type: application/json',
  ].join('\r\n');
  const begin = (length: string): Socket => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.write(`${head}\r\n${length}\r\n\r\n`);
    return socket;
  };
  // 1,250,000 bytes each, or as much as an operation takes when no length is given.
  const sockets = ['Content-Length: 1250000', 'Transfer-Encoding: chunked'].flatMap((length) =>
    Array.from({ length: 20 }, () => begin(length)),
  );
  const refusals: string[] = [];
  for (const socket of sockets) socket.on('data', (text) => refusals.push(String(text)));
  while (refusals.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(refusals[0] ?? '', /^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);

  const refused = await save(alice);
  assert.equal(refused.status, 503);
  assert.equal((await save(bob)).status, 201);
  const small = await app.client(alice).createSnippet({ code: 'x' });
  assert.equal(small.code, 'x');

  const closed = sockets.map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  while ((await save(alice)).status !== 201) await new Promise((resolve) => setTimeout(resolve, 10));
  await app.close();
});

it('a sender who needs bytes for a body takes them from the sender who has most', () => {
  const MB = 1024 * 1024;
  const reserve = makeBodyBudget();
  const cutOff: string[] = [];
  const take = (sender: string, megabytes: number, name = sender) =>
    reserve(sender, megabytes * MB, () => cutOff.push(name));
  for (const sender of ['a', 'b', 'c']) take(sender, 32);
  for (let i = 0; i < 16; i += 1) take('d', 2, `d ${i}`);
  // 128 MB are taken, by four senders.
  take('e', 1);
  assert.deepEqual(cutOff, ['a']);
  for (let i = 0; i < 15; i += 1) take('f', 2);
  assert.deepEqual(cutOff, ['a']);
  // Nobody has more than this sender would have, and nobody more than its own share.
  assert.throws(() => take('f', 2), ServiceUnavailable);
  assert.throws(() => take('d', 1), ServiceUnavailable);
  const giveBack = take('g', 8);
  assert.deepEqual(cutOff, ['a', 'b']);
  giveBack();
  giveBack();
  for (const sender of ['h', 'i', 'j']) for (let i = 0; i < 16; i += 1) take(sender, 1);
  assert.deepEqual(cutOff, ['a', 'b', 'c']);
});
