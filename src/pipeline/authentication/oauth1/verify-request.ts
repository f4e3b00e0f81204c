/** Verifies a signed request (RFC 5849, section 3.2): everything except the nonce, which needs the store. */
import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { baseString } from './base-string.js';
import { checkBodyHash } from './check-body-hash.js';
import { collectParameters } from './collect-parameters.js';
import { parseHeader } from './parse-header.js';
import { type ProtocolParameters, readProtocolParameters } from './read-protocol-parameters.js';
import { isSame, type Secrets, sign } from './signature.js';

/** The seconds that a client's clock may differ. */
export const WINDOW = 300;

export interface Verification<Grant extends Secrets> {
  /** The URL before the path, from the settings. The header `Host` is not used, because the client chooses it. */
  readonly baseUrl: string;
  /** @returns undefined if the token is unknown, or was not issued to this consumer */
  findGrant(consumerKey: string, token: string): Promise<Grant | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Verified<Grant> {
  readonly parameters: ProtocolParameters;
  readonly grant: Grant;
}

/**
 * @returns undefined if the request has no `Authorization: OAuth ...`
 * @throws AuthenticationFailed otherwise. Does not say which of key, token, secret and text was wrong
 */
export async function verifyRequest<Grant extends Secrets>(
  request: AuthenticationRequest,
  { baseUrl, findGrant, now }: Verification<Grant>,
): Promise<Verified<Grant> | undefined> {
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
  const grant = await findGrant(parameters.consumerKey, parameters.token);
  if (!grant) throw invalid();
  const signed = await collectParameters(request, header);
  const text = baseString(request.method, baseUrl + request.path, signed);
  if (!isSame(sign(signatureMethod, text, grant), signature)) throw invalid();
  await checkBodyHash(request, bodyHash);
  return { parameters, grant };
}

/** The same message for every wrong part, so that it does not reveal which parts were right. */
function invalid(): AuthenticationFailed {
  return new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
}
