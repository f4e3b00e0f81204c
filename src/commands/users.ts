/** `snippet-store users create|list|set-password|deactivate|activate|delete` */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { setActive, setPassword } from '../pipeline/authentication/logins.js';
import { byId } from '../store/batches.js';
import type { Store } from '../store/index.js';
import { normalizeUserName } from '../store/user-name.js';
import { obtainPassword, type PasswordOptions, takesPassword } from './passwords.js';
import { addUser, allUsers, giveSnippet, loadUser } from './user-records.js';
import { withStore } from './with-store.js';

export function addUserCommands(users: Command): void {
  takesPassword(users.command('create'))
    .description('add a user')
    .argument('<NAME>', '1 to 150 letters, digits and _ . @ + - ; upper and lower case differ', checkName)
    .action(
      withStore(async ({ store, print }, username: string, options: PasswordOptions) => {
        const { password, shown, lines } = await obtainPassword(options);
        const user = await addUser(store, username, password);
        if (!user) throw new OperatorError(`the user name "${username}" is taken`);
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

  takesPassword(users.command('set-password'))
    .description("replace a user's password; sessions and tokens end at once")
    .argument('<NAME>', 'the user')
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
  addDelete(users);
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

interface DeleteOptions {
  readonly deleteSnippets?: true;
  readonly giveSnippetsTo?: string;
}

/** A request that is under way has asked who sends it. What it stores later than this keeps the name of its owner. */
const REQUESTS_END_MS = 1000;

function addDelete(users: Command): void {
  users
    .command('delete')
    .description('remove a user, and end the sessions and tokens at once')
    .argument('<NAME>', 'the user')
    .option('--delete-snippets', "delete the user's snippets too")
    .option('--give-snippets-to <OTHER>', "make another user the owner of the user's snippets")
    .addHelpText(
      'after',
      '\nThe user name becomes free, the id is never used again. When the command is interrupted, run it again.',
    )
    .hook('preAction', (command) => {
      const { deleteSnippets, giveSnippetsTo } = command.opts<DeleteOptions>();
      if ((deleteSnippets === true) === (giveSnippetsTo !== undefined))
        command.error('expected either --delete-snippets or --give-snippets-to OTHER');
    })
    .action(
      withStore(async ({ store, print }, name: string, { giveSnippetsTo }: DeleteOptions) => {
        const { _id: id, username } = await loadUser(store, name);
        const heir = giveSnippetsTo === undefined ? undefined : await loadUser(store, giveSnippetsTo);
        if (heir?._id === id) throw new OperatorError(`${username} is the user to delete: name another one`);
        // From now on the user stores no further snippet.
        await setActive(store, id, false);
        await sleep(REQUESTS_END_MS);
        const snippets = await disposeOf(store, id, heir && { ownerId: heir._id, owner: heir.username });
        await store.tokens.deleteOne({ _id: id });
        for (const logins of [store.sessions, store.oauth1Tokens, store.oauth2Logins])
          await logins.deleteMany({ userId: id });
        await store.users.deleteOne({ _id: id });
        const done = heir ? `belong to ${heir.username} now` : 'are deleted';
        print(
          { id, username, snippets, ...(heir && { owner: heir.username }) },
          `User ${username} is deleted. ${snippets} snippets ${done}.`,
        );
      }),
    );
}

/** @returns how many snippets the user had */
async function disposeOf(
  { snippets }: Pick<Store, 'snippets'>,
  ownerId: number,
  heir: { readonly ownerId: number; readonly owner: string } | undefined,
): Promise<number> {
  const projection = { ownerId: 1 } as const;
  const owned = byId((after, limit) =>
    snippets.find({ ownerId, _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection }).toArray(),
  );
  let count = 0;
  for await (const { _id } of owned) {
    if (heir) await giveSnippet({ snippets }, _id, ownerId, heir);
    else await snippets.deleteOne({ _id });
    count += 1;
  }
  return count;
}
