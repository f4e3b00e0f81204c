// The peers on MongoDB: Fastify, and bare node:http. They share one database a data set.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';
import { trimMongodb } from '../service/load-mongodb.mjs';
import { loadPeerMongodb } from './load-peer-mongodb.mjs';

const WORKS = [
  ...['read', 'list-1000', 'list-1000-alone', 'not-found', 'read-100kb', 'not-modified', 'replace', 'create'],
  ...['create-alone', 'slice', 'search', 'list-100000', 'users'],
];

/** By address of the database: loading it, once for both. */
const loads = new Map();

function loadOnce(url, data, count) {
  if (!loads.has(url)) loads.set(url, loadPeerMongodb(url, data, count));
  return loads.get(url);
}

function onMongodb(key, name) {
  const script = fileURLToPath(new URL(`../peers/${key}.mjs`, import.meta.url));
  return {
    key,
    name,
    stores: ['mongodb'],
    works: WORKS,
    async prepare({ data, count, folder, mongod }) {
      const url = mongod.url(`peers-${data}`);
      await loadOnce(url, data, count);
      return {
        requests: apiRequests(count),
        async start() {
          if (data !== 'large') await trimMongodb(url, count);
          const port = await freePort();
          const env = { NODE_ENV: 'production', PORT: String(port), MONGODB_URL: url };
          return startServer({ args: [script], env, log: join(folder, `${key}.log`), port });
        },
      };
    },
  };
}

export const fastify = onMongodb('fastify', 'Fastify 5 + driver');
export const nodeHttp = onMongodb('node-http', 'node:http + driver');
