/** A scheme of the deployment. What it says of a user is compared with the store before anything believes it. */
import { AuthenticationFailed, UserInactive } from '../errors/index.js';
import type { AuthenticationScheme, Identity } from '../extension.js';
import { isRecord } from '../is-record.js';
import type { FindUser } from './logins.js';

/** @returns the scheme, which authenticates nobody but active users of the store, by their id and their name */
export function checkedScheme(scheme: AuthenticationScheme, findUser: FindUser): AuthenticationScheme {
  const { name, securityScheme } = scheme;
  return {
    name,
    ...(securityScheme && { securityScheme }),
    challenge: () => readChallenge(name, scheme.challenge?.()),
    async authenticate(request) {
      const given: unknown = await scheme.authenticate(request);
      if (given === undefined || given === null) return undefined;
      if (!isIdentity(given))
        throw new TypeError(
          `The authentication scheme ${name} returned neither undefined nor { user: { id, username }, auth }.`,
        );
      const user = await findUser(given.user.id);
      if (!user?.active) throw new UserInactive();
      const { auth = null, scopes, logins = user.logins } = given;
      if (user.username !== given.user.username || user.logins !== logins) throw new AuthenticationFailed();
      return { user: { id: user._id, username: user.username }, auth, scopes, logins };
    },
  };
}

/** The modules of a deployment may be plain JavaScript, so their types promise nothing. */
function isIdentity(given: unknown): given is Identity {
  if (!isRecord(given) || !isRecord(given.user)) return false;
  const { user, scopes, logins } = given;
  const areScopes = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  return (
    Number.isSafeInteger(user.id) &&
    typeof user.username === 'string' &&
    (scopes === undefined || areScopes) &&
    (logins === undefined || Number.isSafeInteger(logins))
  );
}

function readChallenge(name: string, challenge: unknown): string | undefined {
  if (challenge === undefined || typeof challenge === 'string') return challenge;
  throw new TypeError(`The challenge of the authentication scheme ${name} is no text.`);
}
