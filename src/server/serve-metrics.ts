/** Serves the metrics on a port of their own (METRICS_PORT), away from the clients of the service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Settings } from '../config/index.js';
import { makeIsOwnHost } from '../pipeline/check-host.js';
import { listen } from './listen.js';

/** More than scrapers need, and within the files that the service keeps free of connections. */
const MOST_CONNECTIONS = 50;

/** @returns a function that closes it; undefined when the deployment has no such port */
export async function serveMetrics(
  { metricsPort: port, metricsHost: host }: Pick<Settings, 'metricsPort' | 'metricsHost'>,
  registry: Registry,
): Promise<(() => Promise<void>) | undefined> {
  if (port === undefined) return undefined;
  collectDefaultMetrics({ register: registry });
  const isOwnHost = makeIsOwnHost({ host, allowedHosts: [], baseUrl: undefined });

  async function answer({ headers, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    // A browser on this machine may be led here by a name of somebody else (DNS rebinding).
    if (headers.host && isOwnHost?.(headers.host) === false) return void response.writeHead(403).end();
    if (url !== '/metrics') return void response.writeHead(404).end();
    const metrics = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
    response.end(metrics);
  }

  const server = createServer((request, response) => {
    // Metrics that cannot be read end their scrape, and not the process.
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  // A client that sends many requests at once and reads no answer gets one.
  server.maxRequestsPerSocket = 1;
  await listen(server, { host, port });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
