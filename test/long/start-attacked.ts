/** A service in a process of its own that tests attack, on either store. */
import { basicHeader } from '../helpers/app.js';
import {
  runHere,
  SECRET_KEY,
  type Service,
  type Settings,
  serve,
  temporaryFolder,
} from '../helpers/service.js';
import { databaseOf, type StoreKind } from '../helpers/stores.js';

export const PASSWORD = 'correct horse battery staple';

/** @param users exist, with `PASSWORD` */
export async function startAttacked(
  kind: StoreKind,
  users: readonly string[],
  env: Settings,
): Promise<Service> {
  const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(kind)];
  const usual = { DATA_DIR, SECRET_KEY, THROTTLE_RATES: 'none', LOG_LEVEL: 'error' };
  const settings = { ...usual, ...(url && { MONGODB_URL: url }) };
  for (const name of users) await runHere(['users', 'create', name, '--password-stdin'], settings, PASSWORD);
  return serve({ ...settings, ...env });
}

/** `Authorization` of a user. */
export const authorizationOf = (username: string) => basicHeader({ username, password: PASSWORD });

/** The bytes of a request with a body of this length, or of the length that its headers say. */
export const requestOf = (method: string, path: string, headers: object = {}, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ Host: '127.0.0.1', 'Content-Length': body.length, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `\r\n${body}`,
  ].join('\r\n');
