/**
 * Protects from requests that a page of another site sends with the browser's cookies. A token is an HMAC over the
 * session, or before a login over the seed cookie of the browser; pages show it under a new mask each time, so that no
 * two contain the same bytes.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../config/index.js';
import type { Endpoint } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { quoteInput } from '../errors/api-error.js';
import { PermissionDenied } from '../errors/index.js';
import type { AuthenticationRequest } from '../extension.js';
import type { ApiRequest } from '../http/api-request.js';
import { SESSION_AGE_MS } from './sessions.js';

const COOKIE = 'csrftoken';
const FIELD = 'csrfmiddlewaretoken';
/** Identifies the browser until it has a session. Scripts cannot read it. */
const SEED_COOKIE = 'csrfseed';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_SEED_COOKIE = '__Host-csrfseed';

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

type OriginSettings = Pick<Settings, 'baseUrl' | 'trustedOrigins' | 'corsOrigins'>;

/** A request that a page of another site may have sent: always 403, whatever the first scheme is. */
class CsrfFailed extends PermissionDenied {
  /** @param reason the fixed text of the convention */
  constructor(reason: string) {
    super({ detail: `CSRF Failed: ${reason}` });
  }
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
  /** 32 hexadecimal digits. */
  const secretOf = (subject: string): string =>
    createHmac('sha256', secretKey).update(`csrf:${subject}`).digest('hex').slice(0, SECRET_LENGTH);

  return {
    check,
    checkOrigin(request) {
      if (!SAFE.has(request.method)) checkOrigin(request, origins);
    },
    protectPage(request, { csrf: isPage, operations }) {
      // A method that the page does not have stays 405, because no form can send it.
      const isGuarded = isPage && operations.has(request.method.toLowerCase() as Method);
      return isGuarded ? check(request) : undefined;
    },
    issue(request) {
      const secret = secretOf(request.session?.seed ?? obtainSeed(request));
      // Scripts can read it, and send it back in X-CSRFToken.
      request.ctx.cookies.set(COOKIE, secret, { ...COOKIE_OPTIONS, httpOnly: false, overwrite: true });
      return mask(secret);
    },
  };

  async function check(request: AuthenticationRequest): Promise<void> {
    if (SAFE.has(request.method)) return;
    checkOrigin(request, origins);
    if (!request.cookie(COOKIE)) throw new CsrfFailed('CSRF cookie not set.');
    const { token, source } = await sentToken(request);
    if (token === '') throw new CsrfFailed('CSRF token missing.');
    // Compared with the session's token, not with the cookie, because another host may have set the cookie.
    const subject = request.session?.seed ?? request.cookie(seedCookie(request)) ?? '';
    const flaw = findFlaw(token, secretOf(subject));
    if (flaw) throw new CsrfFailed(`CSRF token from ${source} ${flaw}.`);
  }
}

/** The cookies live as long as the session that they protect. */
const COOKIE_OPTIONS = { sameSite: 'lax', signed: false, maxAge: SESSION_AGE_MS } as const;

function seedCookie({ origin }: AuthenticationRequest): string {
  return origin.startsWith('https:') ? SECURE_SEED_COOKIE : SEED_COOKIE;
}

function obtainSeed(request: ApiRequest): string {
  const existing = request.cookie(seedCookie(request));
  if (existing) return existing;
  const seed = randomBytes(32).toString('base64url');
  request.ctx.cookies.set(seedCookie(request), seed, { ...COOKIE_OPTIONS, httpOnly: true });
  return seed;
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
  // Without BASE_URL both `localhost` and `127.0.0.1` work.
  const own = baseUrl === undefined ? request.origin : new URL(baseUrl).origin;
  // Scripts of CORS_ORIGINS may read answers with credentials, so they may send requests.
  const isTrusted =
    origin === undefined
      ? site !== 'cross-site' && site !== 'same-site'
      : [own, ...trustedOrigins, ...corsOrigins].includes(origin);
  if (isTrusted) return;
  const named = quoteInput(origin ?? String(site));
  throw new CsrfFailed(`Origin checking failed - ${named} does not match any trusted origins.`);
}

/** The form field wins over the header, because the submitted page wrote it. */
async function sentToken(request: AuthenticationRequest): Promise<{ token: string; source: string }> {
  const field = (await request.form()).findLast(([name]) => name === FIELD)?.[1] ?? '';
  if (field !== '') return { token: field, source: 'POST' };
  const header = request.headers['x-csrftoken'];
  return { token: typeof header === 'string' ? header : '', source: "the 'X-Csrftoken' HTTP header" };
}

const SECRET_LENGTH = 32;
const TOKEN_LENGTH = SECRET_LENGTH * 2;

/** @returns a random mask and the masked secret */
function mask(secret: string): string {
  const random = randomBytes(SECRET_LENGTH / 2);
  return random.toString('hex') + xor(Buffer.from(secret, 'hex'), random).toString('hex');
}

/** @param token the secret itself (from the cookie) or a masked one (from a page) */
function findFlaw(token: string, secret: string): string | undefined {
  if (token.length !== SECRET_LENGTH && token.length !== TOKEN_LENGTH) return 'has incorrect length';
  if (!/^[0-9a-f]+$/.test(token)) return 'has invalid characters';
  const last = Buffer.from(token.slice(-SECRET_LENGTH), 'hex');
  const given = token.length === SECRET_LENGTH ? last : xor(last, Buffer.from(token, 'hex'));
  return timingSafeEqual(given, Buffer.from(secret, 'hex')) ? undefined : 'incorrect';
}

/** The result has the length of the first argument. */
function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
