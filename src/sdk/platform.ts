// What differs between the places where the SDK runs.
import { version } from '#generated/sdk/contract.gen.js';
import type { OutgoingRequest } from './call-types.js';

const { userAgent: agent } = (globalThis as { navigator?: { userAgent?: string } }).navigator ?? {};

/** Pages and workers of browsers; Deno, Bun, Node and Cloudflare name themselves. */
const isBrowser = /^Mozilla\//.test(String(agent));

/** Browsers send their own. One that a script sets would make them send a preflight before every request. */
export const userAgent: Readonly<Record<string, string>> = isBrowser
  ? {}
  : { 'User-Agent': `snippet-store-sdk/${version}` };

/**
 * A browser would add the cookies of the service's own pages to other credentials, and the service then asks for a CSRF
 * token. Elsewhere there are no cookies, and some platforms refuse the member.
 */
export function authorize(request: OutgoingRequest, authorization: string): OutgoingRequest {
  request.headers.set('Authorization', authorization);
  if (isBrowser) request.credentials = 'omit';
  return request;
}
