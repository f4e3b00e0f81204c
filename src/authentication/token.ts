/** `Authorization: Token <key>` (specification.md, Authentication). */
import type { Store } from '../collections/store.js';
import { decodeText } from '../encoding/decode-text.js';
import { AuthenticationFailed } from '../errors/index.js';
import { parseAuthorization } from './parse-authorization.js';
import type { AuthenticationScheme } from './scheme.js';
import { hashKey } from './token-keys.js';

export function token(store: Pick<Store, 'tokens' | 'users'>): AuthenticationScheme {
  return {
    name: 'token',
    challenge: () => 'Token',
    async authenticate({ headers }) {
      const credentials = parseAuthorization(headers, 'Token', { name: 'token', what: 'Token string' });
      if (credentials === undefined) return undefined;
      // Node hands header bytes on as Latin-1 (RFC 9110, 5.5).
      const key = decodeText(Buffer.from(credentials, 'latin1'));
      if (key === undefined) {
        const detail = 'Invalid token header. Token string should not contain invalid characters.';
        throw new AuthenticationFailed({ detail });
      }
      const row = await store.tokens.findOne({ hash: hashKey(key) });
      if (!row) throw new AuthenticationFailed({ detail: 'Invalid token.' });
      const user = await store.users.findOne({ _id: row.userId });
      if (!user?.active) throw new AuthenticationFailed({ detail: 'User inactive or deleted.' });
      return { user: { id: user._id, username: user.username }, auth: row };
    },
  };
}
