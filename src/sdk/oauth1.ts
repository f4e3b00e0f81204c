// OAuth 1.0a: a signer of yours signs each request.
import type { Authenticator } from './credentials.js';
import { withoutCookies } from './platform.js';

/**
 * Requests signed as RFC 5849 says. The SDK leaves the signing to you, so that the secrets stay where they are known;
 * `examples/oauth1.mjs` of this package has a signer on the platform's own cryptography.
 *
 * @param sign gives the value of `Authorization` for the request; called for every attempt, as a nonce is good
 *   once, with a copy whose body may be read
 */
export function oauth1(sign: (request: Request) => string | Promise<string>): Authenticator {
  return {
    async authenticate(request, { operation }) {
      if (!operation.schemes?.includes('oauth1')) return request;
      const authorization = await sign(request.clone());
      const signed = new Request(request, withoutCookies);
      signed.headers.set('Authorization', authorization);
      return signed;
    },
  };
}
