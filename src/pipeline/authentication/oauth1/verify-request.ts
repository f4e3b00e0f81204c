/** Verifies a signed request (RFC 5849, section 3.2): everything but the nonce's first use, which needs the store. */
import { AuthenticationFailed } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { baseString } from './base-string.js';
import { checkBodyHash } from './check-body-hash.js';
import { collectParameters } from './collect-parameters.js';
import { parseHeader } from './parse-header.js';
import { type ProtocolParameters, readProtocolParameters } from './read-protocol-parameters.js';
import { isSame, type Secrets, sign } from './signature.js';

/** Seconds by which a client's clock may differ. */
export const WINDOW = 300;

export interface Verification<Grant extends Secrets> {
  /** What clients put in front of the path, in the form of the settings; `Host` would be the sender's to choose. */
  readonly baseUrl: string;
  /** @returns undefined when the token is unknown, or was not issued to this consumer */
  findGrant(consumerKey: string, token: string): Promise<Grant | undefined>;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Verified<Grant> {
  readonly parameters: ProtocolParameters;
  readonly grant: Grant;
}

/**
 * @returns undefined when the request carries no `Authorization: OAuth ...`
 * @throws AuthenticationFailed otherwise; which of key, token, secret and text was wrong is not told
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

  // Before the form is read: only a registered client may make this service take a body apart.
  const grant = await findGrant(parameters.consumerKey, parameters.token);
  if (!grant) throw invalid();
  const signed = await collectParameters(request, header);
  const text = baseString(request.method, baseUrl + request.path, signed);
  if (!isSame(sign(signatureMethod, text, grant), signature)) throw invalid();
  await checkBodyHash(request, bodyHash);
  return { parameters, grant };
}

/** Says the same for each of them, so that nobody learns which part was right. */
function invalid(): AuthenticationFailed {
  return new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
}
