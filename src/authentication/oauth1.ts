/**
 * OAuth 1.0a (RFC 5849): a registered client signs requests on behalf of a user. The scheme only verifies signatures;
 * the command line creates consumers, and tokens that let them act for a user.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { quoteInput } from '../errors/api-error.js';
import { AuthenticationFailed } from '../errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../extension.js';
import { insertOnce } from '../store/errors.js';
import type { Store } from '../store/index.js';
import { hashKey } from '../store/keys.js';
import type { OAuth1ConsumerRecord, UserRecord } from '../store/records.js';
import { type FindUser, identify } from './logins.js';

/** The secret is stored readable, because verifying an HMAC needs its key and not a hash of it. */
export async function issueConsumer(
  store: Pick<Store, 'oauth1Consumers' | 'insertNext'>,
  name: string,
): Promise<Omit<OAuth1ConsumerRecord, 'created'>> {
  const consumer = { name, key: randomBytes(15).toString('hex'), secret: randomBytes(32).toString('hex') };
  return { _id: await store.insertNext(store.oauth1Consumers, consumer), ...consumer };
}

/** @returns the credentials that a client signs with on behalf of the user. The secret is never shown again */
export async function issueOAuth1Token(
  store: Pick<Store, 'oauth1Tokens' | 'insertNext'>,
  secretKey: string,
  consumerId: number,
  { _id: userId, logins }: Pick<UserRecord, '_id' | 'logins'>,
): Promise<{ readonly token: string; readonly tokenSecret: string }> {
  const salt = randomBytes(16).toString('hex');
  const token = randomBytes(15).toString('hex');
  await store.insertNext(store.oauth1Tokens, { key: token, salt, consumerId, userId, logins });
  return { token, tokenSecret: deriveTokenSecret(secretKey, salt) };
}

/** A copy of the store contains no token secret, so nobody can sign with it. */
function deriveTokenSecret(secretKey: string, salt: string): string {
  return createHmac('sha256', secretKey).update(`oauth1 token:${salt}`).digest('hex');
}

/** Its tokens count only while the consumer exists. @returns whether it existed */
export async function deleteConsumer(
  store: Pick<Store, 'oauth1Consumers' | 'oauth1Tokens'>,
  key: string,
): Promise<boolean> {
  const consumer = await store.oauth1Consumers.findOne({ key });
  if (!consumer) return false;
  await store.oauth1Consumers.deleteOne({ _id: consumer._id });
  await store.oauth1Tokens.deleteMany({ consumerId: consumer._id });
  return true;
}

/** The seconds that a client's clock may differ. */
const WINDOW = 300;

/**
 * Attempted only with `Authorization: OAuth ...`. Protocol parameters in query or form (3.5.2, 3.5.3) do not count. The
 * auth value is the token's record.
 *
 * @param baseUrl the start of the URL that clients sign: a client could choose any `Host`
 */
export function oauth1(
  store: Pick<Store, 'oauth1Consumers' | 'oauth1Tokens' | 'oauth1Nonces'>,
  findUser: FindUser,
  { baseUrl, secretKey }: { readonly baseUrl: string; readonly secretKey: string },
): AuthenticationScheme {
  return {
    name: 'oauth1',
    challenge: () => 'OAuth realm="api"',
    async authenticate(request) {
      const header = parseHeader(request.headers.authorization);
      if (!header) return undefined;
      const parameters = readProtocolParameters(header);
      const { method, signature, use } = parameters;
      if (method === 'PLAINTEXT' && !(baseUrl.startsWith('https:') && request.confidential))
        throw new AuthenticationFailed({ detail: 'The OAuth signature method PLAINTEXT requires HTTPS.' });
      if (use && Math.abs(Date.now() / 1000 - use.timestamp) > WINDOW)
        throw new AuthenticationFailed({
          detail: `OAuth timestamp is more than ${WINDOW} seconds away from the time of this service.`,
        });

      // Before the form is read, so that only a registered client can make the service parse a body.
      const [consumer, token] = await Promise.all([
        store.oauth1Consumers.findOne({ key: parameters.consumerKey }),
        store.oauth1Tokens.findOne({ key: parameters.token }),
      ]);
      if (!consumer || token?.consumerId !== consumer._id) throw wrong();
      const signedParameters = await collectParameters(request, header);
      const text = baseString(request.method, baseUrl + request.path, signedParameters);
      const tokenSecret = deriveTokenSecret(secretKey, token.salt);
      if (!isSame(sign(method, text, { consumerSecret: consumer.secret, tokenSecret }), signature))
        throw wrong();
      await checkBodyHash(request, parameters.bodyHash);
      await spendNonce(store, parameters);
      return { ...identify(await findUser(token.userId), token), auth: token };
    },
  };
}

