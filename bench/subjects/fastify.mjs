// Fastify with the MongoDB driver: as it is, and with the work that the service does for a write.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiRequests } from '../requests.mjs';
import { freePort, startServer } from '../server-process.mjs';
import { trimMongodb } from '../service/load.mjs';
import { loadPeerMongodb } from './load-peer-mongodb.mjs';

const WRITES = ['replace', 'create', 'create-alone'];
const WORKS = [
  ...['read', 'list-1000', 'list-1000-alone', 'not-found', 'read-100kb', 'not-modified', ...WRITES],
  ...['slice', 'search', 'list-100000', 'users'],
];
const SCRIPT = fileURLToPath(new URL('../peers/fastify.mjs', import.meta.url));
const TOKEN = 'Token 0123456789abcdef0123456789abcdef01234567';

export const fastify = subject('fastify', 'Fastify 5 + driver', WORKS);
/** A look-up of the token and the user, the same terms in the same index. */
export const fastifySame = subject('fastify-same', 'Fastify 5 + driver, same work', WRITES, TOKEN);

function subject(key, name, works, token) {
  return {
    key,
    name,
    stores: ['mongodb'],
    works,
    async prepare({ data, count, folder, mongod }) {
      const url = mongod.url(`${key}-${data}`);
      await loadPeerMongodb(url, data, count, token);
      return {
        requests: apiRequests(count, { token }),
        async start() {
          if (data !== 'large') await trimMongodb(url, count);
          const port = await freePort();
          const env = {
            NODE_ENV: 'production',
            PORT: String(port),
            MONGODB_URL: url,
            ...(token && { SAME_WORK: '1' }),
          };
          return startServer({ args: [SCRIPT], env, log: join(folder, `${key}.log`), port });
        },
      };
    },
  };
}
