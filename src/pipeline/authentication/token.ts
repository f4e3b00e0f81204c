/** `Authorization: Token <key>`. */

import { AuthenticationFailed, UserInactive } from '../../errors/index.js';
import type { AuthenticationScheme, Identity } from '../../extension.js';
import { batchLoader } from '../../store/batch-loader.js';
import { hashKey } from '../../store/hash-key.js';
import { fingerprintOf } from '../../store/secret-fingerprint.js';
import type { Store } from '../../store/store.js';
import { decodeText } from '../parsing/parse-body.js';
import { parseAuthorization } from './parse-authorization.js';

const MOST_OWNERS = 10_000;

/** @param secretKey only tokens that were derived from it count: one of an earlier key is invalid though it is stored */
export function token(store: Pick<Store, 'tokens' | 'users'>, secretKey: string): AuthenticationScheme {
  const fingerprint = fingerprintOf(secretKey);
  const findToken = batchLoader(
    (hashes: string[]) => store.tokens.find({ hash: { $in: hashes } }).toArray(),
    ({ hash }) => hash,
  );
  const findUser = batchLoader(
    (ids: number[]) => store.users.find({ _id: { $in: ids } }).toArray(),
    ({ _id }) => _id,
  );
  // Last known owner of a token, so that both look-ups can run in parallel. Their answers decide.
  const owners = new Map<string, number>();
  return {
    name: 'token',
    challenge: () => 'Token',
    authenticate(request) {
      const credentials = parseAuthorization(request, 'Token', { name: 'token', what: 'Token string' });
      return credentials === undefined ? undefined : identify(credentials);
    },
  };

  async function identify(credentials: string): Promise<Identity> {
    // Node hands header bytes on as Latin-1 (RFC 9110, 5.5).
    const key = decodeText(Buffer.from(credentials, 'latin1'));
    if (key === undefined) {
      const detail = 'Invalid token header. Token string should not contain invalid characters.';
      throw new AuthenticationFailed({ detail });
    }
    const hash = hashKey(key);
    const expected = owners.get(hash);
    const [row, early] = await Promise.all([
      findToken(hash),
      expected === undefined ? null : findUser(expected),
    ]);
    if (row?.fingerprint !== fingerprint) throw new AuthenticationFailed({ detail: 'Invalid token.' });
    const user = row.userId === expected ? early : await findUser(row.userId);
    if (owners.size >= MOST_OWNERS) owners.clear();
    owners.set(hash, row.userId);
    if (!user?.active) throw new UserInactive();
    return { user: { id: user._id, username: user.username }, auth: row, logins: user.logins };
  }
}
