/** The clients of OAuth 2.0. The command line creates and deletes them, the token endpoint checks them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { nextId, type Store } from '../../../store/index.js';
import type { OAuth2ClientRecord } from '../../../store/records.js';
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
  const _id = await nextId(store, 'oauth2Clients');
  const secretHash = hashSecret(clientSecret).toString('hex');
  await store.oauth2Clients.insertOne({ _id, name, clientId, secretHash, created: new Date() });
  return { clientId, clientSecret };
}

/** @returns the client if this is its secret. The comparison takes constant time */
export async function findClient(
  store: Pick<Store, 'oauth2Clients'>,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OAuth2ClientRecord | undefined> {
  const client = await store.oauth2Clients.findOne({ clientId });
  if (!client) return undefined;
  const isRight = timingSafeEqual(Buffer.from(client.secretHash, 'hex'), hashSecret(clientSecret));
  return isRight ? client : undefined;
}

/** Deletes the client's tokens too. @returns whether the client existed */
export async function deleteClient(
  store: Pick<Store, 'oauth2Clients' | 'oauth2AccessTokens' | 'oauth2RefreshTokens'>,
  clientId: string,
): Promise<boolean> {
  // Deletes the client first: issue-tokens.ts checks again that the client exists after it has stored new tokens.
  const { deletedCount } = await store.oauth2Clients.deleteOne({ clientId });
  await revokeTokens(store, { clientId });
  return deletedCount > 0;
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
