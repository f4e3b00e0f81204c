// Koa alone, without a database, a router or a log: how fast a denial or a 404 can be at all. Environment: PORT.
import Koa from 'koa';

const app = new Koa();
app.use((ctx) => {
  if (ctx.method === 'POST' && !ctx.headers.authorization) {
    ctx.status = 401;
    ctx.set('WWW-Authenticate', 'Token');
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
