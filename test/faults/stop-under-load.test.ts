/** SIGTERM under heavy load: every request that was sent before the signal is answered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { type Service, type Settings, serve, temporaryFolder } from '../helpers/service.js';
import { storeMany } from './many-snippets.js';

/** As many are being answered when the signal comes, and as many wait to be accepted. */
const CLIENTS = 25;
const ROUNDS = 1;
/** Each list takes the event loop some milliseconds. */
const SNIPPETS = 150;

describe('SIGTERM under heavy load', () => {
  it('resets no request that was sent before it', async () => {
    const settings = { DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'warn' };
    await storeMany(SNIPPETS, settings);
    for (let round = 0; round < ROUNDS; round++) await stopUnderLoad(settings);
  });
});

async function stopUnderLoad(settings: Settings): Promise<void> {
  const service = await serve(settings);
  const busy = await sendAll(service);
  await busy.answersBegin;
  // While it is suspended, nothing is accepted: what comes now waits in the backlog, as behind a long turn of the loop.
  service.signal('SIGSTOP');
  const waiting = await sendAll(service);
  service.signal('SIGTERM');
  service.signal('SIGCONT');
  const answers = await Promise.all([...busy.answers, ...waiting.answers]);
  const { code, stderr } = await service.ended;
  const whole = answers.filter(isWhole).length;
  assert.deepEqual({ whole, code, stderr }, { whole: 2 * CLIENTS, code: 0, stderr: '' });
}

async function sendAll(service: Service) {
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => connected(service)));
  const answersBegin = Promise.race(sockets.map((socket) => once(socket, 'data')));
  // Where nothing begins, the answers show it.
  answersBegin.catch(() => undefined);
  const answers = sockets.map(receive);
  for (const socket of sockets) socket.write('GET /snippets/ HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { answers, answersBegin };
}

/** A client sees the connection open before the service accepts it. */
async function connected({ address }: Service): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** What comes until the connection ends, by whatever end. */
function receive(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

function isWhole(answer: string): boolean {
  if (!answer.startsWith('HTTP/1.1 200 OK\r\n')) return false;
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  const length = /\r\nContent-Length: (\d+)\r\n/i.exec(answer)?.[1];
  if (length !== undefined) return Buffer.byteLength(answer.slice(bodyAt)) === Number(length);
  return /\]\r\n0\r\n\r\n$/.test(answer);
}
