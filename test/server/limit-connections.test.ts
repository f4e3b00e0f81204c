/** A process that has as many connections open as it may goes on with what it has, and says so. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../commands/snippet-store.js';
import { freePort } from '../helpers/free-port.js';
import { until } from '../helpers/until.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const OPEN_FILES = 400;
/** Half of the files, because so low a limit leaves no room for the usual reserve. */
const MOST = 200;

/** @returns the status; undefined when the connection is dropped */
const ask = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => resolve(response.resume().statusCode)).on('error', () =>
      resolve(undefined),
    );
  });

describe('a process at its limit of connections', () => {
  it('drops new ones, logs it, still serves its metrics and the ones it has, and recovers', async () => {
    const metricsPort = await freePort();
    const env = {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'info',
      PORT: '0',
      METRICS_PORT: String(metricsPort),
    };
    const command = [process.execPath, CLI, 'serve'];
    const child = spawn('bash', ['-c', `ulimit -n ${OPEN_FILES} && exec "$@"`, 'bash', ...command], {
      env: { ...env, DATA_DIR: await temporaryFolder() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        written += text;
      });
    const sockets: Socket[] = [];
    try {
      await until('it listens', () => written.includes('listening on http'));
      const url = /listening on (http:\S+)/.exec(written)?.[1] ?? '';
      const port = Number(new URL(url).port);
      const dropped = new Set<Socket>();
      for (let i = 0; i < MOST + 50; i += 1) {
        const socket = connect(port, '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => dropped.add(socket));
      }
      await until('the connections beyond the limit are dropped', () => dropped.size === 50);
      assert.equal(await ask(`${url}/healthz`), undefined);
      // The log writes its lines in groups.
      await until('the log tells', () => /"connections":200.*new connections are dropped/.test(written));

      const held = sockets.find((socket) => !dropped.has(socket)) ?? assert.fail();
      held.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      const [answer] = await once(held, 'data');
      assert.match(String(answer), /^HTTP\/1\.1 200 /);

      assert.equal(await ask(`http://127.0.0.1:${metricsPort}/metrics`), 200);
      for (const socket of sockets) socket.destroy();
      await until('new connections are accepted again', async () => (await ask(`${url}/healthz`)) === 200);
    } finally {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    }
  });
});