/** The same message for every wrong part, so that it does not reveal which parts were right. */
const wrong = () => new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
const malformed = (why: string) => new AuthenticationFailed({ detail: `Invalid OAuth header. ${why}` });

/** Name and value, decoded. */
export type Parameter = readonly [name: string, value: string];

/** One parameter and the comma after it. In a realm (a quoted-string, RFC 9110, 5.6.4) `\"` is not the end. */
const PARAMETER =
  /[ \t]*([^\s=",]+)[ \t]*=[ \t]*"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"[ \t]*(,|$)/gy;

/**
 * Reads `OAuth realm="...", oauth_token="...", ...` (3.5.1), without `realm`, which is not signed (3.4.1.3.1).
 *
 * @returns undefined if the header names another scheme, or is missing
 */
export function parseHeader(authorization = ''): readonly Parameter[] | undefined {
  const list = /^\s*OAuth(?:\s+(.*))?$/is.exec(authorization);
  if (!list) return undefined;
  const [, text = ''] = list;
  if (text === '') throw malformed('No credentials provided.');

  const found = [...text.matchAll(PARAMETER)];
  const read = found.map(([whole]) => whole).join('');
  if (read !== text || found.at(-1)?.[3] !== '')
    throw malformed('Expected name="value", separated by commas.');

  const parameters = new Map<string, string>();
  for (const [, encodedName = '', encodedValue = ''] of found) {
    if (encodedName.toLowerCase() === 'realm') continue;
    const name = percentDecode(encodedName);
    if (parameters.has(name)) throw malformed(`The parameter ${quoteInput(encodedName)} is given twice.`);
    parameters.set(name, percentDecode(encodedValue));
  }
  return [...parameters];
}

/** `+` stays a plus. @throws AuthenticationFailed for an invalid escape, and for escapes that are not UTF-8 */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('Names and values are percent-encoded UTF-8.');
  }
}

/** The protocol parameters (3.1). @throws AuthenticationFailed naming the parameter */
function readProtocolParameters(header: readonly Parameter[]) {
  const given = new Map(header);
  const need = (name: string): string => {
    const value = given.get(name);
    if (!value) throw malformed(`The parameter ${name} is missing.`);
    return value;
  };

  const version = given.get('oauth_version');
  if (version !== undefined && version !== '1.0') throw malformed('The parameter oauth_version is not 1.0.');
  const consumerKey = need('oauth_consumer_key');
  // RFC 5849 lets the token be absent, but without it there is no user.
  const token = need('oauth_token');
  const method = need('oauth_signature_method');
  if (!isSignatureMethod(method))
    throw malformed(`The parameter oauth_signature_method is none of ${Object.keys(METHODS).join(', ')}.`);
  const signature = need('oauth_signature');
  // 3.1: PLAINTEXT may omit both. One without the other protects nothing, so it is an error.
  const isUsed = method !== 'PLAINTEXT' || given.has('oauth_timestamp') || given.has('oauth_nonce');
  const use = isUsed
    ? { timestamp: toSeconds(need('oauth_timestamp')), nonce: need('oauth_nonce') }
    : undefined;
  return { consumerKey, token, method, signature, use, bodyHash: given.get('oauth_body_hash') };
}

/** 3.3: a positive integer, seconds since 1970. */
function toSeconds(text: string): number {
  if (/^[1-9][0-9]{0,11}$/.test(text)) return Number(text);
  throw malformed('The parameter oauth_timestamp is no positive integer.');
}

