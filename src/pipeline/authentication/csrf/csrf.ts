/** CSRF protection of one deployment: makes tokens for pages and cookies, and checks unsafe requests. */
import { randomBytes } from 'node:crypto';
import type { Endpoint } from '../../../contract/contract.js';
import type { Method } from '../../../contract/specification.js';
import { quoteInput } from '../../../errors/api-error.js';
import { PermissionDenied } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension.js';
import type { ApiRequest } from '../../request/api-request.js';
import { SESSION_AGE_MS } from '../sessions/session.js';
import { csrfSecret, findFlaw, maskSecret } from './csrf-token.js';

const COOKIE = 'csrftoken';
const FIELD = 'csrfmiddlewaretoken';
/** Identifies the browser until it has a session. Scripts cannot read it. */
const SEED_COOKIE = 'csrfseed';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_SEED_COOKIE = '__Host-csrfseed';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export interface OriginSettings {
  /** If unset, the scheme and host of the request count, so that `localhost` and `127.0.0.1` both work. */
  readonly baseUrl: string | undefined;
  readonly trustedOrigins: readonly string[];
  /** Their scripts may read answers with credentials, so they may send requests. */
  readonly corsOrigins: readonly string[];
}

export interface Csrf {
  /** @throws CsrfFailed if an unsafe request does not carry the token of its own session */
  check(request: AuthenticationRequest): Promise<void>;
  /** @throws CsrfFailed when a page of another site made an unsafe request, with what the browser sends by itself */
  checkOrigin(request: AuthenticationRequest): void;
  /** Checks what is sent to a page that no scheme guards (`x-csrf` in `openapi.yaml`). @throws CsrfFailed */
  protectPage(request: AuthenticationRequest, endpoint: Endpoint): Promise<void> | undefined;
  /** Sets the cookie and returns the masked token for a page's forms. */
  issue(request: ApiRequest): string;
}

export function makeCsrf(secretKey: string, origins: OriginSettings): Csrf {
  return {
    check,
    issue,
    checkOrigin: (request) => {
      if (!SAFE.has(request.method)) checkOrigin(request, origins);
    },
    protectPage: (request, { csrf: isPage, operations }) => {
      // A method that the page does not have stays 405, because no form can send it.
      const isGuarded = isPage && operations.has(request.method.toLowerCase() as Method);
      return isGuarded ? check(request) : undefined;
    },
  };

  async function check(request: AuthenticationRequest): Promise<void> {
    if (SAFE.has(request.method)) return;
    checkOrigin(request, origins);
    if (!request.cookie(COOKIE)) throw new CsrfFailed('CSRF cookie not set.');
    const { token, source } = await sentToken(request);
    if (token === '') throw new CsrfFailed('CSRF token missing.');
    // Compared with the session's token, not with the cookie, because another host may have set the cookie.
    const subject = request.session?.id ?? request.cookie(seedCookie(request)) ?? '';
    const flaw = findFlaw(token, csrfSecret(secretKey, subject));
    if (flaw) throw new CsrfFailed(`CSRF token from ${source} ${flaw}.`);
  }

  function issue(request: ApiRequest): string {
    const secret = csrfSecret(secretKey, request.session?.id ?? seedOf(request));
    // Scripts can read it, and send it back in X-CSRFToken.
    request.ctx.cookies.set(COOKIE, secret, {
      httpOnly: false,
      sameSite: 'lax',
      signed: false,
      overwrite: true,
      // Lives as long as the session that it protects.
      maxAge: SESSION_AGE_MS,
    });
    return maskSecret(secret);
  }
}

/** A request that a page of another site may have sent: always 403, whatever the first scheme is. */
class CsrfFailed extends PermissionDenied {
  /** @param reason the fixed text of the convention */
  constructor(reason: string) {
    super({ detail: `CSRF Failed: ${reason}` });
  }
}

/**
 * Checks by the browser's headers `Origin` and `Sec-Fetch-Site` that one of our own pages sent the request.
 *
 * @throws CsrfFailed. If both headers are missing, the client is no current browser, and only the token decides
 */
function checkOrigin(
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

/** The form field wins over the header, because the submitted page wrote it. */
async function sentToken(request: AuthenticationRequest): Promise<{ token: string; source: string }> {
  const field = (await request.form()).findLast(([name]) => name === FIELD)?.[1] ?? '';
  if (field !== '') return { token: field, source: 'POST' };
  const header = request.headers['x-csrftoken'];
  return { token: typeof header === 'string' ? header : '', source: "the 'X-Csrftoken' HTTP header" };
}

function seedOf(request: ApiRequest): string {
  const existing = request.cookie(seedCookie(request));
  if (existing) return existing;
  const seed = randomBytes(32).toString('base64url');
  request.ctx.cookies.set(seedCookie(request), seed, {
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
    maxAge: SESSION_AGE_MS,
  });
  return seed;
}

function seedCookie({ origin }: AuthenticationRequest): string {
  return origin.startsWith('https:') ? SECURE_SEED_COOKIE : SEED_COOKIE;
}
