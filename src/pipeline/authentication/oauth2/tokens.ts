/** The tokens of OAuth 2.0 in the store, which has only their hashes. */
import type { OAuth2AccessTokenRecord, OAuth2RefreshTokenRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { hashKey } from '../token-keys.js';

type Tokens = Pick<Store, 'oauth2AccessTokens' | 'oauth2RefreshTokens'>;

/** The stores delete expired records late, so reads compare the date too. */
export async function findAccessToken(
  store: Tokens,
  token: string,
): Promise<OAuth2AccessTokenRecord | undefined> {
  const row = await store.oauth2AccessTokens.findOne({ _id: hashKey(token) });
  return row && row.expiresAt > new Date() ? row : undefined;
}

/** @returns the token even if it is used up, so that a second use is noticed */
export async function findRefreshToken(
  store: Tokens,
  token: string,
): Promise<OAuth2RefreshTokenRecord | undefined> {
  const row = await store.oauth2RefreshTokens.findOne({ _id: hashKey(token) });
  return row && row.expiresAt > new Date() ? row : undefined;
}

/** @returns whether it was unused. Of two simultaneous calls one gets true */
export async function spendRefreshToken(store: Tokens, id: string): Promise<boolean> {
  const { matchedCount } = await store.oauth2RefreshTokens.updateOne(
    { _id: id, spent: false },
    { $set: { spent: true } },
  );
  return matchedCount === 1;
}

/** Deletes all tokens of a login, of a user, or of a client. */
export async function revokeTokens(
  store: Tokens,
  whose: { familyId: string } | { userId: number } | { clientId: string },
): Promise<void> {
  // Refresh tokens first: an exchange that is issuing tokens of the family now finds its refresh token deleted and
  // deletes what it has issued (issue-tokens.ts). Tokens that it stored before this are deleted here.
  await store.oauth2RefreshTokens.deleteMany(whose);
  await store.oauth2AccessTokens.deleteMany(whose);
}
