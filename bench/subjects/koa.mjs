// Koa, bare and with headers and a log: what denials and 404s are compared with, whatever the store.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';

function ofKoa(key, name) {
  const script = fileURLToPath(new URL(`../peers/${key}.mjs`, import.meta.url));
  return {
    key,
    name,
    stores: ['mongodb', 'embedded'],
    works: ['not-found', 'denial'],
    async prepare({ count, folder }) {
      return {
        requests: apiRequests(count),
        async start() {
          const port = await freePort();
          const env = { NODE_ENV: 'production', PORT: String(port) };
          return startServer({ args: [script], env, log: join(folder, `${key}.log`), port });
        },
      };
    },
  };
}

export const koa = ofKoa('koa', 'Koa alone');
export const koaLog = ofKoa('koa-log', 'Koa + headers and log');
