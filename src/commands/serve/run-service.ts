/** Runs the service until a signal stops it: in this process, or with WORKERS > 1 in several that share the port. */
import cluster from 'node:cluster';
import type { Settings } from '../../config/index.js';
import { createLog, type Log } from '../../observability/log.js';
import { noteRun, reportKilledRuns } from '../../server/last-run.js';
import { type ListeningService, startServer } from '../../server/start-server.js';
import { storeRefusal } from '../../server/store-refusal.js';
import { type Stopping, untilStopped } from '../../server/until-stopped.js';
import { answerPings } from '../../server/worker-supervisor.js';
import { superviseWorkers } from '../../server/workers.js';
import { warnOfOwnerless, welcome } from './first-start.js';

/** @throws OperatorError when the start fails */
export async function runService(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  let forget = async () => {};
  const announceStart = async (service: ListeningService, stopping: Stopping) => {
    try {
      if (service.store.kind === 'embedded') forget = await noteService(settings, service, log);
      await greet(settings, service, log);
    } catch (error) {
      // A stop closes the store while the first user is being made.
      if (!stopping.hasBegun) throw error;
    }
  };
  if (cluster.isPrimary && settings.workers > 1)
    return superviseWorkers(settings, log, announceStart).finally(() => forget());

  if (cluster.isWorker) answerPings();
  const server = await startServer(settings, log);
  const stopping = untilStopped(
    log,
    server.stop,
    cluster.isWorker ? { worker: true } : { failure: storeRefusal(server.store, server.secretKey) },
  );
  // Awaited below.
  stopping.stopped.catch(() => undefined);
  if (cluster.isPrimary) await announceStart(server, stopping);
  await stopping.stopped.finally(() => forget());
  // The channel to the supervisor would keep a worker alive.
  if (cluster.isWorker) process.exit(0);
}

/** A full disk does not prevent the start. */
async function noteService(
  settings: Settings,
  { url }: ListeningService,
  log: Log,
): Promise<() => Promise<void>> {
  try {
    await reportKilledRuns(settings.dataDir, log);
    return await noteRun(settings.dataDir, { url, workers: settings.workers });
  } catch (error) {
    log.warn({ err: error }, 'the start is not noted in DATA_DIR');
    return async () => {};
  }
}

/** Prints what the first start made, and the line that says where the service listens. */
async function greet(settings: Settings, service: ListeningService, log: Log): Promise<void> {
  const lines = await welcome(settings, service);
  if (lines) process.stdout.write(`${lines}\n`);
  // Scripts wait for this line.
  process.stdout.write(`snippet-store listening on ${service.url}\n`);
  // Not awaited: MongoDB may not answer yet, and the store logs that itself.
  warnOfOwnerless(settings, service.store, log).catch((error: unknown) =>
    log.debug({ err: error }, 'snippets without an owner were not counted'),
  );
}
