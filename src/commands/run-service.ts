/** Runs the service until a signal stops it, and tells a person where it is, and how to use it for the first time. */
import { stat } from 'node:fs/promises';
import type { Settings } from '../config/index.js';
import { createLog, type Log, terminal } from '../observability/log.js';
import { issueToken } from '../pipeline/authentication/token.js';
import { makeIsOwnHost } from '../pipeline/check-host.js';
import { isLoopback } from '../pipeline/sender.js';
import { storeRefusal } from '../server/obtain-store.js';
import { type RunningServer, startServer } from '../server/start-server.js';
import type { UserRecord } from '../store/index.js';
import { makePassword } from './passwords.js';
import { addUser } from './user-records.js';

/** @throws OperatorError when the start fails, or the store does not accept the service any more */
export async function runService(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel, await terminal());
  const server = await startServer(settings, log);
  const asked = untilAsked(log);
  process.stdout.write(await greeting(settings, server));
  log.info({ url: server.url }, 'listening');
  await warn(settings, server, log);
  const refused = storeRefusal(server.store, server.secretKey);
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

/**
 * Makes the user `demo` on the first start of an embedded store. Of processes that start at once one makes it, since
 * the user name is unique, and only that one prints the password.
 *
 * @returns the lines to print, with a command that creates a snippet when pasted; none when there is nothing to do
 */
async function welcome(settings: Settings, service: RunningServer): Promise<readonly string[]> {
  const { store } = service;
  if (store.kind !== 'embedded' || (await store.users.findOne({ _id: { $gt: 0 } }))) return [];
  const password = makePassword();
  const user = await addUser(store, 'demo', password);
  if (!user) return [];
  const credentials = await curlCredentials(settings, service, user, password);
  // A server on all addresses is asked on the loopback one.
  const url = service.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return [
    `First start: made the user demo with the password ${password} (shown only now).`,
    'Store a snippet:',
    `  curl ${credentials}-H 'Content-Type: application/json' -d '{"code": "print(42)"}' '${url}/snippets/'`,
  ];
}

/** For the first scheme that curl can speak. */
async function curlCredentials(
  { ownership, authSchemes }: Settings,
  { store, secretKey }: RunningServer,
  user: Pick<UserRecord, '_id' | 'logins' | 'username'>,
  password: string,
): Promise<string> {
  const scheme = ownership ? authSchemes.find((name) => ['basic', 'token'].includes(name)) : undefined;
  if (scheme === 'basic') return `-u 'demo:${password}' `;
  return scheme === 'token' ? `-H 'Authorization: Token ${await issueToken(store, secretKey, user)}' ` : '';
}

/** Logged once at the start: what is refused later is refused to people who cannot change the settings. */
async function warn(settings: Settings, { store }: RunningServer, log: Log): Promise<void> {
  const { host, tlsCert, trustProxy, allowInsecureCredentials, dataDir, ownership } = settings;
  if (tlsCert === undefined && trustProxy === 0 && !allowInsecureCredentials && !isLoopback(host))
    log.warn(
      { host },
      'credentials of others are refused over plain HTTP: set TLS_CERT and TLS_KEY, or TRUST_PROXY behind a proxy',
    );
  if (makeIsOwnHost(settings) === undefined)
    log.warn({ host }, 'every Host header is accepted: set ALLOWED_HOSTS or BASE_URL');
  // A group may be meant to write: fsGroup of Kubernetes.
  if (store.kind === 'embedded' && ((await stat(dataDir)).mode & 0o002) !== 0)
    log.warn({ dataDir }, 'every user of this machine may write DATA_DIR: chmod 700');
  if (!ownership) return;
  // Nobody may change them. Not awaited: MongoDB may not answer yet, and the store logs that itself.
  store.snippets.findOne({ ownerId: null }).then(
    (found) => found && log.warn('some snippets have no owner: snippet-store snippets assign --owner NAME'),
    (error: unknown) => log.debug({ err: error }, 'snippets without an owner were not counted'),
  );
}
