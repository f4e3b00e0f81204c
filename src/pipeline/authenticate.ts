/** The configured schemes in their order, and who sent a request by the first of them that authenticates it. */

import { basic } from '../authentication/basic.js';
import { makeCsrf } from '../authentication/csrf.js';
import { checkedScheme } from '../authentication/custom-scheme.js';
import { makeFindUser } from '../authentication/logins.js';
import { oauth1 } from '../authentication/oauth1.js';
import { bearer, makeGrantAccessToken } from '../authentication/oauth2.js';
import { makeCheckCredentials } from '../authentication/passwords.js';
import { session } from '../authentication/sessions.js';
import { token } from '../authentication/token.js';
import type { Settings } from '../config/index.js';
import type { Endpoint } from '../contract/contract.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../extension.js';
import { ANONYMOUS, type Caller } from '../http/api-request.js';
import type { Services } from '../services.js';
import type { Throttles } from './throttling.js';

/** The first scheme that authenticates wins. @throws AuthenticationFailed when one is attempted and fails */
export async function authenticate(
  request: AuthenticationRequest,
  endpoint: Endpoint,
  schemes: readonly AuthenticationScheme[],
): Promise<Caller> {
  for (const scheme of schemes) {
    if (!endpoint.schemes.includes(scheme.name)) continue;
    const identity = await scheme.authenticate(request);
    if (!identity) continue;
    const { user, auth, scopes, logins } = identity;
    return { user, auth, logins, grant: scopes && { scheme: scheme.name, scopes } };
  }
  return ANONYMOUS;
}

/** What a deployment knows its users by. */
export type Authentication = ReturnType<typeof makeAuthentication>;

/** @throws Error when a configured scheme has no implementation */
export function makeAuthentication(
  settings: Settings,
  { store, secretKey, metrics }: Services,
  { takeAttempt }: Throttles,
) {
  const { authSchemes, baseUrl, deployment } = settings;
  const csrf = makeCsrf(secretKey, settings);
  const checkCredentials = makeCheckCredentials(store, { takeAttempt, queues: metrics.queues });
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
  /** In their configured order. */
  const schemes = authSchemes.map((name) => {
    const scheme = known.find((candidate) => candidate.name === name);
    if (!scheme) throw new Error(`The authentication scheme ${name} is configured and not implemented.`);
    return scheme;
  });
  const grantAccessToken = makeGrantAccessToken(store, checkCredentials, settings);
  return { schemes, csrf, checkCredentials, findUser, grantAccessToken };
}
