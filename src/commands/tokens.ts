/** `snippet-store tokens create NAME | create --all | list | revoke NAME` */
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { issueToken } from '../pipeline/authentication/token.js';
import { obtainSecretKey } from '../server/secret-key.js';
import { byId } from '../store/by-id.js';
import { claimSecretKey } from '../store/secret-fingerprint.js';
import { allUsers, loadUser } from './users/find-users.js';
import { withStore } from './with-store.js';

interface CreateOptions {
  readonly all?: true;
}

export function addTokenCommands(tokens: Command): void {
  tokens
    .command('create')
    .description("show a user's token, which is made when there is none")
    .argument('[NAME]', 'the user')
    .option('--all', 'the tokens of all users')
    .addHelpText('after', '\nThe token stays the same until it is revoked, or the SECRET_KEY changes.')
    .hook('preAction', (command) => {
      const named = command.args.length > 0;
      if (named === (command.opts().all === true)) command.error('expected either NAME or --all');
    })
    .action(
      withStore(async ({ settings, store, print }, name: string | undefined, { all }: CreateOptions) => {
        const secretKey = await obtainSecretKey(settings, store.meta);
        await claimSecretKey(store.meta, secretKey);
        const users = name === undefined ? allUsers(store) : [await loadUser(store, name)];
        for await (const user of users) {
          const { username } = user;
          const token = await issueToken(store, secretKey, user);
          if (!token) throw new OperatorError(`the logins of ${username} have just ended: try again`);
          print({ username, token }, all ? `${username}\t${token}` : token);
        }
      }),
    );

  tokens
    .command('list')
    .description('list the users who have a token, without the tokens')
    .action(
      withStore(async ({ store, print }) => {
        print.columns('user', 'created');
        const read = (after: number, limit: number) =>
          store.tokens.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray();
        for await (const { _id, logins, created } of byId(read)) {
          const user = await store.users.findOne({ _id });
          // A token of earlier logins is replaced when the user asks for the next one.
          if (user?.logins === logins)
            print({ username: user.username, created }, `${user.username}\t${created.toISOString()}`);
        }
      }),
    );

  tokens
    .command('revoke')
    .description("end a user's token; the next one issued is another")
    .argument('<NAME>', 'the user')
    .action(
      withStore(async ({ store, print }, name: string) => {
        const { _id: id, username } = await loadUser(store, name);
        const revoked = (await store.tokens.deleteOne({ _id: id })).deletedCount > 0;
        const text = revoked ? `The token of ${username} is revoked.` : `${username} had no token.`;
        print({ username, revoked }, text);
      }),
    );
}
