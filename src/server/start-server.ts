/** One listening process: the store, the highlighter and the application behind an HTTP server. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { type Api, createApp } from '../app.js';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';
import { createHighlighter } from '../highlighting/highlighter.js';
import type { Log } from '../observability/log.js';
import { makeMetrics } from '../observability/metrics.js';
import { type Store, StoreTooNew } from '../store/index.js';
import { answerClientErrors, refuseMalformed } from './client-error.js';
import { prepareStop } from './graceful-stop.js';
import { limitBuffered } from './limit-buffered.js';
import { obtainStore } from './obtain-store.js';
import { obtainSecretKey } from './secret-key.js';
import { type Certificate, loadCertificate } from './tls.js';

/** Milliseconds. A connection on which nothing moves for `idle` is dropped, so that it does not hold memory. */
const LIMITS = { headers: 20_000, request: 120_000, idle: 60_000, keepAlive: 65_000 };

/** A service that accepts requests, in this process or in its workers. */
export interface ListeningService {
  /** What clients on this machine reach it by, without a trailing slash. */
  readonly url: string;
  readonly store: Store;
  readonly secretKey: string;
}

export interface RunningServer extends ListeningService {
  /** Answers the requests in flight, then closes everything. */
  stop(): Promise<void>;
}

/**
 * @throws OperatorError when the data folder or the port cannot be had
 * @throws SettingsError when the certificate cannot be used
 */
export async function startServer(settings: Settings, log: Log, api?: Api): Promise<RunningServer> {
  const certificate = await loadCertificate(settings);
  const secretKey = await obtainSecretKey(settings);
  const store = await obtainStore(settings, log, api?.definitions);
  // MongoDB may answer only later, and then hold what a newer release wrote: no request could ever be served.
  store.ready.catch((error: unknown) => {
    if (!(error instanceof StoreTooNew)) return;
    log.fatal({ err: error }, 'the store is of a newer release');
    process.exit(1);
  });
  const metrics = makeMetrics();
  const highlighter = createHighlighter({
    timeoutMs: settings.highlightTimeoutMs,
    onPlain(reason, language, cause) {
      metrics.plain.inc({ reason });
      log.warn({ reason, language, err: cause }, 'a snippet is stored without highlighting');
    },
  });
  const closeParts = async () => {
    await highlighter.close();
    await store.close();
  };
  try {
    const app = await createApp(settings, { store, highlighter, log, metrics, secretKey }, api);
    const server = makeServer(certificate);
    server.timeout = LIMITS.idle;
    const { admit, stop: closeServer } = prepareStop(server);
    server.on('request', admit(refuseMalformed(app.callback())));
    answerClientErrors(server);
    limitBuffered(server, log);
    const { port } = await listen(server, settings, settings.port);
    const url = listenUrl(settings, port);
    log.info({ url }, 'listening');
    warnOfPlainHttp(settings, log);
    return {
      url,
      store,
      secretKey,
      async stop() {
        await closeServer();
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

/** How a deployment is reached, but for the port, which may be chosen at the start. */
type Site = Pick<Settings, 'host' | 'tlsCert'>;

/** @throws OperatorError naming the address and what stands in the way */
export function listen(server: NetServer, site: Site, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = LISTEN_FAILURES[error.code ?? ''] ?? error.message;
      reject(new OperatorError(`cannot listen on ${listenUrl(site, port)}: ${reason}`, { cause: error }));
    };
    server.once('error', fail);
    server.listen(port, site.host, () => {
      server.off('error', fail);
      // A server that listens on a port has no other kind of address (a pipe has a string).
      resolve(server.address() as AddressInfo);
    });
  });
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; stop the other program, or set PORT',
  EACCES: 'this user may not use the port; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine does not have the address; set HOST',
  ENOTFOUND: 'the host name is unknown; set HOST',
  EAI_AGAIN: 'the host name cannot be looked up; set HOST',
};

export function listenUrl({ host, tlsCert }: Site, port: number): string {
  const scheme = tlsCert === undefined ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Logged once at the start: the refusals come later, and to people who cannot change the settings. */
function warnOfPlainHttp(settings: Settings, log: Log): void {
  const { host, tlsCert, trustProxy, allowInsecureCredentials } = settings;
  if (tlsCert !== undefined || trustProxy > 0 || allowInsecureCredentials || LOOPBACK.test(host)) return;
  log.warn(
    { host },
    'credentials of other machines are refused over plain HTTP: set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy',
  );
}

const LOOPBACK = /^(localhost|127\..*|::1)$/i;
