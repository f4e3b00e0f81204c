/** CSRF protection of one deployment: makes tokens for pages and cookies, and checks unsafe requests. */
import { randomBytes } from 'node:crypto';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import type { ApiRequest } from '../../api-request.js';
import { SESSION_AGE_MS } from '../sessions/session-cookie.js';
import { checkOrigin, type OriginSettings } from './check-origin.js';
import { CsrfFailed } from './csrf-failed.js';
import { csrfSecret, findFlaw, maskSecret } from './csrf-token.js';

const COOKIE = 'csrftoken';
const FIELD = 'csrfmiddlewaretoken';
/** Identifies the browser until it has a session. Scripts cannot read it. */
const SEED_COOKIE = 'csrfseed';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_SEED_COOKIE = '__Host-csrfseed';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export interface Csrf {
  /** @throws CsrfFailed if an unsafe request does not carry the token of its own session */
  check(request: AuthenticationRequest): Promise<void>;
  /** @throws CsrfFailed when a page of another site made an unsafe request, with what the browser sends by itself */
  checkOrigin(request: AuthenticationRequest): void;
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
