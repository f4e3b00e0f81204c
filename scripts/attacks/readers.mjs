// Finding 4: clients that ask for lists and never read, while the heap is small.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../start-service.mjs';
import { ask, basic, JSON_TYPE } from './ask.mjs';
import { observe } from './observe.mjs';

const CLIENTS = 40;
const HOLD_MS = 5000;
const SNIPPETS = 200;
const CODE = 'a line of code, of which there are many\n'.repeat(2500);
const LISTS = [
  '/snippets/?limit=100',
  '/snippets/?limit=1000',
  '/snippets/',
  '/users/',
  '/snippets/1/highlight/',
];

export async function readers(report) {
  const service = await startService({
    nodeArgs: ['--max-old-space-size=256'],
    prepare: ({ run }) => run(['users', 'create', 'alice', '--password-stdin'], 'a long password'),
  });
  try {
    const body = JSON.stringify({ code: CODE, language: 'plaintext' });
    const headers = { ...basic('alice', 'a long password'), ...JSON_TYPE };
    for (let i = 0; i < SNIPPETS; i++) await ask(`${service.url}/snippets/`, { headers, body });
    // What the first request of all needs is no growth by these clients.
    for (const path of LISTS) await ask(`${service.url}${path}`);
    for (const path of LISTS) {
      const seen = await observe(service, async () => {
        const sockets = Array.from({ length: CLIENTS }, () => askAndNeverRead(service.port, path));
        await sleep(HOLD_MS);
        for (const socket of sockets) socket.destroy();
      });
      const { status } = await ask(`${service.url}/healthz`);
      report(
        '4',
        `${CLIENTS} clients never read ${path} (100 KB a snippet, heap 256 MB)`,
        String(status),
        seen,
      );
    }
  } finally {
    await service.stop();
  }
}

function askAndNeverRead(port, path) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return socket.pause();
}
