/**
 * OAuth 2.0: the clients, the password and refresh grants of the token endpoint (RFC 6749, 4.3 and 6), and the scheme
 * `oauth2` (RFC 6750). A login is one record: it holds the hashes of the tokens that are good now, so a refresh replaces
 * both, and a deleted record ends both.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccessToken, AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Settings } from '../config/index.js';
import { AuthenticationFailed } from '../errors/index.js';
import { InvalidClient, OAuth2Error } from '../errors/oauth2-error.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../extension.js';
import type { Store } from '../store/index.js';
import { hashKey } from '../store/keys.js';
import type { OAuth2ClientRecord } from '../store/records.js';
import { parseAuthorization, parseBasic } from './basic.js';
import { type FindUser, identify, keepNewest } from './logins.js';
import type { CheckCredentials } from './passwords.js';

type Lifetimes = Pick<Settings, 'oauth2AccessTokenSeconds' | 'oauth2RefreshTokenSeconds'>;

/** The scopes in `openapi.yaml`. They are stored and sent in the format of RFC 6749, 3.3. */
const SCOPES: readonly string[] = ['read', 'write'];
const GRANTS = ['password', 'refresh_token'];

export interface ClientCredentials {
  readonly clientId: string;
  /** Shown once. The store has only its hash. */
  readonly clientSecret: string;
}

/** Both contain only characters that forms, HTTP Basic and shells do not change. */
export async function addClient(
  store: Pick<Store, 'oauth2Clients' | 'insertNext'>,
  name: string,
): Promise<ClientCredentials> {
  const clientId = randomBytes(16).toString('hex');
  const clientSecret = randomBytes(32).toString('hex');
  await store.insertNext(store.oauth2Clients, { name, clientId, secretHash: hashKey(clientSecret) });
  return { clientId, clientSecret };
}

/** Its tokens count only while the client exists. @returns whether it existed */
export async function deleteClient(
  store: Pick<Store, 'oauth2Clients' | 'oauth2Logins'>,
  clientId: string,
): Promise<boolean> {
  const { deletedCount } = await store.oauth2Clients.deleteOne({ clientId });
  await store.oauth2Logins.deleteMany({ clientId });
  return deletedCount > 0;
}

type GrantRequest = Pick<AuthenticationRequest, 'headers' | 'confidential' | 'ip'>;

/** Issues tokens. @throws OAuth2Error if the request is refused */
export type GrantAccessToken = (
  request: GrantRequest,
  parameters: AccessTokenRequest,
) => Promise<AccessToken>;

export function makeGrantAccessToken(
  store: Store,
  checkCredentials: CheckCredentials,
  lifetimes: Lifetimes,
): GrantAccessToken {
  const { oauth2Logins } = store;

  return async function grantAccessToken(request, parameters) {
    const { grant_type: grant } = parameters;
    if (grant === '') throw new OAuth2Error('invalid_request', 'Invalid request: grant_type is required');
    if (!GRANTS.includes(grant))
      throw new OAuth2Error(
        'unsupported_grant_type',
        `Unsupported grant type: expected ${GRANTS.join(' or ')}`,
      );
    const { clientId } = await authenticateClient(store, readClientCredentials(request, parameters));
    return grant === 'password'
      ? await logIn(parameters, clientId, request.ip)
      : await refresh(parameters, clientId);
  };

  async function logIn(parameters: AccessTokenRequest, clientId: string, ip: string): Promise<AccessToken> {
    const user = await checkCredentials(need('username', parameters), need('password', parameters), ip);
    if (!user) throw invalidGrant('user credentials are invalid');
    const { _id: userId, logins } = user;
    const id = randomBytes(16).toString('hex');
    const [_id, issued] = [hashKey(id), new Date()];
    const { tokens, stored } = makeTokens(id, selectScopes(parameters.scope, SCOPES), lifetimes);
    await oauth2Logins.insertOne({ _id, userId, logins, clientId, issued, ...stored });
    await keepNewest(oauth2Logins, { _id, userId, issued });
    return tokens;
  }

  async function refresh(parameters: AccessTokenRequest, clientId: string): Promise<AccessToken> {
    const token = need('refresh_token', parameters);
    const login = await findLogin(store, token);
    if (!login || login.expiresAt.getTime() <= Date.now()) throw invalidGrant('refresh token is invalid');
    const { _id } = login;
    if (login.clientId !== clientId) throw invalidGrant('refresh token was issued to another client');
    const user = await store.users.findOne({ _id: login.userId });
    if (!user?.active || user.logins !== login.logins) throw invalidGrant('refresh token is invalid');
    const { refreshScope = login.scope } = login;
    // Before the refresh token is spent: asking for too much does not cost it.
    const scopes = selectScopes(parameters.scope, refreshScope.split(' '));
    const { tokens, stored } = makeTokens(idOf(token), scopes, lifetimes);
    // RFC 6749, 6: the new refresh token has the scope of the one that was sent, however narrow the access token is.
    const change = { $set: { ...stored, refreshScope } };
    // Of two requests at once one finds the hash.
    const spent = await oauth2Logins.updateOne({ _id, refreshHash: hashKey(token) }, change);
    if (spent.matchedCount === 1) return tokens;
    // RFC 9700, 4.14.2: a second use of a refresh token means that it may have been stolen.
    await oauth2Logins.deleteOne({ _id });
    throw invalidGrant('refresh token is invalid');
  }
}

