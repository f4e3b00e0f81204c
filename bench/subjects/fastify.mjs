// Fastify with the MongoDB driver.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';
import { trimMongodb } from '../service/load.mjs';
import { loadPeerMongodb } from './load-peer-mongodb.mjs';

const WORKS = [
  ...['read', 'list-1000', 'list-1000-alone', 'not-found', 'read-100kb', 'not-modified', 'replace', 'create'],
  ...['create-alone', 'slice', 'search', 'list-100000', 'users'],
];
const SCRIPT = fileURLToPath(new URL('../peers/fastify.mjs', import.meta.url));

export const fastify = {
  key: 'fastify',
  name: 'Fastify 5 + driver',
  stores: ['mongodb'],
  works: WORKS,
  async prepare({ data, count, folder, mongod }) {
    const url = mongod.url(`peers-${data}`);
    await loadPeerMongodb(url, data, count);
    return {
      requests: apiRequests(count),
      async start() {
        if (data !== 'large') await trimMongodb(url, count);
        const port = await freePort();
        const env = { NODE_ENV: 'production', PORT: String(port), MONGODB_URL: url };
        return startServer({ args: [SCRIPT], env, log: join(folder, 'fastify.log'), port });
      },
    };
  },
};
