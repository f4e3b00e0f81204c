/** The clients of OAuth 2.0. The command line creates and deletes them, the token endpoint checks them. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { InvalidClient, OAuth2Error } from '../../../errors/index.js';
import type { AuthenticationRequest } from '../../../extension.js';
import { hashKey } from '../../../store/hash-key.js';
import { nextId, type Store } from '../../../store/index.js';
import type { OAuth2ClientRecord } from '../../../store/records.js';
import { decodeUserPass, parseAuthorization } from '../parse-authorization.js';
import { revokeTokens } from './tokens.js';

export interface ClientCredentials {
  readonly clientId: string;
  /** Shown once. The store has only its hash. */
  readonly clientSecret: string;
}

/** Both contain only characters that forms, HTTP Basic and shells do not change. */
export async function addClient(
  store: Pick<Store, 'oauth2Clients' | 'counters'>,
  name: string,
): Promise<ClientCredentials> {
  const clientId = randomBytes(16).toString('hex');
  const clientSecret = randomBytes(32).toString('hex');
  const next = await nextId(store, 'oauth2Clients');
  const secretHash = hashKey(clientSecret);
  await store.oauth2Clients.insertOne({ ...next, name, clientId, secretHash });
  return { clientId, clientSecret };
}

/** @returns the client if this is its secret. The comparison takes constant time */
export async function findClient(
  store: Pick<Store, 'oauth2Clients'>,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OAuth2ClientRecord | undefined> {
  const client = await store.oauth2Clients.findOne({ clientId });
  if (!client) return undefined;
  const isRight = timingSafeEqual(Buffer.from(client.secretHash), Buffer.from(hashKey(clientSecret)));
  return isRight ? client : undefined;
}

/** Deletes the client's tokens too. @returns whether the client existed */
export async function deleteClient(
  store: Pick<Store, 'oauth2Clients' | 'oauth2AccessTokens' | 'oauth2RefreshTokens'>,
  clientId: string,
): Promise<boolean> {
  // Deletes the client first: issueTokens checks again that the client exists after it has stored new tokens.
  const { deletedCount } = await store.oauth2Clients.deleteOne({ clientId });
  await revokeTokens(store, { clientId });
  return deletedCount > 0;
}

/**
 * Reads the client's credentials at the token endpoint, from HTTP Basic or from the form (RFC 6749, 2.3.1).
 *
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
