/** Checks that one of our own pages sent the request, by the browser's headers `Origin` and `Sec-Fetch-Site`. */

import { quoteInput } from '../../../errors/quote-input.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { CsrfFailed } from './csrf-failed.js';

export interface OriginSettings {
  /** If unset, the scheme and host of the request count, so that `localhost` and `127.0.0.1` both work. */
  readonly baseUrl: string | undefined;
  readonly trustedOrigins: readonly string[];
  /** Their scripts may read answers with credentials, so they may send requests. */
  readonly corsOrigins: readonly string[];
}

/** @throws CsrfFailed. If both headers are missing, the client is no current browser, and only the token decides */
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
    throw new CsrfFailed(
      `Origin checking failed - ${quoteInput(origin)} does not match any trusted origins.`,
    );
}
