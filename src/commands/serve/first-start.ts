/** What the first start over an empty embedded store does, and what a start over ownerless snippets says. */

import type { Settings } from '../../config/index.js';
import type { Log } from '../../observability/log.js';
import { issueToken } from '../../pipeline/authentication/token.js';
import type { RunningServer } from '../../server/start-server.js';
import type { UserRecord } from '../../store/records.js';
import type { Store } from '../../store/store.js';
import { addUser } from '../users/add-user.js';
import { makePassword } from '../users/obtain-password.js';

/**
 * Makes the user `demo` when there is no user at all. Of processes that start at once one makes it, since the user
 * name is unique, and only that one prints the password.
 *
 * @returns the lines to print, with a command that creates a snippet when pasted; none when there is nothing to do
 */
export async function welcome(settings: Settings, service: RunningServer): Promise<readonly string[]> {
  const { store } = service;
  if (store.kind !== 'embedded' || (await store.users.findOne({ _id: { $gt: 0 } }))) return [];
  const password = makePassword();
  const user = await addUser(store, 'demo', password);
  if (!user) return [];
  const credentials = await curlCredentials(settings, service, user, password);
  return [
    `First start: made the user demo with the password ${password} (shown only now).`,
    'Store a snippet:',
    `  curl ${credentials}-H 'Content-Type: application/json' -d '{"code": "print(42)"}' '${pasteable(service.url)}/snippets/'`,
  ];
}

/** For the first scheme that curl can speak. */
async function curlCredentials(
  settings: Settings,
  service: RunningServer,
  user: UserRecord,
  password: string,
): Promise<string> {
  const scheme = settings.ownership
    ? settings.authSchemes.find((name) => ['basic', 'token'].includes(name))
    : undefined;
  if (scheme === 'basic') return `-u 'demo:${password}' `;
  if (scheme !== 'token') return '';
  const key = await issueToken(service.store, service.secretKey, user);
  return `-H 'Authorization: Token ${key}' `;
}

/** A server on all addresses is asked on the loopback one. */
function pasteable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** Nobody may change a snippet without an owner: the log names the command that gives it one. */
export async function warnOfOwnerless(settings: Settings, store: Store, log: Log): Promise<void> {
  if (!settings.ownership || !(await store.snippets.findOne({ ownerId: null }))) return;
  log.warn('some snippets have no owner; this gives them one: snippet-store snippets assign --owner NAME');
}
