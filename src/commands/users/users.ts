/** `snippet-store users create|list|set-password|deactivate|activate|delete` */
import type { Command } from 'commander';
import { OperatorError } from '../../errors/operator-error.js';
import { setActive, setPassword } from '../../pipeline/authentication/logins.js';
import { normalizeUserName } from '../../store/user-name.js';
import { withStore } from '../with-store.js';
import { addUser } from './add-user.js';
import { addDeleteUser } from './delete-user.js';
import { allUsers, loadUser } from './find-users.js';
import { obtainPassword, type PasswordOptions, passwordNotes, passwordOption } from './obtain-password.js';

export function addUserCommands(users: Command): void {
  users
    .command('create')
    .description('add a user')
    .argument('<NAME>', '1 to 150 letters, digits and _ . @ + - ; upper and lower case differ', checkName)
    .option(...passwordOption)
    .addHelpText('after', passwordNotes)
    .action(
      withStore(async ({ store, print }, username: string, options: PasswordOptions) => {
        const taken = new OperatorError(`the user name "${username}" is taken`);
        // Checked first, so that the operator does not type a password for a taken name.
        if (await store.users.findOne({ username })) throw taken;
        const { password, shown, lines } = await obtainPassword(options);
        const user = await addUser(store, username, password);
        if (!user) throw taken;
        const { _id: id } = user;
        print({ id, username, ...shown }, `User ${username} has the id ${id}.`, ...lines);
      }),
    );

  users
    .command('list')
    .description('list the users by ascending id')
    .action(
      withStore(async ({ store, print }) => {
        print.columns('id', 'user', 'state');
        for await (const { _id: id, username, active } of allUsers(store))
          print({ id, username, active }, `${id}\t${username}\t${active ? 'active' : 'deactivated'}`);
      }),
    );

  users
    .command('set-password')
    .description("replace a user's password; sessions and tokens end at once")
    .argument('<NAME>', 'the user')
    .option(...passwordOption)
    .addHelpText('after', passwordNotes)
    .action(
      withStore(async ({ store, print }, name: string, options: PasswordOptions) => {
        const { _id: id, username } = await loadUser(store, name);
        const { password, shown, lines } = await obtainPassword(options);
        await setPassword(store, id, password);
        print({ id, username, ...shown }, `User ${username} has a new password.`, ...lines);
      }),
    );

  users
    .command('deactivate')
    .description('keep a user out at once; the snippets stay')
    .argument('<NAME>', 'the user')
    .action(changeActive(false));
  users
    .command('activate')
    .description('let a deactivated user in again')
    .argument('<NAME>', 'the user')
    .action(changeActive(true));
  addDeleteUser(users);
}

function changeActive(active: boolean) {
  return withStore(async ({ store, print }, name: string) => {
    const { _id: id, username } = await loadUser(store, name);
    await setActive(store, id, active);
    print({ id, username, active }, `User ${username} is ${active ? 'active' : 'deactivated'}.`);
  });
}

function checkName(given: string): string {
  const username = normalizeUserName(given);
  if (username !== undefined) return username;
  throw new OperatorError(`"${given}" is no user name: expected 1 to 150 letters, digits and _ . @ + -`);
}
