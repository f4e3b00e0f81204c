/** Runs the service until it is told to stop: in this process, or with WORKERS > 1 in several that share the port. */
import cluster from 'node:cluster';
import { announce } from './announce.js';
import type { Settings } from './config.js';
import { warnOfOwnerless, welcome } from './first-start.js';
import { untilStopped } from './graceful-stop.js';
import { createLog } from './log.js';
import { startServer } from './server.js';
import { superviseWorkers } from './workers.js';

/** @throws OperatorError when the start fails */
export async function serve(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  if (cluster.isPrimary && settings.workers > 1) return superviseWorkers(settings, log);

  const server = await startServer(settings, log);
  const stopped = untilStopped(log, server.stop, cluster.isWorker);
  if (cluster.isPrimary) {
    const lines = await welcome(settings, server);
    if (lines) process.stdout.write(`${lines}\n`);
    announce(server.address);
    // Not waited for: MongoDB may not answer yet, and the store says so itself.
    warnOfOwnerless(settings, server.store, log).catch(() => undefined);
  }
  await stopped;
  // The connection to the primary would keep a worker alive.
  if (cluster.isWorker) process.exit(0);
}
