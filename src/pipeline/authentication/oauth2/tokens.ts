/** The tokens of OAuth 2.0: scopes, and how they are issued, found, spent and revoked. The store has only hashes. */
import { randomBytes } from 'node:crypto';
import type { Settings } from '../../../config/index.js';
import { hashKey } from '../../../store/hash-key.js';
import type {
  OAuth2AccessTokenRecord,
  OAuth2RefreshTokenRecord,
  UserRecord,
} from '../../../store/records.js';
import type { Store } from '../../../store/store.js';
import { newestFirst, stillHolds } from '../../../store/stored-time.js';
import { loginStands } from '../passwords/check-credentials.js';

/** The scopes in `openapi.yaml`. They are stored and sent in the format of RFC 6749, 3.3. */
export const SCOPES: readonly string[] = ['read', 'write'];

/** @returns each scope once, in the order of `allowed`; all of them if none is requested; undefined for any other */
export function selectScopes(asked: string | undefined, allowed: readonly string[]): string[] | undefined {
  if (asked === undefined) return [...allowed];
  // RFC 6749, 3.3: single spaces, and no other white space.
  const names = asked.split(' ');
  return names.every((name) => allowed.includes(name))
    ? allowed.filter((name) => names.includes(name))
    : undefined;
}

export const writeScopes = (scopes: readonly string[]): string => scopes.join(' ');
export const readScopes = (text: string): string[] => text.split(' ');

/** What the tokens are issued for: a right password, or a refresh token. */
export interface Login {
  readonly user: UserRecord;
  /** The scopes that it may have. */
  readonly scopes: readonly string[];
  readonly familyId: string;
  /** The id of the refresh token that is exchanged. */
  readonly spends: string | undefined;
  /** See loginStands. */
  logInAgain(): Promise<UserRecord | undefined>;
}

interface Issue {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly settings: Pick<Settings, 'oauth2AccessTokenSeconds' | 'oauth2RefreshTokenSeconds'>;
}

/**
 * Issues an access token and a refresh token.
 *
 * @returns undefined if nothing was issued: the refresh token was already used, or the login has ended
 */
export async function issueTokens(
  store: Store,
  login: Login,
  { clientId, scopes, settings }: Issue,
): Promise<{ accessToken: string; refreshToken: string } | undefined> {
  const { user, familyId, spends } = login;
  if (spends === undefined || (await spendRefreshToken(store, spends))) {
    const [accessToken, refreshToken] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    const common = { userId: user._id, clientId, scope: writeScopes(scopes), familyId };
    await store.oauth2RefreshTokens.insertOne({
      ...common,
      _id: hashKey(refreshToken),
      expiresAt: inSeconds(settings.oauth2RefreshTokenSeconds),
      spent: false,
    });
    await store.oauth2AccessTokens.insertOne({
      ...common,
      _id: hashKey(accessToken),
      expiresAt: inSeconds(settings.oauth2AccessTokenSeconds),
    });
    await endOldest(store, user._id, settings);
    if (await stillStands(store, login, clientId)) return { accessToken, refreshToken };
  }
  await revokeTokens(store, { familyId });
  return undefined;
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

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

type Tokens = Pick<Store, 'oauth2AccessTokens' | 'oauth2RefreshTokens'>;

/** Logins of one user that have tokens. A further one ends the oldest. */
const MOST_FAMILIES = 50;
/** Tokens of each kind that one login keeps. Refreshing more often ends the oldest. */
const MOST_OF_FAMILY = 20;

/** What is stored for a user has a bound, however often a program logs in or refreshes. */
async function endOldest(
  store: Tokens,
  userId: number,
  { oauth2AccessTokenSeconds, oauth2RefreshTokenSeconds }: Issue['settings'],
): Promise<void> {
  const refreshTokens = newestFirst(
    await store.oauth2RefreshTokens.find({ userId }, TIMES).toArray(),
    oauth2RefreshTokenSeconds * 1000,
  );
  const accessTokens = newestFirst(
    await store.oauth2AccessTokens.find({ userId }, TIMES).toArray(),
    oauth2AccessTokenSeconds * 1000,
  );
  const families = [...new Set(refreshTokens.map(({ familyId }) => familyId))];
  for (const familyId of families.slice(MOST_FAMILIES)) await revokeTokens(store, { familyId });
  for (const familyId of families.slice(0, MOST_FAMILIES)) {
    const idsBeyond = (tokens: typeof refreshTokens) =>
      tokens
        .filter((token) => token.familyId === familyId)
        .slice(MOST_OF_FAMILY)
        .map(({ _id }) => _id);
    const [refresh, access] = [idsBeyond(refreshTokens), idsBeyond(accessTokens)];
    if (refresh.length > 0) await store.oauth2RefreshTokens.deleteMany({ _id: { $in: refresh } });
    if (access.length > 0) await store.oauth2AccessTokens.deleteMany({ _id: { $in: access } });
  }
}

const TIMES = { projection: { familyId: 1, expiresAt: 1 } } as const;

/**
 * The stores delete expired records late, so reads compare the date too.
 *
 * @param lifetime seconds, as tokens are issued today
 */
export async function findAccessToken(
  store: Tokens,
  token: string,
  lifetime: number,
): Promise<OAuth2AccessTokenRecord | undefined> {
  const row = await store.oauth2AccessTokens.findOne({ _id: hashKey(token) });
  return row && stillHolds(row.expiresAt, lifetime * 1000) ? row : undefined;
}

/**
 * @param lifetime seconds
 * @returns the token even if it is used up, so that a second use is noticed
 */
export async function findRefreshToken(
  store: Tokens,
  token: string,
  lifetime: number,
): Promise<OAuth2RefreshTokenRecord | undefined> {
  const row = await store.oauth2RefreshTokens.findOne({ _id: hashKey(token) });
  return row && stillHolds(row.expiresAt, lifetime * 1000) ? row : undefined;
}

/** @returns whether it was unused. Of two simultaneous calls one gets true */
async function spendRefreshToken(store: Tokens, id: string): Promise<boolean> {
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
  // deletes what it has issued (issueTokens). Tokens that it stored before this are deleted here.
  await store.oauth2RefreshTokens.deleteMany(whose);
  await store.oauth2AccessTokens.deleteMany(whose);
}
