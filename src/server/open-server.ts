/** One process: the store, the highlighter and the application behind an HTTP server. */
import { type Api, createApp } from '../app.js';
import type { Settings } from '../config/index.js';
import { createHighlighter } from '../highlighting/highlighter.js';
import type { Log } from '../observability/log.js';
import { makeMetrics, measureReadiness } from '../observability/metrics.js';
import { makeReadiness } from '../observability/readiness.js';
import type { Store } from '../store/index.js';
import { Answers } from './answers.js';
import { checkHeads } from './check-head.js';
import { prepareStop } from './graceful-stop.js';
import { limitConnections, limitPieces, limitUnread } from './limit-clients.js';
import { listen, makeServer } from './listen.js';
import { obtainStoreAndKey } from './obtain-store.js';
import { refuseMalformed } from './refuse.js';
import { serveMetrics } from './serve-metrics.js';

const READINESS_EVERY_MS = 5_000;

export interface OpenServer {
  readonly store: Store;
  readonly secretKey: string;
  /** @returns the URL without a trailing slash @throws OperatorError when the port cannot be had */
  listen(): Promise<string>;
  /** Answers the requests in flight, then closes everything. */
  stop(): Promise<void>;
}

/**
 * @throws OperatorError when the data folder cannot be had
 * @throws SettingsError when the certificate cannot be used
 */
export async function openServer(settings: Settings, log: Log, api?: Api): Promise<OpenServer> {
  const server = await makeServer(settings);
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
  if (store.waiting !== undefined) metrics.queues.set('writes', () => store.waiting ?? 0);
  let isStopping = false;
  const readiness = makeReadiness(
    {
      // A proxy that asks sends its requests to another process before this one refuses connections.
      service: {
        problem: 'The service is stopping.',
        run() {
          if (isStopping) throw new Error('it was asked to stop');
        },
      },
      store: { problem: 'The store does not answer.', run: () => store.ping() },
      highlighter: {
        problem: 'The queue of the highlighter is full.',
        run() {
          if (!highlighter.isAccepting) throw new Error(`${highlighter.waiting} snippets wait`);
        },
      },
    },
    log,
  );
  measureReadiness(metrics, readiness);
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
    const answers = new Answers();
    const closeServer = prepareStop(server, answers);
    refuseMalformed(server, answers);
    limitUnread(server, answers, log);
    limitConnections(server, log);
    limitPieces(server);
    server.on('request', answers.oneAtATime(checkHeads(app.callback(), settings)));
    const closeMetrics = await serveMetrics(settings, metrics.registry);
    return {
      store,
      secretKey,
      listen: () => listen(server, settings),
      async stop() {
        isStopping = true;
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
