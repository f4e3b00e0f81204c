/** Issues an access token and a refresh token, unless their login has ended in the meantime. */
import type { UserRecord } from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { loginStands } from '../login-stands.js';
import { hashKey } from '../token-keys.js';
import { type Scope, writeScopes } from './scopes.js';
import { revokeTokens, spendRefreshToken } from './tokens.js';

/** What the tokens are issued for: a right password, or a refresh token. */
export interface Login {
  readonly user: UserRecord;
  readonly familyId: string;
  /** The id of the refresh token that is exchanged. */
  readonly spends: string | undefined;
  /** See loginStands. */
  logInAgain(): Promise<UserRecord | undefined>;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly refreshToken: string;
  readonly refreshTokenExpiresAt: Date;
  readonly scope: readonly Scope[];
}

/** @returns false if nothing was issued: the refresh token was already used, or the login has ended */
export async function issueTokens(
  store: Store,
  login: Login,
  clientId: string,
  tokens: IssuedTokens,
): Promise<boolean> {
  const { user, familyId, spends } = login;
  // RFC 9700, 4.14.2: a second use of a refresh token means that it may have been stolen.
  const isGood = spends === undefined || (await spendRefreshToken(store, spends));
  if (isGood) {
    const grant = { userId: user._id, clientId, scope: writeScopes(tokens.scope), familyId };
    await store.oauth2RefreshTokens.insertOne({
      ...grant,
      _id: hashKey(tokens.refreshToken),
      expiresAt: tokens.refreshTokenExpiresAt,
      spent: false,
    });
    await store.oauth2AccessTokens.insertOne({
      ...grant,
      _id: hashKey(tokens.accessToken),
      expiresAt: tokens.accessTokenExpiresAt,
    });
    if (await stillStands(store, login, clientId)) return true;
  }
  await revokeTokens(store, { familyId });
  return false;
}

/** Checked after the tokens are stored: a login that ends at the same time either finds the tokens or is found here. */
async function stillStands(store: Store, login: Login, clientId: string): Promise<boolean> {
  const { user, spends, logInAgain } = login;
  const [stands, client, spent] = await Promise.all([
    loginStands(store, user, logInAgain),
    store.oauth2Clients.findOne({ clientId }),
    spends === undefined ? true : store.oauth2RefreshTokens.findOne({ _id: spends }),
  ]);
  return stands && client !== null && spent !== null;
}
