/** Reads the head of a request strictly, in one place and before Koa sees it: what decides who asks, and for what. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Settings } from '../config/settings.js';
import { LARGE_HEAD, MALFORMED, type Refusal, refuse } from './refuse.js';

/** They identify the caller and the request, so there is one of each; `Cookie` may be split (RFC 6265, 5.4). */
const SINGLE = ['authorization', 'content-type', 'host', 'origin', 'x-csrftoken'];

/** A header takes some 100 bytes beside its text, and the limit of bytes leaves room for thousands. */
export const MOST_HEADERS = 200;

/** @returns a listener that refuses what is malformed, and passes on heads that have one meaning only */
export function checkHeads(
  listener: RequestListener,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): RequestListener {
  return (request, response) => {
    const refusal = checkHead(request);
    if (refusal) return refuse(request.socket, refusal, request.method);
    if (trustProxy > 0) keepTrustedEntries(request, trustProxy);
    listener(request, response);
  };
}

function checkHead(request: IncomingMessage): Refusal | undefined {
  const { headers, rawHeaders, httpVersion } = request;
  const { host, expect, 'transfer-encoding': coding } = headers;
  const isOld = httpVersion === '1.0';
  if (rawHeaders.length > 2 * MOST_HEADERS) return LARGE_HEAD;
  // Node's parser also takes HTTP/0.9 and HTTP/2.0, which have another form.
  if (httpVersion !== '1.1' && !isOld)
    return ['505 HTTP Version Not Supported', 'The versions known here are HTTP/1.0 and HTTP/1.1.'];
  // HTTP/1.0 has no transfer codings: a proxy may end this message elsewhere (RFC 9112, 6.1).
  if (isOld && coding !== undefined) return MALFORMED;
  const repeated = repeatedHeader(request);
  if (repeated === 'host') return MALFORMED;
  if (repeated !== undefined) return ['400 Bad Request', `The ${repeated} header is there more than once.`];
  // Only HTTP/1.0 may leave Host out (RFC 9112, 3.2). Node would refuse that without a body.
  if (host === undefined && !isOld) return MALFORMED;
  if (host !== undefined && !isAuthority(host)) return ['400 Bad Request', 'Invalid Host header.'];
  const target = readTarget(request.url ?? '');
  if (!target) return MALFORMED;
  if (target.authority !== undefined) {
    // The authority of an absolute target is the host, whatever Host says (RFC 9112, 3.2.2).
    headers.host = target.authority;
    request.url = target.path;
  }
  // Node undoes `chunked` alone, and passes on what lies under it as if it were the body (RFC 9112, 6.1).
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return ['501 Not Implemented', 'The only transfer coding known here is chunked.'];
  // Another one than 100-continue (RFC 9110, 10.1.1). HTTP/1.0 has none, so there it is ignored.
  if (expect !== undefined && !isOld && !/^100-continue$/i.test(expect))
    return ['417 Expectation Failed', 'The Expect header cannot be met.'];
  return undefined;
}

/** One part may read the first and another the last (RFC 9110, 5.3): a second header is an attack or a mistake. */
function repeatedHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // Node joins what is repeated, so as many members as header lines mean that nothing is.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** A host and perhaps a port (RFC 3986, 3.2.2), without a user, and without characters that no host name has. */
function isAuthority(text: string): boolean {
  return /^[\w.~:[\]-]+$/.test(text) && URL.canParse(`http://${text}`);
}

/**
 * Koa reads the path of a target by a parser that throws for some of what is refused here.
 *
 * @returns the path and query, and the authority of an absolute target (RFC 9112, 3.2); undefined if it is malformed
 */
function readTarget(target: string): { path: string; authority?: string } | undefined {
  if (/[#\s]/.test(target)) return undefined;
  if (target.startsWith('/') || target === '*') return { path: target };
  const [before = '', authority = ''] = /^https?:\/\/([^/?]*)/i.exec(target) ?? [];
  if (!isAuthority(authority)) return undefined;
  const path = target.slice(before.length);
  return { path: path.startsWith('/') ? path : `/${path}`, authority };
}

/** Koa reads the first entry of these lists. The proxies write the last ones; a client can write the others. */
const FORWARDED = ['x-forwarded-host', 'x-forwarded-proto'];

function keepTrustedEntries({ headers }: IncomingMessage, trustProxy: number): void {
  for (const name of FORWARDED) {
    const entries = String(headers[name] ?? '').split(',');
    // A proxy that passes the header on unchanged makes the list shorter than the row of proxies.
    if (entries.length > 1) headers[name] = (entries.at(-trustProxy) ?? entries[0] ?? '').trim();
  }
}
