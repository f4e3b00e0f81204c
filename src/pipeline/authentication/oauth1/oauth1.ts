/**
 * OAuth 1.0a (RFC 5849): a registered client signs requests on behalf of a user. This scheme only verifies signatures;
 * the command line creates consumers and tokens.
 */
import { createHash } from 'node:crypto';
import { AuthenticationFailed, UserInactive } from '../../../errors/index.js';
import type { AuthenticationRequest, AuthenticationScheme } from '../../../extension.js';
import { isDuplicateKey } from '../../../store/duplicate-key.js';
import { hashKey } from '../../../store/hash-key.js';
import type { Store } from '../../../store/store.js';
import { deriveTokenSecret } from './credentials.js';
import { malformed, type ProtocolParameters, parseHeader, readProtocolParameters } from './read-header.js';
import { baseString, isSame, type Parameter, sign } from './signature.js';

export interface OAuth1Options {
  /** `Settings.baseUrl`: the start of the URL that clients sign. A client could choose any `Host`. */
  readonly baseUrl: string;
  readonly secretKey: string;
}

/** The seconds that a client's clock may differ. */
const WINDOW = 300;

/**
 * Attempted only with `Authorization: OAuth ...`. Protocol parameters in query or form (3.5.2, 3.5.3) do not count. The
 * auth value is the token's record.
 */
export function oauth1(
  store: Pick<Store, 'users' | 'oauth1Consumers' | 'oauth1Tokens' | 'oauth1Nonces' | 'insertExpiring'>,
  { baseUrl, secretKey }: OAuth1Options,
): AuthenticationScheme {
  return {
    name: 'oauth1',
    challenge: () => 'OAuth realm="api"',
    async authenticate(request) {
      const header = parseHeader(request.headers.authorization);
      if (!header) return undefined;
      const parameters = readProtocolParameters(header);
      const { consumerKey, token: tokenKey, signatureMethod, signature, use } = parameters;
      if (signatureMethod === 'PLAINTEXT' && !(baseUrl.startsWith('https:') && request.confidential))
        throw new AuthenticationFailed({ detail: 'The OAuth signature method PLAINTEXT requires HTTPS.' });
      if (use && Math.abs(Date.now() / 1000 - use.timestamp) > WINDOW)
        throw new AuthenticationFailed({
          detail: `OAuth timestamp is more than ${WINDOW} seconds away from the time of this service.`,
        });

      // Before the form is read, so that only a registered client can make the service parse a body.
      const [consumer, token] = await Promise.all([
        store.oauth1Consumers.findOne({ key: consumerKey }),
        store.oauth1Tokens.findOne({ key: tokenKey }),
      ]);
      if (!consumer || token?.consumerId !== consumer._id) throw invalid();
      const tokenSecret = deriveTokenSecret(secretKey, token.salt);
      const text = baseString(
        request.method,
        baseUrl + request.path,
        await collectParameters(request, header),
      );
      const expected = sign(signatureMethod, text, { consumerSecret: consumer.secret, tokenSecret });
      if (!isSame(expected, signature)) throw invalid();
      await checkBodyHash(request, parameters.bodyHash);
      await spendNonce(store, parameters);
      const user = await store.users.findOne({ _id: token.userId });
      if (!user?.active) throw new UserInactive();
      return { user: { id: user._id, username: user.username }, auth: token, logins: user.logins };
    },
  };
}

/** The same message for every wrong part, so that it does not reveal which parts were right. */
function invalid(): AuthenticationFailed {
  return new AuthenticationFailed({ detail: 'Invalid OAuth consumer key, token or signature.' });
}

/** The fields of multipart forms are not signed, although `form()` returns them. */
const SIGNED_FORM = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The signed parameters: those of header, query and form (RFC 5849, 3.4.1.3.1), decoded as later steps decode them, so
 * that nothing is verified in one form and used in another.
 *
 * @throws AuthenticationFailed if query or form contain a protocol parameter (3.5: all in one place)
 */
export async function collectParameters(
  request: AuthenticationRequest,
  header: readonly Parameter[],
): Promise<readonly Parameter[]> {
  const form = SIGNED_FORM.test(request.headers['content-type'] ?? '') ? await request.form() : [];
  const beside = [...request.query, ...form];
  if (beside.some(([name]) => name.startsWith('oauth_'))) {
    throw malformed('Protocol parameters stand in the header alone, not in query or form.');
  }
  return [...header.filter(([name]) => name !== 'oauth_signature'), ...beside];
}

/** The extension specifies SHA-1. Clients that sign with HMAC-SHA256 also use SHA-256. */
const BODY_HASHES = ['sha1', 'sha256'];

/**
 * With `oauth_body_hash` clients sign a body that is not a form ("OAuth Request Body Hash", draft 4).
 *
 * @throws AuthenticationFailed if the body is not the signed one
 */
async function checkBodyHash(request: AuthenticationRequest, bodyHash: string | undefined): Promise<void> {
  if (bodyHash === undefined) return;
  // A body that cannot be read is not checked here: parsing it reports that, if the request gets there.
  const body = await request.bytes().catch(() => undefined);
  if (!body) return;
  const hashes = BODY_HASHES.map((name) => createHash(name).update(body).digest('base64'));
  if (hashes.some((hash) => isSame(hash, bodyHash))) return;
  throw new AuthenticationFailed({ detail: 'OAuth body hash does not match the body.' });
}

/**
 * Accepts each nonce once per consumer, token and timestamp (RFC 5849, 3.3). Called for verified requests only, so that
 * nobody else can use up a client's nonce or fill the store. The unique `_id` lets only one of several simultaneous
 * requests pass, across all processes.
 *
 * @throws AuthenticationFailed if the nonce was used before
 */
async function spendNonce(
  store: Pick<Store, 'oauth1Nonces' | 'insertExpiring'>,
  { consumerKey, token, use }: ProtocolParameters,
): Promise<void> {
  if (!use) return;
  const { timestamp, nonce } = use;
  // JSON separates the parts: ("a", "bc") differs from ("ab", "c").
  const identity = JSON.stringify([consumerKey, token, timestamp, nonce]);
  // Kept longer than any process accepts the timestamp, because clocks differ. The clock that is ahead decides.
  const expiresAt = new Date((timestamp + 2 * WINDOW) * 1000);
  try {
    await store.insertExpiring(store.oauth1Nonces, { _id: hashKey(identity), expiresAt }, 3 * WINDOW * 1000);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AuthenticationFailed({ detail: 'OAuth nonce has been used already.' });
  }
}
