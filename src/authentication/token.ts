/**
 * `Authorization: Token <key>`, and the keys. A user's key is derived from SECRET_KEY and the user's row, so that the
 * token endpoint can show it again, and the store holds only its hash.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { AuthenticationFailed } from '../errors/index.js';
import type { AuthenticationScheme } from '../extension.js';
import { decodeText } from '../http/parse-form.js';
import { batchLoader } from '../scheduling/batcher.js';
import { insertOnce } from '../store/errors.js';
import { fingerprintOf, hashKey } from '../store/keys.js';
import type { UserRecord } from '../store/records.js';
import type { Store } from '../store/store.js';
import { parseAuthorization } from './basic.js';
import { type FindUser, identify } from './logins.js';

/** @param secretKey only tokens that were derived from it count: one of an earlier key is invalid though it is stored */
export function token(
  store: Pick<Store, 'tokens'>,
  findUser: FindUser,
  secretKey: string,
): AuthenticationScheme {
  const fingerprint = fingerprintOf(secretKey);
  const findToken = batchLoader(
    (hashes: string[]) => store.tokens.find({ hash: { $in: hashes } }).toArray(),
    ({ hash }) => hash,
  );
  return {
    name: 'token',
    challenge: () => 'Token',
    async authenticate(request) {
      const credentials = parseAuthorization(request, 'Token', 'Token string');
      if (credentials === undefined) return undefined;
      // Node hands header bytes on as Latin-1 (RFC 9110, 5.5).
      const key = decodeText(Buffer.from(credentials, 'latin1'));
      if (key === undefined) {
        const detail = 'Invalid token header. Token string should not contain invalid characters.';
        throw new AuthenticationFailed({ detail });
      }
      const row = await findToken(hashKey(key));
      if (row?.fingerprint !== fingerprint) throw new AuthenticationFailed({ detail: 'Invalid token.' });
      return { ...identify(await findUser(row._id), row), auth: row };
    },
  };
}

/**
 * @param user as read with the password that was verified
 * @returns the user's key, the same one each time; a new one where there is none, or where the stored one does not
 *   count any more. undefined: the user's logins have ended since the user was read
 */
export async function issueToken(
  { tokens }: Pick<Store, 'tokens'>,
  secretKey: string,
  { _id, logins }: Pick<UserRecord, '_id' | 'logins'>,
): Promise<string | undefined> {
  const fingerprint = fingerprintOf(secretKey);
  for (;;) {
    const row = await tokens.findOne({ _id });
    if (row && row.logins > logins) return undefined;
    if (row?.logins === logins && row.fingerprint === fingerprint) return deriveKey(secretKey, row.salt);
    const salt = randomBytes(16).toString('hex');
    const key = deriveKey(secretKey, salt);
    const issued = { salt, fingerprint, logins, hash: hashKey(key), created: new Date() };
    // A row is replaced as it was read: each token has a salt of its own.
    const isFirst = row
      ? (await tokens.updateOne({ _id, salt: row.salt }, { $set: issued })).matchedCount === 1
      : await insertOnce(tokens, { _id, ...issued });
    // Else another request was first: its token is the user's.
    if (isFirst) return key;
  }
}

/** 40 hexadecimal digits. */
function deriveKey(secretKey: string, salt: string): string {
  return createHmac('sha256', secretKey).update(`token:${salt}`).digest('hex').slice(0, 40);
}
