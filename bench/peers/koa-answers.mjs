// The two answers of the peers on Koa, from memory. Environment: PORT.

/** @param {import('koa')} app with the middleware that comes before */
export function serveAnswers(app) {
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
}
