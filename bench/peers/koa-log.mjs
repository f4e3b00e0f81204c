// Koa with what every answer of the service has besides: its headers, an id, and one line of log. Environment: PORT.
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import pino from 'pino';

const log = pino(pino.destination({ fd: 1, sync: false, minLength: 4096 }));
const app = new Koa();
app.use((ctx) => {
  const { ip, method, path } = ctx;
  const request = randomUUID();
  const began = performance.now();
  ctx.res.once('close', () => {
    log.info({ request, method, path, status: ctx.status, ms: performance.now() - began, ip }, 'answered');
  });
  ctx.set({
    'X-Request-Id': request,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Vary: 'Accept, Accept-Encoding',
  });
  if (method === 'POST' && !ctx.headers.authorization) {
    ctx.status = 401;
    ctx.set({ 'WWW-Authenticate': 'Token', Allow: 'GET, POST, HEAD, OPTIONS' });
    ctx.body = { detail: 'Authentication credentials were not provided.' };
    return;
  }
  ctx.status = 404;
  ctx.body = { detail: 'Not found.' };
});
const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
