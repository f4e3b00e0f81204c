/** Single sign-on by OpenID Connect: the authorization code flow with PKCE, by `openid-client`. */
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import type { Settings } from '../config/index.js';
import { ApiError, quoteInput } from '../errors/api-error.js';
import { PermissionDenied, ServiceUnavailable } from '../errors/index.js';
import { makeFairLimit } from '../scheduling/fair-limit.js';
import { type Checks, makeLoginFlows } from './login-flow.js';

/** For each request to the provider. A login makes at most four: discovery, tokens, keys, user info. */
const SECONDS = 5;

export type Claims = Readonly<Record<string, unknown>> & Pick<IDToken, 'iss' | 'sub'>;

export type SingleSignOn = NonNullable<Awaited<ReturnType<typeof makeSingleSignOn>>>;

type OidcSettings = Pick<
  Settings,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcName' | 'oidcAllowed'
>;

/** @returns undefined where OIDC_ISSUER is unset */
export async function makeSingleSignOn(settings: OidcSettings, secretKey: string) {
  const {
    oidcIssuer,
    oidcClientId: clientId,
    oidcClientSecret: secret,
    oidcName: name,
    oidcAllowed,
  } = settings;
  // The settings insist on all of them together.
  if (!oidcIssuer || !clientId || !secret || !oidcAllowed) return undefined;
  // At the start, and only there: a module that could not be loaded once stays unloadable.
  const client = await import('openid-client');
  const issuer = new URL(oidcIssuer);
  // The settings take plain HTTP for an issuer on this machine only.
  const transport = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { timeout: SECONDS, execute: [client.enableNonRepudiationChecks, ...transport] };
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  /** Basic is what every provider has to know (RFC 6749, 2.3.1), unless it says that it does not. */
  const authenticate: ClientAuth = (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
  const limit = makeFairLimit({ concurrency: 16, capacity: 64 });
  let discovery: Promise<Configuration> | undefined;

  /**
   * Asks the provider, which describes itself at the first login, and again after a failure: no start waits for it.
   *
   * @throws PermissionDenied, or ServiceUnavailable if the provider does not answer as it should
   */
  const ask = async <T>(work: (configuration: Configuration) => T | Promise<T>): Promise<T> => {
    discovery ??= client.discovery(issuer, clientId, undefined, authenticate, options);
    const own = discovery;
    try {
      return await work(await own);
    } catch (error) {
      const failure = explainFailure(error, name);
      // It may have moved its endpoints.
      if (failure instanceof ServiceUnavailable && discovery === own) discovery = undefined;
      throw failure;
    }
  };

  /** The claims that are looked at may be in the ID token or, if the provider keeps that small, in the user info. */
  const isComplete = (claims: Claims) =>
    (oidcAllowed === '*' || oidcAllowed.claim in claims) &&
    ('preferred_username' in claims || 'email' in claims);

  return {
    name,
    allowed: oidcAllowed,
    flows: makeLoginFlows(secretKey),

    /** @returns the page of the provider that sends the browser back to `redirectUri` */
    begin: ({ state, nonce, verifier }: Checks, redirectUri: string): Promise<URL> =>
      ask(async (configuration) => {
        const { scopes_supported: scopes = [] } = configuration.serverMetadata();
        const further =
          oidcAllowed !== '*' && scopes.includes(oidcAllowed.claim) ? ` ${oidcAllowed.claim}` : '';
        return client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: `openid profile email${further}`,
          ...{ state, nonce },
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
      }),

    /** @param answer the URL that the provider sent the browser to @param sender whose turn it is */
    finish: (answer: URL, { state, nonce, verifier }: Checks, sender: string): Promise<Claims> =>
      limit.run(sender, () =>
        ask(async (configuration) => {
          const tokens = await client.authorizationCodeGrant(configuration, answer, {
            ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
            idTokenExpected: true,
          });
          const claims = tokens.claims();
          if (claims === undefined) throw new TypeError('no ID token');
          if (isComplete(claims) || !configuration.serverMetadata().userinfo_endpoint) return claims;
          const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
          return { ...more, ...claims };
        }),
      ),

    /** @returns the page that ends the session of the provider; undefined if it has none, or does not answer */
    logoutUrl: (): Promise<URL | undefined> =>
      ask((configuration) => {
        const { end_session_endpoint: page } = configuration.serverMetadata();
        return page === undefined ? undefined : client.buildEndSessionUrl(configuration);
      }).catch(() => undefined),
  };
}

/** By codes of OAuth 2.0 and of `openid-client`. Others mean that the provider does not answer as it should. */
const MEANINGS = new Map([
  ['access_denied', 'it did not let you in, or you did not agree'],
  ['invalid_grant', 'this login was used already, or took too long'],
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'its clock and the clock of this service differ'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'its answer belongs to another login or another service'],
  ['OAUTH_INVALID_RESPONSE', 'its answer is not valid'],
  ['OAUTH_AUTHORIZATION_RESPONSE_ERROR', 'it refused the login'],
]);

/** Seconds until a provider that did not answer is worth another attempt. */
const RETRY_AFTER = 5;

/** @returns for the person a sentence, and as its cause, for the log, codes: the error itself contains claims and tokens */
function explainFailure(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error;
  const { code, error: answered, message, cause: inner } = Object(error);
  const codes = [code, answered, inner?.code, inner?.cause?.claim, message];
  const texts = codes.filter((part) => typeof part === 'string').map(quoteInput);
  const cause = new Error(`the provider: ${texts.join(', ')}`);
  const meaning = MEANINGS.get(answered) ?? MEANINGS.get(code);
  const detail = `The login with ${name} failed: ${meaning ?? 'it does not answer as it should'}.`;
  return meaning === undefined
    ? new ServiceUnavailable(RETRY_AFTER, { detail, cause })
    : new PermissionDenied({ detail, cause });
}
