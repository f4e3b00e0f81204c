/** `snippet-store sessions revoke NAME | --all` */
import type { Command } from 'commander';
import { loadUser } from './users/find-users.js';
import { withStore } from './with-store.js';

export function addSessionCommands(sessions: Command): void {
  sessions
    .command('revoke')
    .description('log a user out of every browser, at once; passwords and tokens stay')
    .argument('[NAME]', 'the user')
    .option('--all', 'log all users out')
    .hook('preAction', (command) => {
      const named = command.args.length > 0;
      if (named === (command.opts().all === true)) command.error('expected either NAME or --all');
    })
    .action(
      withStore(async ({ store, print }, name: string | undefined) => {
        const user = name === undefined ? undefined : await loadUser(store, name);
        const { deletedCount: sessions } = await store.sessions.deleteMany(
          user ? { userId: user._id } : { _id: { $gt: '' } },
        );
        const whose = user ? ` of ${user.username}` : '';
        print(
          { ...(user && { username: user.username }), sessions },
          `${sessions} sessions${whose} are ended.`,
        );
      }),
    );
}
