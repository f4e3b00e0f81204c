/** The account of a person who logs in with a provider: found by issuer and subject, made at the first login. */
import { PermissionDenied } from '../errors/index.js';
import { isDuplicateKey } from '../store/errors.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { normalizeUserName } from '../store/user-name.js';
import { makeUnusableHash } from './passwords.js';
import type { Claims } from './single-sign-on.js';

/** As the user's record has it. URLs contain no space, so no two pairs have the same text. */
export const accountKey = (issuer: string, subject: string): string => `${new URL(issuer).href} ${subject}`;

/** @throws PermissionDenied when there is no account and none can be made */
export async function obtainAccount(
  { users, insertNext }: Pick<Store, 'users' | 'insertNext'>,
  claims: Claims,
): Promise<UserRecord> {
  const oidc = accountKey(claims.iss, claims.sub);
  const known = await users.findOne({ oidc });
  if (known) return known;
  const username = nameOf(claims);
  if (username === undefined) throw new PermissionDenied({ detail: 'The provider sent no valid user name.' });
  const user = { username, password: makeUnusableHash(), active: true, logins: 1, oidc };
  await insertNext(users, user).catch((error) => {
    if (!isDuplicateKey(error)) throw error;
  });
  // Of two first logins at once one made it. A name that somebody else has is never taken over.
  const made = await users.findOne({ oidc });
  if (made) return made;
  const subject = `'${claims.sub.replaceAll("'", "'\\''")}'`;
  throw new PermissionDenied({
    detail:
      `The name ${username} belongs to another account of this service. If it is yours, ask your administrator to ` +
      `run: snippet-store users link ${username} --subject ${subject}`,
  });
}

/** The preferred user name, or the part of the e-mail address before the @, whichever is valid first. */
function nameOf({ preferred_username: preferred, email }: Claims): string | undefined {
  const names = [preferred, typeof email === 'string' ? email.split('@')[0] : undefined];
  return names.map((name) => (typeof name === 'string' ? normalizeUserName(name) : undefined)).find(Boolean);
}
