/** `snippet-store tokens create NAME | --all` */
import { issueToken } from '../../pipeline/authentication/token-keys.js';
import { obtainSecretKey } from '../../server/secret-key.js';
import { type Command, UsageError } from '../command.js';
import { allUsers } from '../users/all-users.js';
import { loadUser } from '../users/load-user.js';
import { withStore } from '../with-store.js';

export const createTokens: Command = {
  summary: "show a user's token, which is made when there is none",
  args: ['[NAME]'],
  options: { all: { summary: 'the tokens of all users' } },
  notes: 'The token stays the same until it is revoked, or the SECRET_KEY changes.',
  async run(call) {
    const [name] = call.args;
    if ((name !== undefined) === call.flags.has('all')) {
      throw new UsageError('expected either NAME or --all', ['tokens', 'create']);
    }
    const settings = await call.readSettings();
    const secretKey = await obtainSecretKey(settings);
    await withStore(settings, async (store) => {
      const users = name === undefined ? allUsers(store) : [await loadUser(store, name)];
      for await (const { _id: id, username } of users) {
        const token = await issueToken(store, secretKey, id);
        call.print({ username, token }, name === undefined ? `${username}\t${token}` : token);
      }
    });
  },
};
