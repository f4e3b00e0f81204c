/** One log line a request, once it is answered or given up; no credentials, no bodies, no query. */
import type { Middleware } from 'koa';
import type { Log } from '../../observability/log.js';
import type { Metrics } from '../../observability/metrics.js';

export function logRequests(log: Log, metrics: Metrics): Middleware {
  // The line's members are all named here and none is a secret: nothing has to be searched for one.
  const lines = log.child({}, { redact: [] });
  return function logRequests(ctx, next) {
    const started = performance.now();
    ctx.res.once('close', () => {
      const ms = performance.now() - started;
      const { method, path } = ctx;
      // Koa's status begins as 404: nothing has been answered before the head is sent.
      const status = ctx.res.headersSent ? ctx.status : null;
      const operation = ctx.state.api?.operation?.id ?? 'none';
      metrics.requests.observe({ method, operation, status: status ?? 'none' }, ms / 1000);
      const line = {
        request: ctx.state.id,
        method,
        path,
        operation,
        status,
        ms: Math.round(ms * 1e3) / 1e3,
        user: ctx.state.api?.user?.username ?? null,
        ip: ctx.ip,
      };
      if (ctx.res.writableFinished) lines.info(line, 'answered');
      else lines.warn(line, 'cut off');
    });
    return next();
  };
}
