/** Placeholders for credentials, because a request that is shown for copying must hold no secret. */
import type { SecurityScheme } from '../../../contract/specification.js';

export interface NamedCredentials {
  /** Options of curl; the shell fills in the variables. */
  readonly curl: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The argument `auth` of the SDK's client, and the function that it comes from; undefined: the SDK has none. */
  readonly sdk?: { readonly auth: string; readonly from: string };
}

/** Chosen only without another scheme: a session needs cookies from a login, and OAuth 1.0a a signature. */
const LAST = ['session', 'oauth1'];

/** @returns the configured scheme that is simplest to send by hand */
export function selectScheme(schemes: readonly string[]): string | undefined {
  return schemes.find((name) => !LAST.includes(name)) ?? schemes[0];
}

/** @param isSafe a session needs no CSRF token @param sessionCookie the name of the session's cookie */
export function nameCredentials(
  scheme: string,
  declared: SecurityScheme | undefined,
  isSafe: boolean,
  sessionCookie: string,
): NamedCredentials {
  if (scheme === 'session') return ofSession(isSafe, sessionCookie);
  const known = KNOWN[scheme];
  if (known) return known;
  const header =
    declared?.type === 'apiKey' && declared.in === 'header' ? String(declared.name) : 'Authorization';
  return { curl: `-H "${header}: $CREDENTIALS"`, headers: [[header, '<credentials>']] };
}

const KNOWN: Readonly<Record<string, NamedCredentials>> = {
  basic: {
    curl: '-u "$USER_NAME:$PASSWORD"',
    headers: [['Authorization', 'Basic <Base64 of name:password>']],
    sdk: { auth: 'basic(USER_NAME, PASSWORD)', from: 'basic' },
  },
  token: {
    curl: '-H "Authorization: Token $TOKEN"',
    headers: [['Authorization', 'Token <token>']],
    sdk: { auth: 'token(TOKEN)', from: 'token' },
  },
  oauth2: {
    curl: '-H "Authorization: Bearer $ACCESS_TOKEN"',
    headers: [['Authorization', 'Bearer <access token>']],
    sdk: { auth: 'bearer(ACCESS_TOKEN)', from: 'bearer' },
  },
  oauth1: {
    curl: '-H "Authorization: $SIGNED_HEADER"',
    headers: [['Authorization', 'OAuth <signed parameters>']],
    sdk: { auth: 'oauth1(CREDENTIALS)', from: 'oauth1' },
  },
};

function ofSession(isSafe: boolean, cookie: string): NamedCredentials {
  const sdk = { auth: 'session()', from: 'session' };
  if (isSafe)
    return {
      curl: `-b "${cookie}=$SESSION_ID"`,
      headers: [['Cookie', `${cookie}=<session id>`]],
      sdk,
    };
  return {
    curl: `-b "${cookie}=$SESSION_ID; csrftoken=$CSRF_TOKEN" -H "X-CSRFToken: $CSRF_TOKEN"`,
    headers: [
      ['Cookie', `${cookie}=<session id>; csrftoken=<token>`],
      ['X-CSRFToken', '<token>'],
    ],
    sdk,
  };
}
