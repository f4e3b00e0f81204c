/** SIGTERM under heavy load: every request that was sent before the signal is answered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { get, openSocket } from '../helpers/send.js';
import { type Service, serve, temporaryFolder } from '../helpers/service.js';
import { storeMany } from './many-snippets.js';

/** As many are being answered when the signal comes, and as many wait to be accepted. */
const CLIENTS = 25;
/** Each list takes the event loop some milliseconds. */
const SNIPPETS = 150;

it('SIGTERM under heavy load resets no request that was sent before it', async () => {
  const settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'warn' };
  await storeMany(SNIPPETS, settings);
  const service = await serve(settings);
  const busy = await sendAll(service);
  await Promise.race(busy.map(({ socket }) => once(socket, 'data')));
  // While it is suspended, nothing is accepted: what comes now waits in the backlog, as behind a long turn of the loop.
  service.signal('SIGSTOP');
  const clients = [...busy, ...(await sendAll(service))];
  service.signal('SIGTERM');
  service.signal('SIGCONT');
  await Promise.all(clients.map(({ closed }) => closed));
  const { code, stderr } = await service.ended;
  const whole = clients.filter(({ received }) => isWhole(received())).length;
  assert.deepEqual({ whole, code, stderr }, { whole: 2 * CLIENTS, code: 0, stderr: '' });
});

/** A client sees the connection open before the service accepts it. */
async function sendAll({ address }: Service) {
  const clients = Array.from({ length: CLIENTS }, () => openSocket(address));
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')));
  for (const { socket } of clients) socket.write(get('/snippets/'));
  return clients;
}

function isWhole(answer: string): boolean {
  if (!answer.startsWith('HTTP/1.1 200 OK\r\n')) return false;
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  const length = /\r\nContent-Length: (\d+)\r\n/i.exec(answer)?.[1];
  // As `latin1`, each byte is a character.
  if (length !== undefined) return answer.length - bodyAt === Number(length);
  return /\]\r\n0\r\n\r\n$/.test(answer);
}
