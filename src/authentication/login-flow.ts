/**
 * What a single sign-on needs again when the provider sends the browser back. Until then it stays with the browser, in a
 * sealed cookie of its own for each login, so that two tabs do not disturb each other.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { ApiRequest } from '../http/api-request.js';
import { hashKey } from '../store/keys.js';

/** What the provider's answer is checked by. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): shows that who brings the code is who asked for it. */
  readonly verifier: string;
}

export interface LoginFlow extends Checks {
  /** Where to go after the login. */
  readonly next: string;
}

const MINUTES_10 = 10 * 60_000;
/** Logins of one browser that wait at once: more would make its `Cookie` header too large for any request. */
const MOST = 4;
/** The cookie is sent to the whole host: only such a one may have the prefix that other hosts of the domain cannot set. */
const OPTIONS = { sameSite: 'lax', httpOnly: true, signed: false } as const;

const COOKIES = /(?:^|; ?)((?:__Host-)?oidc-[0-9a-f]{16})=([\w-]+)/g;
const prefixOf = ({ ctx }: ApiRequest): string => (ctx.secure ? '__Host-oidc-' : 'oidc-');
const cookieOf = (request: ApiRequest, state: string) => prefixOf(request) + hashKey(state).slice(0, 16);

/** Names and values, in the order in which the browser got them (RFC 6265, 5.4). */
function cookiesOf(request: ApiRequest): [name: string, value: string][] {
  return [...(request.headers.cookie ?? '').matchAll(COOKIES)].flatMap(([, name = '', value = '']) =>
    name.startsWith(prefixOf(request)) ? [[name, value]] : [],
  );
}

export function makeLoginFlows(secretKey: string, now: () => number = Date.now) {
  const key = createHmac('sha256', secretKey).update('oidc').digest();

  function begin(request: ApiRequest, next: string): LoginFlow {
    const [state = '', nonce = '', verifier = ''] = Array.from({ length: 3 }, () =>
      randomBytes(32).toString('base64url'),
    );
    const flow = { state, nonce, verifier, next };
    for (const [name] of cookiesOf(request).slice(0, 1 - MOST)) request.ctx.cookies.set(name, '', OPTIONS);
    const sealed = seal(key, JSON.stringify({ ...flow, until: now() + MINUTES_10 }));
    request.ctx.cookies.set(cookieOf(request, state), sealed, { ...OPTIONS, maxAge: MINUTES_10 });
    return flow;
  }

  /** It can be taken once. @returns undefined for a login that this browser did not begin, or too long ago */
  function take(request: ApiRequest, state: string): LoginFlow | undefined {
    const name = cookieOf(request, state);
    const [, sealed] = cookiesOf(request).find(([own]) => own === name) ?? [];
    if (sealed === undefined) return undefined;
    request.ctx.cookies.set(name, '', OPTIONS);
    const text = unseal(key, sealed);
    if (text === undefined) return undefined;
    // What was sealed here is what `begin` made.
    const flow: LoginFlow & { readonly until: number } = JSON.parse(text);
    return flow.state === state && flow.until > now() ? flow : undefined;
  }

  return { begin, take };
}

const [IV_BYTES, TAG_BYTES] = [12, 16];

/** @returns unreadable for everybody without the key, and unchangeable: AES-256-GCM */
function seal(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns undefined for what was not sealed with this key, or was changed */
function unseal(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const tagEnd = IV_BYTES + TAG_BYTES;
  if (bytes.length < tagEnd) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
