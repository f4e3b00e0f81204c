/** `Authorization: Token <key>` (specification.md, Authentication). */
import { findTogether } from '../collections/find-together.js';
import type { Store } from '../collections/store.js';
import { decodeText } from '../encoding/decode-text.js';
import { AuthenticationFailed } from '../errors/index.js';
import { parseAuthorization } from './parse-authorization.js';
import type { AuthenticationScheme } from './scheme.js';
import { hashKey } from './token-keys.js';

export function token(store: Pick<Store, 'tokens' | 'users'>): AuthenticationScheme {
  const findToken = findTogether(
    (hashes: string[]) => store.tokens.find({ hash: { $in: hashes } }).toArray(),
    ({ hash }) => hash,
  );
  const findUser = findTogether(
    (ids: number[]) => store.users.find({ _id: { $in: ids } }).toArray(),
    ({ _id }) => _id,
  );
  return {
    name: 'token',
    challenge: () => 'Token',
    async authenticate(request) {
      const credentials = parseAuthorization(request, 'Token', { name: 'token', what: 'Token string' });
      if (credentials === undefined) return undefined;
      // Node hands header bytes on as Latin-1 (RFC 9110, 5.5).
      const key = decodeText(Buffer.from(credentials, 'latin1'));
      if (key === undefined) {
        const detail = 'Invalid token header. Token string should not contain invalid characters.';
        throw new AuthenticationFailed({ detail });
      }
      const row = await findToken(hashKey(key));
      if (!row) throw new AuthenticationFailed({ detail: 'Invalid token.' });
      const user = await findUser(row.userId);
      if (!user?.active) throw new AuthenticationFailed({ detail: 'User inactive or deleted.' });
      return { user: { id: user._id, username: user.username }, auth: row };
    },
  };
}
