/** Serves the metrics on the port of the service: to this machine, or to who has METRICS_TOKEN. */

import type { Middleware } from 'koa';
import type { Settings } from '../../config/index.js';
import { ApiError, NotFound, PermissionDenied } from '../../errors/index.js';
import type { Metrics } from '../../observability/metrics.js';
import { NOT_KEPT } from '../cache-control.js';
import { isDirectLoopback } from '../loopback.js';
import { makeHasMetricsToken } from './metrics-token.js';

/** Always 401: no scheme of AUTH_SCHEMES counts here. */
class MetricsTokenRequired extends ApiError {
  static override readonly status: number = 401;
  static override readonly defaultDetail: string = 'The metrics need the token of METRICS_TOKEN.';
}

/** @throws PermissionDenied for other machines; NotFound when the metrics have a port of their own */
export function serveMetrics(
  { metricsToken, metricsPort }: Pick<Settings, 'metricsToken' | 'metricsPort'>,
  metrics: Metrics,
): Middleware {
  const hasToken = makeHasMetricsToken(metricsToken);
  return async (ctx) => {
    if (metricsPort !== undefined) throw new NotFound();
    if (!hasToken(ctx.headers))
      throw new MetricsTokenRequired({ headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' } });
    if (metricsToken === undefined && !isDirectLoopback(ctx))
      throw new PermissionDenied({
        detail: 'The metrics are for this machine: set METRICS_TOKEN or METRICS_PORT.',
      });
    ctx.set({ 'Content-Type': metrics.registry.contentType, 'Cache-Control': NOT_KEPT });
    ctx.body = await metrics.read();
  };
}
