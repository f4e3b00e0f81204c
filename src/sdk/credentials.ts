// The interface between the SDK and whatever knows who is asking.
import type { SchemeName } from '#generated/sdk/contract.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { Transport } from './call-types.js';
import { withoutCookies } from './platform.js';

/** What credentials may need to know of the call that they are for. */
export interface CredentialsContext {
  /** What is called; its `schemes` say what may authenticate it. */
  readonly operation: OperationDescription;
  /** For calls that get the credentials. */
  readonly transport: Transport;
}

/** Credentials that need the whole request: a signature, a session, tokens that are fetched and renewed. */
export interface Authenticator {
  /** Gives the request with credentials; called for every attempt. */
  authenticate(request: Request, context: CredentialsContext): Request | Promise<Request>;
  /** After credentials were refused, once a call: whether it is worth another attempt. */
  renew?(request: Request, context: CredentialsContext): boolean | Promise<boolean>;
}

/**
 * Gives the value of `Authorization` for a scheme, or `undefined` for every scheme that it is not meant for. It is asked
 * before each attempt, so it may fetch or renew what it gives.
 */
export type AuthorizationSource = (scheme: SchemeName) => string | undefined | Promise<string | undefined>;

/** Who asks: one of the helpers, or a function or an object of your own. */
export type Credentials = AuthorizationSource | Authenticator;

/** Without credentials requests go as they are. */
export function toAuthenticator(credentials: Credentials = () => undefined): Authenticator {
  if (typeof credentials !== 'function') {
    if (typeof Object(credentials).authenticate !== 'function')
      throw new TypeError('auth takes a helper such as basic(), or a function.');
    return credentials;
  }
  return {
    async authenticate(request, { operation: { schemes = [] } }) {
      for (const scheme of schemes) {
        const value = await credentials(scheme);
        if (value === undefined) continue;
        const authenticated = new Request(request, withoutCookies);
        authenticated.headers.set('Authorization', value);
        return authenticated;
      }
      return request;
    },
  };
}
