/** Reads `Authorization: OAuth realm="...", oauth_token="...", ...` (RFC 5849, 3.5.1), and checks what needs no key. */

import { quoteInput } from '../../../errors/api-error.js';
import { AuthenticationFailed } from '../../../errors/index.js';
import { isSignatureMethod, type Parameter, SIGNATURE_METHODS, type SignatureMethod } from './signature.js';

/** One parameter and the comma after it. In a realm (a quoted-string, RFC 9110, 5.6.4) `\"` is not the end. */
const PARAMETER =
  /[ \t]*([^\s=",]+)[ \t]*=[ \t]*"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"[ \t]*(,|$)/gy;

/**
 * @returns the parameters without `realm`, which is not signed (RFC 5849, 3.4.1.3.1); undefined if the header names
 *   another scheme, or is missing
 * @throws AuthenticationFailed if the header cannot be parsed, or contains a parameter twice
 */
export function parseHeader(authorization = ''): readonly Parameter[] | undefined {
  const list = /^\s*OAuth(?:\s+(.*))?$/is.exec(authorization);
  if (!list) return undefined;
  const [, text = ''] = list;
  if (text === '') throw malformed('No credentials provided.');

  const found = [...text.matchAll(PARAMETER)];
  const read = found.map(([whole]) => whole).join('');
  if (read !== text || found.at(-1)?.[3] !== '')
    throw malformed('Expected name="value", separated by commas.');

  const parameters = new Map<string, string>();
  for (const [, encodedName = '', encodedValue = ''] of found) {
    if (encodedName.toLowerCase() === 'realm') continue;
    const [name, value] = [percentDecode(encodedName), percentDecode(encodedValue)];
    if (name === undefined || value === undefined)
      throw malformed('Names and values are percent-encoded UTF-8.');
    if (parameters.has(name)) throw malformed(`The parameter ${quoteInput(encodedName)} is given twice.`);
    parameters.set(name, value);
  }
  return [...parameters];
}

/** @returns undefined for an invalid escape, and for escapes that are not UTF-8. `+` stays a plus */
function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export function malformed(why: string): AuthenticationFailed {
  return new AuthenticationFailed({ detail: `Invalid OAuth header. ${why}` });
}

/** The protocol parameters (RFC 5849, 3.1). */
export interface ProtocolParameters {
  readonly consumerKey: string;
  readonly token: string;
  readonly signatureMethod: SignatureMethod;
  readonly signature: string;
  /** Undefined if PLAINTEXT leaves both out. */
  readonly use: NonceUse | undefined;
  /** From the extension "OAuth Request Body Hash". Undefined if the client does not use it. */
  readonly bodyHash: string | undefined;
}

export interface NonceUse {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly nonce: string;
}

/** @throws AuthenticationFailed naming the parameter */
export function readProtocolParameters(header: readonly Parameter[]): ProtocolParameters {
  const given = new Map(header);
  const need = (name: string): string => {
    const value = given.get(name);
    if (!value) throw malformed(`The parameter ${name} is missing.`);
    return value;
  };

  const version = given.get('oauth_version');
  if (version !== undefined && version !== '1.0') throw malformed('The parameter oauth_version is not 1.0.');
  const consumerKey = need('oauth_consumer_key');
  // RFC 5849 lets the token be absent, but without it there is no user.
  const token = need('oauth_token');
  const signatureMethod = need('oauth_signature_method');
  if (!isSignatureMethod(signatureMethod)) {
    throw malformed(`The parameter oauth_signature_method is none of ${SIGNATURE_METHODS.join(', ')}.`);
  }
  const signature = need('oauth_signature');
  // 3.1: PLAINTEXT may omit both. One without the other protects nothing, so it is an error.
  const isUsed = signatureMethod !== 'PLAINTEXT' || given.has('oauth_timestamp') || given.has('oauth_nonce');
  const use = isUsed
    ? { timestamp: toSeconds(need('oauth_timestamp')), nonce: need('oauth_nonce') }
    : undefined;
  return {
    consumerKey,
    token,
    signatureMethod,
    signature,
    use,
    bodyHash: given.get('oauth_body_hash'),
  };
}

/** 3.3: a positive integer. */
function toSeconds(text: string): number {
  if (/^[1-9][0-9]{0,11}$/.test(text)) return Number(text);
  throw malformed('The parameter oauth_timestamp is no positive integer.');
}
