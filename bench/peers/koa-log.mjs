// Koa with what every answer of the service has besides: its headers, an id, and one line of log.
import { randomUUID } from 'node:crypto';
import Koa from 'koa';
import pino from 'pino';
import { serveAnswers } from './koa-answers.mjs';

const log = pino(pino.destination({ fd: 1, sync: false, minLength: 4096 }));
const app = new Koa();
app.use((ctx, next) => {
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
  if (method === 'POST') ctx.set('Allow', 'GET, POST, HEAD, OPTIONS');
  return next();
});
serveAnswers(app);
