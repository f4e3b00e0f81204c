/** Runs WORKERS processes that share the port. */
import { createServer } from 'node:net';
import type { Settings } from '../config/index.js';
import { ClusterMetrics } from '../observability/cluster-metrics.js';
import type { Log } from '../observability/log.js';
import { makeMetrics } from '../observability/metrics.js';
import { listen, listenUrl } from './listen.js';
import { listenForMetrics } from './metrics-listener.js';
import { obtainStoreAndKey } from './obtain-store.js';
import type { ListeningService } from './start-server.js';
import { storeRefusal } from './store-refusal.js';
import { loadCertificate } from './tls.js';
import { type Stopping, untilStopped } from './until-stopped.js';
import { WorkerSupervisor } from './worker-supervisor.js';

/** @param onListening called once, when every worker listens */
export async function superviseWorkers(
  settings: Settings,
  log: Log,
  onListening: (service: ListeningService, stopping: Stopping) => Promise<void>,
): Promise<void> {
  // A certificate that cannot be used is reported once, not by every worker.
  await loadCertificate(settings);
  // Secret and indexes are made here, before the workers look for them.
  const { store, secretKey } = await obtainStoreAndKey(settings, log);
  const metrics = makeMetrics();
  let closeMetrics: (() => Promise<void>) | undefined;
  try {
    const port = await findPort(settings);
    const url = listenUrl(settings, port);
    const supervisor = new WorkerSupervisor(
      { HOST: settings.host, HOST_FILE: '', PORT: String(port), PORT_FILE: '' },
      settings.workers,
      log,
      new ClusterMetrics(metrics),
    );
    closeMetrics = await listenForMetrics(settings, metrics);
    // First, so that a signal during the start stops the workers that have been started.
    const stopping = untilStopped(log, () => supervisor.stop(), { failure: storeRefusal(store, secretKey) });
    // Awaited below.
    stopping.stopped.catch(() => undefined);
    if (await supervisor.start()) await onListening({ store, secretKey, url }, stopping);
    await stopping.stopped;
  } finally {
    await closeMetrics?.();
    await store.close();
  }
}

/** Chosen once: with PORT=0 a worker's replacement must find the same port. A port in use is reported here. */
async function findPort(settings: Settings): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe, settings, settings.port);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
