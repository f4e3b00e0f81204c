/** Runs the service until a signal stops it, and tells a person where it is, and how to use it for the first time. */
import { stat } from 'node:fs/promises';
import { issueToken } from '../authentication/token.js';
import type { Settings } from '../config/index.js';
import { command } from '../errors/operator-error.js';
import { isLoopback } from '../http/sender.js';
import { createLog, type Log, terminal } from '../observability/log.js';
import { makeIsOwnHost } from '../pipeline/check-host.js';
import { storeRefusal } from '../server/obtain-store.js';
import { type OpenServer, openServer } from '../server/open-server.js';
import type { UserRecord } from '../store/index.js';
import { makePassword } from './passwords.js';
import { addUser } from './user-records.js';

/** @throws OperatorError when the start fails, or the store does not accept the service any more */
export async function runService(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel, await terminal());
  const server = await openServer(settings, log);
  try {
    const credentials = await makeFirstUser(settings, server);
    const url = await server.listen();
    const asked = untilAsked(log);
    print(greeting(settings, url, credentials));
    log.info({ url }, 'listening');
    await warn(settings, server, log);
    const refused = storeRefusal(server.store, server.secretKey);
    const reason = await Promise.race([asked, refused]);
    if (reason instanceof Error) {
      log.fatal(
        { reason: reason.message },
        'the store refuses this process: another key or another release has it',
      );
      throw reason;
    }
    log.info({ reason }, 'stopping after the requests in flight');
  } finally {
    await server.stop();
    log.info('stopped');
  }
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

const print = (lines: readonly string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

/**
 * For a person, and for scripts that wait for the line with the address.
 *
 * @param credentials options of curl, of a user who was just made
 */
function greeting({ mongodbUrl, dataDir }: Settings, url: string, credentials?: string): readonly string[] {
  const place = mongodbUrl === undefined ? `${dataDir} (DATA_DIR)` : 'MongoDB (MONGODB_URL)';
  const lines = [
    `snippet-store listening on ${url}`,
    `The data is in ${place}. PORT sets another port; ${command} serve --help lists all settings.`,
  ];
  if (credentials === undefined) return lines;
  // A server on all addresses is asked on the loopback one.
  const own = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return [
    ...lines,
    'Store a snippet:',
    `  curl ${credentials}-H 'Content-Type: application/json' -d '{"code": "print(42)"}' '${own}/snippets/'`,
  ];
}

/**
 * Makes the user `demo` on the first start of an embedded store, and prints the password. Of processes that start at
 * once one does so, since the user name is unique.
 *
 * @returns options of curl, for its requests; undefined when there is nothing to do
 */
async function makeFirstUser(settings: Settings, server: OpenServer): Promise<string | undefined> {
  const { store } = server;
  if (!settings.passwordLogin || store.kind !== 'embedded') return undefined;
  if (await store.users.findOne({ _id: { $gt: 0 } })) return undefined;
  const password = makePassword();
  const user = await addUser(store, 'demo', password);
  if (!user) return undefined;
  print([`First start: made the user demo with the password ${password} (shown only now).`]);
  return curlCredentials(settings, server, user, password);
}

/** For the first scheme that curl can speak. */
async function curlCredentials(
  { ownership, authSchemes }: Settings,
  { store, secretKey }: OpenServer,
  user: Pick<UserRecord, '_id' | 'logins' | 'username'>,
  password: string,
): Promise<string> {
  const scheme = ownership ? authSchemes.find((name) => ['basic', 'token'].includes(name)) : undefined;
  if (scheme === 'basic') return `-u 'demo:${password}' `;
  return scheme === 'token' ? `-H 'Authorization: Token ${await issueToken(store, secretKey, user)}' ` : '';
}

/** Logged once at the start: what is refused later is refused to people who cannot change the settings. */
async function warn(settings: Settings, { store }: OpenServer, log: Log): Promise<void> {
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
    (found) => found && log.warn(`some snippets have no owner: ${command} snippets assign --owner NAME`),
    (error: unknown) => log.debug({ err: error }, 'snippets without an owner were not counted'),
  );
}
