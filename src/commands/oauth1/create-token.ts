/** `snippet-store oauth1 tokens create NAME --consumer KEY` */
import { issueToken } from '../../pipeline/authentication/oauth1/issue-credentials.js';
import { obtainSecretKey } from '../../server/secret-key.js';
import { type Command, UsageError } from '../command.js';
import { loadUser } from '../users/load-user.js';
import { withStore } from '../with-store.js';
import { loadConsumer } from './load-consumer.js';

export const createToken: Command = {
  summary: 'let a client act for a user: a new token and its secret',
  args: ['NAME'],
  options: { consumer: { value: 'KEY', summary: 'the key of the client' } },
  notes: `The secret is shown only now. It is derived from the SECRET_KEY: under another one the token is void.
A user may have several tokens. They end with their consumer, or by \`oauth1 tokens delete\`.`,
  async run(call) {
    const [name = ''] = call.args;
    const key = call.values.consumer;
    if (key === undefined) throw new UsageError('--consumer KEY is missing', ['oauth1', 'tokens', 'create']);
    const settings = await call.readSettings();
    const secretKey = await obtainSecretKey(settings);
    await withStore(settings, async (store) => {
      const { _id: consumerId } = await loadConsumer(store, key);
      const { _id: userId, username } = await loadUser(store, name);
      const { token, tokenSecret } = await issueToken(store, secretKey, { consumerId, userId });
      call.print(
        { username, oauth_token: token, oauth_token_secret: tokenSecret },
        `Token: ${token}\nToken secret, shown only now: ${tokenSecret}`,
      );
    });
  },
};
