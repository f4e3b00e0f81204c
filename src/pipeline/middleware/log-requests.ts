/** Writes one log line per request, once it is answered or its connection is lost; no credentials, bodies or query. */
import type { Log } from '../../observability/log.js';
import type { Metrics } from '../../observability/metrics.js';
import type { IdentifiedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export function logRequests(log: Log, metrics: Metrics): Stage<IdentifiedRequest> {
  // All members of the line are named here and none is a secret, so redaction would search in vain.
  const lines = log.child({}, { redact: [] });
  return function logRequests(request, next) {
    const { ctx, id } = request;
    const started = performance.now();
    ctx.res.once('close', () => {
      const ms = performance.now() - started;
      const { method, path } = ctx;
      // Koa's status begins as 404, so it says nothing before the head is sent.
      const status = ctx.res.headersSent ? ctx.status : null;
      const operation = request.operation?.id ?? 'none';
      metrics.requests.observe({ method, operation, status: status ?? 'none' }, ms / 1000);
      const line = {
        request: id,
        method,
        path,
        operation,
        status,
        ms: Math.round(ms * 1e3) / 1e3,
        user: request.user?.username ?? null,
        ip: ctx.ip,
      };
      if (ctx.res.writableFinished) lines.info(line, 'answered');
      else lines.warn(line, 'cut off');
    });
    return next(request);
  };
}
