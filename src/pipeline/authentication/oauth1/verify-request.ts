/** Verifies a signed request (RFC 5849, 3.2): everything except the nonce, which needs the store. */
import { createHash } from 'node:crypto';
import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension.js';
import { malformed, type ProtocolParameters, parseHeader, readProtocolParameters } from './read-header.js';
import { baseString, isSame, type Parameter, type Secrets, sign } from './signature.js';

/** The seconds that a client's clock may differ. */
export const WINDOW = 300;

export interface Verification<Keys extends Secrets> {
  /** The URL before the path, from the settings. The header `Host` is not used, because the client chooses it. */
  readonly baseUrl: string;
  /** @returns undefined if the token is unknown, or was not issued to this consumer */
  findKeys(consumerKey: string, token: string): Promise<Keys | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Verified<Keys> {
  readonly parameters: ProtocolParameters;
  readonly keys: Keys;
}

/**
 * @returns undefined if the request has no `Authorization: OAuth ...`
 * @throws AuthenticationFailed otherwise. Does not say which of key, token, secret and text was wrong
 */
export async function verifyRequest<Keys extends Secrets>(
  request: AuthenticationRequest,
  { baseUrl, findKeys, now }: Verification<Keys>,
): Promise<Verified<Keys> | undefined> {
  const header = parseHeader(request.headers.authorization);
  if (!header) return undefined;
  const parameters = readProtocolParameters(header);
  const { signatureMethod, signature, use, bodyHash } = parameters;
  if (signatureMethod === 'PLAINTEXT' && !(baseUrl.startsWith('https:') && request.confidential)) {
    throw new AuthenticationFailed({ detail: 'The OAuth signature method PLAINTEXT requires HTTPS.' });
  }
  if (use && Math.abs(now() / 1000 - use.timestamp) > WINDOW) {
    throw new AuthenticationFailed({
      detail: `OAuth timestamp is more than ${WINDOW} seconds away from the time of this service.`,
    });
  }

  // Checked before the form is read, so that only a registered client can make the service parse a body.
  const keys = await findKeys(parameters.consumerKey, parameters.token);
  if (!keys) throw invalid();
  const signed = await collectParameters(request, header);
  const text = baseString(request.method, baseUrl + request.path, signed);
  if (!isSame(sign(signatureMethod, text, keys), signature)) throw invalid();
  await checkBodyHash(request, bodyHash);
  return { parameters, keys };
}

/** The same message for every wrong part, so that it does not reveal which parts were right. */
function invalid(): AuthenticationFailed {
  return new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
}

/** The fields of multipart forms are not signed, although `form()` returns them. */
const SIGNED_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The signed parameters: those of header, query and form (RFC 5849, 3.4.1.3.1), decoded as later steps decode them, so
 * that nothing is verified in one form and used in another.
 *
 * @throws AuthenticationFailed if query or form contain a protocol parameter (3.5: all in one place)
 */
export async function collectParameters(
  request: AuthenticationRequest,
  header: readonly Parameter[],
): Promise<readonly Parameter[]> {
  const form = SIGNED_FORM.test(request.headers['content-type'] ?? '') ? await request.form() : [];
  const beside = [...request.query, ...form];
  if (beside.some(([name]) => name.startsWith('oauth_'))) {
    throw malformed('Protocol parameters stand in the header alone, not in query or form.');
  }
  return [...header.filter(([name]) => name !== 'oauth_signature'), ...beside];
}

/** The extension specifies SHA-1. Clients that sign with HMAC-SHA256 also use SHA-256. */
const BODY_HASHES = ['sha1', 'sha256'];

/**
 * With `oauth_body_hash` clients sign a body that is not a form ("OAuth Request Body Hash", draft 4).
 *
 * @throws AuthenticationFailed if the body is not the signed one
 */
async function checkBodyHash(request: AuthenticationRequest, bodyHash: string | undefined): Promise<void> {
  if (bodyHash === undefined) return;
  // A body that cannot be read is not checked here: parsing it reports that, if the request gets there.
  const body = await request.bytes().catch(() => undefined);
  if (!body) return;
  const hashes = BODY_HASHES.map((name) => createHash(name).update(body).digest('base64'));
  if (hashes.some((hash) => isSame(hash, bodyHash))) return;
  throw new AuthenticationFailed({ detail: 'OAuth body hash does not match the body.' });
}
