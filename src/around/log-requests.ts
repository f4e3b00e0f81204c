/** One log line a request, once it is answered or given up; no credentials, no bodies, no query. */
import type { Middleware } from 'koa';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';

export function logRequests(log: Log, metrics: Metrics): Middleware {
  return function logRequests(http, next) {
    const started = process.hrtime.bigint();
    http.res.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const { method, path, status } = http;
      const operation = http.state.api?.operation?.id ?? 'none';
      metrics.requests.observe({ method, operation, status }, seconds);
      const line = {
        request: http.state.id,
        method,
        path,
        operation,
        status,
        ms: Math.round(seconds * 1e6) / 1e3,
        user: http.state.api?.user?.username ?? null,
        ip: http.ip,
      };
      if (http.res.writableFinished) log.info(line, 'answered');
      else log.warn(line, 'cut off');
    });
    return next();
  };
}
