// Fastify with the MongoDB driver, filled through its API.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from '../server-process.mjs';
import { fill } from '../service.mjs';
import { apiRequests } from '../works.mjs';

const SCRIPT = fileURLToPath(new URL('fastify.mjs', import.meta.url));

/** @param {{ folder: string, count: number, mongodbUrl: string }} place */
export async function startFastify({ folder, count, mongodbUrl }) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const env = { NODE_ENV: 'production', PORT: String(port), MONGODB_URL: mongodbUrl };
  const running = await startServer({ args: [SCRIPT], env, log: join(folder, 'log'), port });
  await fill(`${running.address}/snippets/`, count);
  const { denial: _, page: __, 'page-list': ___, 'create-basic': ____, ...requests } = apiRequests(count);
  return { running, requests };
}