/** RFC 6749, 3.3. @returns each scope once, in the order of `allowed`; all of them if none is requested */
function selectScopes(asked: string | undefined, allowed: readonly string[]): readonly string[] {
  if (asked === undefined) return allowed;
  const names = asked.split(' ');
  if (names.every((name) => allowed.includes(name))) return allowed.filter((name) => names.includes(name));
  throw new OAuth2Error('invalid_scope', 'Invalid scope: Requested scope is invalid');
}

const ID_LENGTH = 32;
/** A token begins with the id of its login. */
const idOf = (token: string): string => token.slice(0, ID_LENGTH);

function findLogin({ oauth2Logins }: Pick<Store, 'oauth2Logins'>, token: string) {
  return oauth2Logins.findOne({ _id: hashKey(idOf(token)) });
}

function makeTokens(id: string, scopes: readonly string[], lifetimes: Lifetimes) {
  const accessToken = id + randomBytes(32).toString('hex');
  const refreshToken = id + randomBytes(32).toString('hex');
  const scope = scopes.join(' ');
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const { oauth2AccessTokenSeconds: expiresIn, oauth2RefreshTokenSeconds } = lifetimes;
  const tokens: AccessToken = {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    scope,
    refresh_token: refreshToken,
  };
  const stored = {
    scope,
    accessHash: hashKey(accessToken),
    accessExpiresAt: inSeconds(expiresIn),
    refreshHash: hashKey(refreshToken),
    expiresAt: inSeconds(oauth2RefreshTokenSeconds),
  };
  return { tokens, stored };
}

const invalidGrant = (why: string) => new OAuth2Error('invalid_grant', `Invalid grant: ${why}`);

function need(name: 'username' | 'password' | 'refresh_token', parameters: AccessTokenRequest): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuth2Error('invalid_request', `Missing parameter: \`${name}\``);
  return value;
}

/** @throws InvalidClient. The comparison takes constant time */
async function authenticateClient(
  { oauth2Clients }: Pick<Store, 'oauth2Clients'>,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OAuth2ClientRecord> {
  const client = await oauth2Clients.findOne({ clientId });
  if (client && timingSafeEqual(Buffer.from(client.secretHash), Buffer.from(hashKey(clientSecret))))
    return client;
  throw new InvalidClient('Invalid client: client is invalid');
}

/** From HTTP Basic or from the form, never both (RFC 6749, 2.3.1). @throws OAuth2Error */
function readClientCredentials(
  request: GrantRequest,
  { client_id: clientId, client_secret: clientSecret }: AccessTokenRequest,
): ClientCredentials {
  if (request.headers.authorization === undefined) {
    if (clientId === undefined || clientSecret === undefined)
      throw new InvalidClient('Invalid client: client_id and client_secret are required');
    return { clientId, clientSecret };
  }
  const credentials = parseBasic(request);
  if (credentials === undefined) throw new InvalidClient('Invalid client: authenticate by HTTP Basic');
  const [encodedId, encodedSecret] = credentials;
  const id = decodeFormText(encodedId);
  // A client_id besides the header only identifies the client again.
  if (clientSecret !== undefined || (clientId !== undefined && clientId !== id))
    throw new OAuth2Error('invalid_request', 'Invalid request: more than one client authentication');
  return { clientId: id, clientSecret: decodeFormText(encodedSecret) };
}

/** Here Basic's name and password are form-encoded before they are joined (RFC 6749, 2.3.1). */
function decodeFormText(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch (cause) {
    throw new InvalidClient('Invalid client: the credentials are not form-encoded', { cause });
  }
}

/** `Authorization: Bearer <access token>`; never from a form or query, which logs may store (RFC 6750, 2.1). */
export function bearer(
  store: Pick<Store, 'oauth2Clients' | 'oauth2Logins'>,
  findUser: FindUser,
): AuthenticationScheme {
  return {
    name: 'oauth2',
    challenge: () => 'Bearer realm="api"',
    async authenticate(request) {
      const token = parseAuthorization(request, 'Bearer', 'Token string');
      if (token === undefined) return undefined;
      const login = await findLogin(store, token);
      if (login?.accessHash !== hashKey(token) || login.accessExpiresAt.getTime() <= Date.now())
        throw invalidToken();
      const { userId, clientId, accessExpiresAt: expiresAt } = login;
      const [user, client] = await Promise.all([findUser(userId), store.oauth2Clients.findOne({ clientId })]);
      const identity = identify(user, login);
      if (!client) throw invalidToken();
      const scopes = login.scope.split(' ');
      return { ...identity, auth: { userId, clientId, scopes, expiresAt }, scopes };
    },
  };
}

const invalidToken = () => new AuthenticationFailed({ detail: 'Invalid token.' });
