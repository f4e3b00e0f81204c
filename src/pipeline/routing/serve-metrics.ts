/** Serves the metrics on the port of the service: to this machine, or to who has METRICS_TOKEN. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../config/index.js';
import { ApiError, NotFound, PermissionDenied } from '../../errors/index.js';
import type { Metrics } from '../../observability/metrics.js';
import { NOT_KEPT } from '../conditional-requests/cache-control.js';
import { isAskedByOwnName, isDirectLoopback } from '../request/sender.js';
import type { StaticRoute } from './static-routes.js';

/** Always 401: no scheme of AUTH_SCHEMES counts here. */
class MetricsTokenRequired extends ApiError {
  static override readonly status: number = 401;
  static override readonly defaultDetail: string = 'The metrics need the token of METRICS_TOKEN.';
}

/** The route throws PermissionDenied for other machines, and NotFound when the metrics have a port of their own. */
export function metricsRoute(
  { metricsToken, metricsPort }: Pick<Settings, 'metricsToken' | 'metricsPort'>,
  metrics: Metrics,
): StaticRoute {
  const hasToken = makeHasMetricsToken(metricsToken);
  return {
    name: 'metrics',
    path: '/metrics',
    async answer(ctx) {
      if (metricsPort !== undefined) throw new NotFound();
      if (!hasToken(ctx.headers))
        throw new MetricsTokenRequired({ headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' } });
      if (metricsToken === undefined && !(isDirectLoopback(ctx) && isAskedByOwnName(ctx)))
        throw new PermissionDenied({
          detail: 'The metrics are for this machine: set METRICS_TOKEN or METRICS_PORT.',
        });
      const headers = { 'Content-Type': metrics.registry.contentType, 'Cache-Control': NOT_KEPT };
      return { status: 200, headers, body: await metrics.read() };
    },
  };
}

/** @returns a check of `Authorization: Bearer`; without a token everybody passes */
export function makeHasMetricsToken(
  token: string | undefined,
): (headers: Pick<IncomingHttpHeaders, 'authorization'>) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return ({ authorization = '' }) => {
    const given = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
