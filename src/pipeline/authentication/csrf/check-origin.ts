/** Did one of our own pages send this request? Browsers say so in `Origin` and `Sec-Fetch-Site`. */
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { CsrfFailed } from './csrf-failed.js';

export interface OriginSettings {
  /** Unset: the request's own scheme and host, so that `localhost` and `127.0.0.1` both work. */
  readonly baseUrl: string | undefined;
  readonly trustedOrigins: readonly string[];
  /** Their scripts may read answers with credentials, so they may send requests. */
  readonly corsOrigins: readonly string[];
}

/** @throws CsrfFailed; clients that send neither header are no browsers of today, and the token decides */
export function checkOrigin(
  request: AuthenticationRequest,
  { baseUrl, trustedOrigins, corsOrigins }: OriginSettings,
): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined) {
    if (site === 'cross-site' || site === 'same-site')
      throw new CsrfFailed(`Origin checking failed - ${site} does not match any trusted origins.`);
    return;
  }
  const own = baseUrl === undefined ? request.origin : new URL(baseUrl).origin;
  if (origin !== own && !trustedOrigins.includes(origin) && !corsOrigins.includes(origin))
    throw new CsrfFailed(`Origin checking failed - ${origin} does not match any trusted origins.`);
}
