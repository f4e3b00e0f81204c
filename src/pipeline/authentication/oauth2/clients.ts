/** The clients of OAuth 2.0: made and deleted by the command line, checked by the token endpoint. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { nextId, type Store } from '../../../store/index.js';
import type { OAuth2ClientRecord } from '../../../store/records.js';
import { revokeTokens } from './tokens.js';

export interface ClientCredentials {
  readonly clientId: string;
  /** Told once: the store has its hash. */
  readonly clientSecret: string;
}

/** Both consist of characters that forms, Basic and shells take as they are. */
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

/** @returns the client, when this is its secret; the comparison takes the same time for every wrong one */
export async function findClient(
  store: Pick<Store, 'oauth2Clients'>,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OAuth2ClientRecord | undefined> {
  const client = await store.oauth2Clients.findOne({ clientId });
  if (!client) return undefined;
  const isRight = timingSafeEqual(Buffer.from(client.secretHash, 'hex'), hashSecret(clientSecret));
  return isRight ? client : undefined;
}

/** Ends the client's tokens too. @returns whether there was such a client */
export async function deleteClient(
  store: Pick<Store, 'oauth2Clients' | 'oauth2AccessTokens' | 'oauth2RefreshTokens'>,
  clientId: string,
): Promise<boolean> {
  // The client first: tokens that are being issued to it meanwhile look for it again (issue-tokens.ts).
  const { deletedCount } = await store.oauth2Clients.deleteOne({ clientId });
  await revokeTokens(store, { clientId });
  return deletedCount > 0;
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
