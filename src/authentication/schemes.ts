/** The schemes of a deployment, and what they share with the login and the token endpoints. */
import type { Settings } from '../config/index.js';
import type { AuthenticationScheme } from '../extension.js';
import type { Services } from '../services.js';
import { basic } from './basic.js';
import { type Csrf, makeCsrf } from './csrf.js';
import { checkedScheme } from './custom-scheme.js';
import { type FindUser, makeFindUser } from './logins.js';
import { oauth1 } from './oauth1.js';
import { bearer, type GrantAccessToken, makeGrantAccessToken } from './oauth2.js';
import { type CheckCredentials, makeCheckCredentials, type TakeAttempt } from './passwords.js';
import { session } from './sessions.js';
import { token } from './token.js';

/** What a deployment knows its users by. */
export interface Authentication {
  /** In their configured order. */
  readonly schemes: readonly AuthenticationScheme[];
  readonly csrf: Csrf;
  readonly checkCredentials: CheckCredentials;
  readonly findUser: FindUser;
  readonly grantAccessToken: GrantAccessToken;
}

/** @throws Error when a configured scheme has no implementation */
export function makeAuthentication(
  settings: Settings,
  { store, secretKey, metrics }: Services,
  takeAttempt: TakeAttempt,
): Authentication {
  const { authSchemes, baseUrl, deployment } = settings;
  const csrf = makeCsrf(secretKey, settings);
  const checkCredentials: CheckCredentials = settings.passwordLogin
    ? makeCheckCredentials(store, { takeAttempt, queues: metrics.queues })
    : async () => undefined;
  const findUser = makeFindUser(store);
  const known: readonly AuthenticationScheme[] = [
    session(findUser, csrf.check),
    basic(checkCredentials, csrf.checkOrigin),
    token(store, findUser, secretKey),
    bearer(store, findUser),
    // The settings insist on the address where the scheme is configured.
    ...(baseUrl === undefined ? [] : [oauth1(store, findUser, { baseUrl, secretKey })]),
    ...(deployment.schemes ?? []).map((scheme) => checkedScheme(scheme, findUser)),
  ];
  const schemes = authSchemes.map((name) => {
    const scheme = known.find((candidate) => candidate.name === name);
    if (!scheme) throw new Error(`The authentication scheme ${name} is configured and not implemented.`);
    return scheme;
  });
  const grantAccessToken = makeGrantAccessToken(store, checkCredentials, settings);
  return { schemes, csrf, checkCredentials, findUser, grantAccessToken };
}
