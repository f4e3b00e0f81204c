/** Verifies a signed request (RFC 5849, section 3.2): everything except the nonce, which needs the store. */
import { randomBytes } from 'node:crypto';
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

  const signed = await collectParameters(request, header);
  const text = baseString(request.method, baseUrl + request.path, signed);
  const grant = await findGrant(parameters.consumerKey, parameters.token);
  // Also computes a signature without a grant, so that the time does not reveal whether one exists.
  const expected = sign(signatureMethod, text, grant ?? nobody);
  if (!isSame(expected, signature) || !grant) {
    throw new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
  }
  await checkBodyHash(request, bodyHash);
  return { parameters, grant };
}

const nobody: Secrets = {
  consumerSecret: randomBytes(32).toString('base64url'),
  tokenSecret: randomBytes(32).toString('base64url'),
};
