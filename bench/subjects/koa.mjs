// Koa alone: what denials and 404s are compared with, whatever the store.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';

const SCRIPT = fileURLToPath(new URL('../peers/koa.mjs', import.meta.url));

export const koa = {
  key: 'koa',
  name: 'Koa alone',
  stores: ['mongodb', 'embedded'],
  works: ['not-found', 'denial'],
  async prepare({ count, folder }) {
    return {
      requests: apiRequests(count),
      async start() {
        const port = await freePort();
        const env = { NODE_ENV: 'production', PORT: String(port) };
        return startServer({ args: [SCRIPT], env, log: join(folder, 'koa.log'), port });
      },
    };
  },
};
