/** Runs the service until a signal stops it. */
import type { Settings } from '../../config/index.js';
import { createLog, type Log, terminal } from '../../observability/log.js';
import { type RunningServer, startServer } from '../../server/start-server.js';
import { storeRefusal } from '../../server/store-refusal.js';
import { untilStopped } from '../../server/until-stopped.js';
import { warnOfOwnerless, welcome } from './first-start.js';

/** @throws OperatorError when the start fails */
export async function runService(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel, await terminal());
  const server = await startServer(settings, log);
  const stopping = untilStopped(log, server.stop, storeRefusal(server.store, server.secretKey));
  // Awaited below.
  stopping.stopped.catch(() => undefined);
  try {
    await greet(settings, server, log);
  } catch (error) {
    // A stop closes the store while the first user is being made.
    if (!stopping.hasBegun) throw error;
  }
  await stopping.stopped;
}

/** Prints what the first start made, and the line that says where the service listens. */
async function greet(settings: Settings, service: RunningServer, log: Log): Promise<void> {
  const lines = await welcome(settings, service);
  if (lines) process.stdout.write(`${lines}\n`);
  // Scripts wait for this line.
  process.stdout.write(`snippet-store listening on ${service.url}\n`);
  // Not awaited: MongoDB may not answer yet, and the store logs that itself.
  warnOfOwnerless(settings, service.store, log).catch((error: unknown) =>
    log.debug({ err: error }, 'snippets without an owner were not counted'),
  );
}
