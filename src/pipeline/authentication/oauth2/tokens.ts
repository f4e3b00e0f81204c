/** The tokens of OAuth 2.0 in the store, where each is known by its hash alone. */
import type { OAuth2AccessTokenRecord, OAuth2RefreshTokenRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { hashKey } from '../token-keys.js';

type Tokens = Pick<Store, 'oauth2AccessTokens' | 'oauth2RefreshTokens'>;

/** The stores sweep what has expired late, so it is compared here too. */
export async function findAccessToken(
  store: Tokens,
  token: string,
): Promise<OAuth2AccessTokenRecord | undefined> {
  const row = await store.oauth2AccessTokens.findOne({ _id: hashKey(token) });
  return row && row.expiresAt > new Date() ? row : undefined;
}

/** @returns also a spent one, so that its second use is noticed */
export async function findRefreshToken(
  store: Tokens,
  token: string,
): Promise<OAuth2RefreshTokenRecord | undefined> {
  const row = await store.oauth2RefreshTokens.findOne({ _id: hashKey(token) });
  return row && row.expiresAt > new Date() ? row : undefined;
}

/** @returns whether it was good until now: of two that spend it at once, one gets true */
export async function spendRefreshToken(store: Tokens, id: string): Promise<boolean> {
  const { matchedCount } = await store.oauth2RefreshTokens.updateOne(
    { _id: id, spent: false },
    { $set: { spent: true } },
  );
  return matchedCount === 1;
}

/** Ends all tokens of one login, of a user, or of a client. */
export async function revokeTokens(
  store: Tokens,
  whose: { familyId: string } | { userId: number } | { clientId: string },
): Promise<void> {
  // Refresh tokens first: who is issuing tokens of the family now finds the refresh token gone that it has spent, and
  // takes back what it issued (issue-tokens.ts); what it issued before looking is deleted here.
  await store.oauth2RefreshTokens.deleteMany(whose);
  await store.oauth2AccessTokens.deleteMany(whose);
}
