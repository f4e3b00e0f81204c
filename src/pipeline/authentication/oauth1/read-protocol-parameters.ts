/** Reads the protocol parameters (RFC 5849, 3.1) from the header and checks what can be checked without a key. */
import { malformed, type Parameter } from './parse-header.js';
import { isSignatureMethod, SIGNATURE_METHODS, type SignatureMethod } from './signature.js';

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
