// The service itself, and a server that fails on purpose, for programs of other runtimes.
// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.mjs';

const cli = join(root, 'dist', 'cli.js');

/**
 * @param {string} origin whose pages may read its answers
 * @returns {Promise<{ baseUrl: string, addUser(name: string): Promise<string>, stop(): Promise<void> }>}
 */
export async function startService(origin) {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-check-'));
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    AUTH_SCHEMES: 'basic,token,session',
    CORS_ORIGINS: origin,
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
  };
  const service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const baseUrl = await announced(service);
  return {
    baseUrl,
    async addUser(name) {
      const password = `password of ${name}`;
      const command = spawn(process.execPath, [cli, 'users', 'create', name, '--password-stdin'], { env });
      command.stdin.end(password);
      const [code] = await once(command, 'exit');
      if (code !== 0) throw new Error(`users create ${name} ended with ${code}`);
      return password;
    },
    async stop() {
      service.kill('SIGTERM');
      await once(service, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} service */
async function announced(service) {
  let text = '';
  for await (const chunk of service.stdout) {
    text += chunk;
    const [, address] = /listening on (http:\/\/\S+)/.exec(text) ?? [];
    if (address) {
      service.stdout.resume();
      return address;
    }
  }
  throw new Error(`The service did not start: ${text}`);
}

/**
 * Answers 503 to every other request; under /hang never, under /reset by closing, under /portal with a page, under /moved with
 * another host, which fails the check when it is asked.
 */
export async function startFailingServer() {
  let requests = 0;
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    if (request.url?.startsWith('/hang')) return undefined;
    if (request.url?.startsWith('/reset')) return response.destroy();
    if (request.url?.startsWith('/moved'))
      return response
        .writeHead(308, { Location: `http://localhost:${request.socket.localPort}/stolen` })
        .end();
    if (request.url?.startsWith('/stolen')) process.exitCode = 1;
    if (request.url?.startsWith('/portal'))
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hotel</h1>');
    const status = requests++ % 2 === 0 ? 503 : 200;
    return response.writeHead(status, { 'Content-Type': 'application/json' }).end('[]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
