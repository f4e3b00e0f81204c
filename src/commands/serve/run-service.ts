/** Runs the service until a signal stops it. */
import { stat } from 'node:fs/promises';
import type { Settings } from '../../config/index.js';
import { createLog, type Log, terminal } from '../../observability/log.js';
import { makeIsOwnHost } from '../../pipeline/check-host.js';
import { isLoopback } from '../../pipeline/sender.js';
import { type RunningServer, startServer } from '../../server/start-server.js';
import { storeRefusal } from '../../server/store-refusal.js';
import { warnOfOwnerless, welcome } from './first-start.js';

/** @throws OperatorError when the start fails, or the store does not accept the service any more */
export async function runService(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel, await terminal());
  const server = await startServer(settings, log);
  const asked = untilAsked(log);
  process.stdout.write(await greeting(settings, server));
  log.info({ url: server.url }, 'listening');
  await warn(settings, server, log);
  const refused = storeRefusal(server.store, server.secretKey).catch((error: Error) => error);
  const reason = await Promise.race([asked, refused]);
  log.info({ reason: String(reason) }, 'stopping after the requests in flight');
  await server.stop();
  log.info('stopped');
  if (reason instanceof Error) throw reason;
}

/** @returns the first signal; at the second, the process exits with 1 */
function untilAsked(log: Log): Promise<string> {
  let isAsked = false;
  return new Promise((resolve) => {
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (isAsked) {
          log.fatal({ reason: `${signal} again` }, 'stopped at once: requests in flight are cut off');
          process.exit(1);
        }
        isAsked = true;
        resolve(signal);
      });
  });
}

/** The first lines of a start are for a person, and for scripts that wait for the first one. */
async function greeting(settings: Settings, server: RunningServer): Promise<string> {
  const { mongodbUrl, dataDir } = settings;
  const place = mongodbUrl === undefined ? `${dataDir} (DATA_DIR)` : 'MongoDB (MONGODB_URL)';
  const lines = [
    `snippet-store listening on ${server.url}`,
    `The data is in ${place}. PORT sets another port; snippet-store serve --help lists all settings.`,
    ...(await welcome(settings, server)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Logged once at the start: what is refused later is refused to people who cannot change the settings. */
async function warn(settings: Settings, { store }: RunningServer, log: Log): Promise<void> {
  const { host, tlsCert, trustProxy, allowInsecureCredentials, dataDir } = settings;
  if (tlsCert === undefined && trustProxy === 0 && !allowInsecureCredentials && !isLoopback(host))
    log.warn(
      { host },
      'credentials of other machines are refused over plain HTTP: set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy',
    );
  if (makeIsOwnHost(settings) === undefined)
    log.warn({ host }, 'every Host header is accepted: set ALLOWED_HOSTS or BASE_URL');
  // A group may be meant to write: fsGroup of Kubernetes.
  if (store.kind === 'embedded' && ((await stat(dataDir)).mode & 0o002) !== 0)
    log.warn({ dataDir }, 'every user of this machine may write DATA_DIR: chmod 700');
  // Not awaited: MongoDB may not answer yet, and the store logs that itself.
  warnOfOwnerless(settings, store, log).catch((error: unknown) =>
    log.debug({ err: error }, 'snippets without an owner were not counted'),
  );
}
