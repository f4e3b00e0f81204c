/** Reads the client's credentials at the token endpoint, from HTTP Basic or from the form (RFC 6749, 2.3.1). */
import { InvalidClient, OAuth2Error } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension/scheme.js';
import { decodeUserPass } from '../decode-user-pass.js';
import { parseAuthorization } from '../parse-authorization.js';
import type { ClientCredentials } from './clients.js';

/**
 * @param form the parameters of the form
 * @throws OAuth2Error `invalid_request` for both at once; `invalid_client` for neither, or for another scheme
 */
export function readClientCredentials(
  request: Pick<AuthenticationRequest, 'headers' | 'confidential'>,
  { client_id: clientId, client_secret: clientSecret }: { client_id?: string; client_secret?: string },
): ClientCredentials {
  if (request.headers.authorization === undefined) {
    if (clientId === undefined || clientSecret === undefined)
      throw new InvalidClient('Invalid client: client_id and client_secret are required');
    return { clientId, clientSecret };
  }
  const credentials = parseAuthorization(request, 'Basic', { name: 'basic', what: 'Credentials string' });
  if (credentials === undefined) throw new InvalidClient('Invalid client: authenticate by HTTP Basic');
  const [id, secret] = decodeUserPass(credentials).map(decodeFormText) as [string, string];
  // A client_id besides the header only identifies the client again.
  if (clientSecret !== undefined || (clientId !== undefined && clientId !== id))
    throw new OAuth2Error('invalid_request', 'Invalid request: more than one client authentication');
  return { clientId: id, clientSecret: secret };
}

/** Here Basic's name and password are form-encoded before they are joined (RFC 6749, 2.3.1). */
function decodeFormText(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch (cause) {
    throw new InvalidClient('Invalid client: the credentials are not form-encoded', { cause });
  }
}
