/** The cookie that names a browser's session. */
import type { Context } from 'koa';

const NAME = 'sessionid';
/** A name that no subdomain can set (RFC 6265bis, 4.1.3.2). Browsers accept it over HTTPS only. */
const SECURE_NAME = '__Host-sessionid';

/** 14 days. */
export const SESSION_AGE_MS = 14 * 24 * 60 * 60 * 1000;

export function sessionCookie({ secure }: Pick<Context, 'secure'>): string {
  return secure ? SECURE_NAME : NAME;
}

/**
 * @returns undefined without the cookie, and when the request has two with different values: another host of the domain
 *   may have set one of them, and nothing says which
 */
export function readSessionCookie(ctx: Pick<Context, 'secure' | 'headers'>): string | undefined {
  const start = `${sessionCookie(ctx)}=`;
  const pairs = (ctx.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)));
  const [pair] = values;
  return values.size === 1 ? pair?.slice(start.length) : undefined;
}
