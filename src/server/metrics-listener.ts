/**
 * Serves the metrics on a port of their own (METRICS_PORT), away from the clients of the service. On another address
 * than loopback the network decides who may read them, by whatever name; METRICS_TOKEN decides everywhere.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Settings } from '../config/index.js';
import type { Metrics } from '../observability/metrics.js';
import { isAskedByOwnName, isLoopback } from '../pipeline/request/sender.js';
import { makeHasMetricsToken } from '../pipeline/routing/serve-metrics.js';
import { trackConnections } from './connections.js';
import { listen } from './listen.js';

/** More than scrapers need, and within the files that the service keeps free of connections. */
const MOST_CONNECTIONS = 50;

/** @returns a function that closes it; undefined when the deployment has no such port */
export async function listenForMetrics(
  { metricsPort, metricsToken, host }: Pick<Settings, 'metricsPort' | 'metricsToken' | 'host'>,
  metrics: Metrics,
): Promise<(() => Promise<void>) | undefined> {
  if (metricsPort === undefined) return undefined;
  const hasToken = makeHasMetricsToken(metricsToken);
  // A browser on this machine may be led here by a name of somebody else (DNS rebinding).
  const isOwn = (sent = '') =>
    metricsToken !== undefined ||
    !isLoopback(host) ||
    isAskedByOwnName({ hostname: sent.replace(/:\d*$/, '') });
  function statusFor({ headers, url }: IncomingMessage): number {
    if (!isOwn(headers.host)) return 403;
    if (url !== '/metrics') return 404;
    return hasToken(headers) ? 200 : 401;
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = statusFor(request);
    const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="metrics"' } : {};
    const type = status === 200 ? metrics.registry.contentType : 'text/plain; charset=utf-8';
    response.writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...challenge,
    });
    response.end(status === 200 ? await metrics.read() : '');
  }
  const server = createServer();
  const { inOrder } = trackConnections(server);
  server.on(
    'request',
    // Requests that a client sends at once would all be answered before it has read the first answer.
    inOrder((request, response) => {
      // Metrics that cannot be read end their scrape, and not the process.
      answer(request, response).catch(() => response.destroy());
    }),
  );
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, { host, tlsCert: undefined }, metricsPort);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
