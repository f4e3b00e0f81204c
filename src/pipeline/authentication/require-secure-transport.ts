/** Credentials that others on the network could read are refused before they are looked at. */
import type { Context } from 'koa';
import type { Settings } from '../../config/settings.js';
import { AuthenticationFailed } from '../../errors/index.js';
import type { AuthenticationRequest } from '../../extension.js';
import { isDirectLoopback } from '../request/sender.js';

/** @throws AuthenticationFailed unless the request came by HTTPS, or from this very machine */
export function requireSecureTransport({ confidential }: Pick<AuthenticationRequest, 'confidential'>): void {
  if (!confidential) throw new AuthenticationFailed({ detail: 'This authentication scheme requires HTTPS.' });
}

/** @returns whether nobody between client and service could read the request */
export function makeIsConfidential({
  allowInsecureCredentials,
}: Pick<Settings, 'allowInsecureCredentials'>): (ctx: Context) => boolean {
  if (allowInsecureCredentials) return () => true;
  // Koa's `secure` believes X-Forwarded-Proto with TRUST_PROXY alone.
  return (ctx) => ctx.secure || isDirectLoopback(ctx);
}