/** The fields of multipart forms are not signed, although `form()` returns them. */
const SIGNED_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The signed parameters: those of header, query and form (3.4.1.3.1), decoded as later steps decode them, so that
 * nothing is verified in one form and used in another.
 *
 * @throws AuthenticationFailed if query or form contain a protocol parameter (3.5: all in one place)
 */
async function collectParameters(
  request: Pick<AuthenticationRequest, 'headers' | 'query' | 'form'>,
  header: readonly Parameter[],
) {
  const form = SIGNED_FORM.test(request.headers['content-type'] ?? '') ? await request.form() : [];
  const beside = [...request.query, ...form];
  if (beside.some(([name]) => name.startsWith('oauth_')))
    throw malformed('Protocol parameters stand in the header alone, not in query or form.');
  return [...header.filter(([name]) => name !== 'oauth_signature'), ...beside];
}

/** 3.6: UTF-8, unreserved characters (RFC 3986, 2.3) unchanged, upper-case escapes. */
export function percentEncode(text: string): string {
  const toEscape = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, toEscape);
}

/**
 * The text that is signed (3.4.1).
 *
 * @param url of the request without its query (3.4.1.2): scheme and host in lower case, no default port; path as sent
 * @param parameters decoded, from header, query and form, without `realm` and `oauth_signature`
 */
export function baseString(method: string, url: string, parameters: readonly Parameter[]): string {
  // 3.4.1.3.2: encoded, then sorted by name, then by value. Encoded text is ASCII, so this is byte order.
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  const normalized = parameters
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [method.toUpperCase(), url, normalized].map(percentEncode).join('&');
}

/** HMAC-SHA256 is not in the RFC. Clients use this name for HMAC-SHA1 (3.4.2) with the other hash. */
const METHODS = {
  'HMAC-SHA1': (text: string, key: string) => createHmac('sha1', key).update(text).digest('base64'),
  'HMAC-SHA256': (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64'),
  PLAINTEXT: (_text: string, key: string) => key,
};

export type SignatureMethod = keyof typeof METHODS;

const isSignatureMethod = (name: string): name is SignatureMethod => Object.hasOwn(METHODS, name);

interface Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret: string;
}

/** @param text the signature base string, which PLAINTEXT ignores */
export const sign = (
  method: SignatureMethod,
  text: string,
  { consumerSecret, tokenSecret }: Secrets,
): string => METHODS[method](text, `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`);

/** Compares digests, so that the time does not depend on the length of a secret. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * With `oauth_body_hash` clients sign a body that is not a form ("OAuth Request Body Hash", draft 4). It specifies SHA-1;
 * clients that sign with HMAC-SHA256 also use SHA-256.
 */
async function checkBodyHash(request: AuthenticationRequest, bodyHash: string | undefined): Promise<void> {
  if (bodyHash === undefined) return;
  // A body that cannot be read is not checked here: parsing it reports that, if the request gets there.
  const body = await request.bytes().catch(() => undefined);
  if (!body) return;
  const hashes = ['sha1', 'sha256'].map((name) => createHash(name).update(body).digest('base64'));
  if (hashes.some((hash) => isSame(hash, bodyHash))) return;
  throw new AuthenticationFailed({ detail: 'OAuth body hash does not match the body.' });
}

/** Longer than a timestamp is accepted by any process, or by a store whose clock is ahead. */
const NONCE_KEPT_MS = 60 * 60 * 1000;

/**
 * Accepts each nonce once per consumer, token and timestamp (3.3). Called for verified requests only, so that nobody
 * else can use up a client's nonce or fill the store. The unique `_id` lets one of several simultaneous requests pass.
 */
async function spendNonce(
  { oauth1Nonces }: Pick<Store, 'oauth1Nonces'>,
  { consumerKey, token, use }: ReturnType<typeof readProtocolParameters>,
): Promise<void> {
  if (!use) return;
  // JSON separates the parts: ("a", "bc") differs from ("ab", "c").
  const _id = hashKey(JSON.stringify([consumerKey, token, use.timestamp, use.nonce]));
  if (!(await insertOnce(oauth1Nonces, { _id, expiresAt: new Date(Date.now() + NONCE_KEPT_MS) })))
    throw new AuthenticationFailed({ detail: 'OAuth nonce has been used already.' });
}
