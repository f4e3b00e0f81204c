/** One listening process: the store, the highlighter and the application behind an HTTP server. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type Api, createApp } from '../app.js';
import type { Settings } from '../config/index.js';
import { createHighlighter } from '../highlighting/highlighter.js';
import type { Log } from '../observability/log.js';
import { makeMetrics, measureStore } from '../observability/metrics.js';
import { makeReadiness } from '../observability/readiness.js';
import { makeIsOwnHost } from '../pipeline/middleware/check-host.js';
import { isLoopback } from '../pipeline/request/sender.js';
import type { Store } from '../store/index.js';
import { checkHeads } from './check-head.js';
import { answerClientErrors } from './client-error.js';
import { trackConnections } from './connections.js';
import { warnOfOpenFolder } from './data-folder.js';
import { prepareStop } from './graceful-stop.js';
import { limitBuffered } from './limit-buffered.js';
import { limitConnections } from './limit-connections.js';
import { listen, listenUrl } from './listen.js';
import { obtainStoreAndKey } from './obtain-store.js';
import { serveMetrics } from './serve-metrics.js';
import { type Certificate, loadCertificate } from './tls.js';

const READINESS_EVERY_MS = 5_000;
/** Milliseconds. A connection on which nothing moves for `idle` is dropped, so that it does not hold memory. */
const LIMITS = { headers: 20_000, request: 120_000, idle: 60_000, keepAlive: 65_000 };

export interface RunningServer {
  /** What clients on this machine reach it by, without a trailing slash. */
  readonly url: string;
  readonly store: Store;
  readonly secretKey: string;
  /** Answers the requests in flight, then closes everything. */
  stop(): Promise<void>;
}

/**
 * @throws OperatorError when the data folder or the port cannot be had
 * @throws SettingsError when the certificate cannot be used
 */
export async function startServer(settings: Settings, log: Log, api?: Api): Promise<RunningServer> {
  const certificate = await loadCertificate(settings);
  const { store, secretKey } = await obtainStoreAndKey(settings, log, api?.definitions);
  const metrics = makeMetrics();
  const highlighter = createHighlighter({
    timeoutMs: settings.highlightTimeoutMs,
    onPlain(reason, language, cause) {
      metrics.plain.inc({ reason });
      log.warn({ reason, language, err: cause }, 'a snippet is stored without highlighting');
    },
  });
  metrics.queues.set('highlighting', () => highlighter.waiting);
  const readiness = makeReadiness(
    {
      ...store.checks,
      highlighter: {
        problem: 'The queue of the highlighter is full.',
        run() {
          if (!highlighter.isAccepting) throw new Error(`${highlighter.waiting} snippets wait`);
        },
      },
    },
    log,
  );
  if (store.kind === 'embedded') await warnOfOpenFolder(settings.dataDir, log);
  measureStore(metrics, { readiness, connections: store.connections });
  // Asked also when nobody probes, so that the log tells when the database is away and when it is back.
  const asking = setInterval(() => void readiness.find(), READINESS_EVERY_MS).unref();
  const closeParts = async () => {
    clearInterval(asking);
    await highlighter.close();
    await store.close();
  };
  try {
    const services = { store, highlighter, log, metrics, readiness, secretKey };
    const app = await createApp(settings, services, api);
    const server = makeServer(certificate);
    server.timeout = LIMITS.idle;
    const connections = trackConnections(server);
    const { admit, stop: closeServer } = prepareStop(server, connections);
    server.on('request', admit(connections.inOrder(checkHeads(app.callback(), settings))));
    answerClientErrors(server);
    limitBuffered(server, connections, log);
    limitConnections(server, log);
    const closeMetrics = await serveMetrics(settings, metrics.registry);
    const { port } = await listen(server, settings, settings.port);
    const url = listenUrl(settings, port);
    log.info({ url }, 'listening');
    warnOfPlainHttp(settings, log);
    warnOfAnyHost(settings, log);
    return {
      url,
      store,
      secretKey,
      async stop() {
        await closeServer();
        await closeMetrics?.();
        await closeParts();
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

function makeServer(certificate: Certificate | undefined): Server {
  const options = {
    headersTimeout: LIMITS.headers,
    requestTimeout: LIMITS.request,
    keepAliveTimeout: LIMITS.keepAlive,
    connectionsCheckingInterval: 5_000,
    requireHostHeader: false,
  };
  if (!certificate) return createServer(options);
  return createTlsServer({ ...options, ...certificate, handshakeTimeout: LIMITS.headers });
}

/** Logged once at the start: the refusals come later, and to people who cannot change the settings. */
function warnOfPlainHttp(settings: Settings, log: Log): void {
  const { host, tlsCert, trustProxy, allowInsecureCredentials } = settings;
  if (tlsCert !== undefined || trustProxy > 0 || allowInsecureCredentials || isLoopback(host)) return;
  log.warn(
    { host },
    'credentials of other machines are refused over plain HTTP: set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy',
  );
}

function warnOfAnyHost(settings: Settings, log: Log): void {
  if (makeIsOwnHost(settings) !== undefined) return;
  log.warn({ host: settings.host }, 'every Host header is accepted: set ALLOWED_HOSTS or BASE_URL');
}
