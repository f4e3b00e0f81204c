/** `snippet-store users create|list|set-password|deactivate|activate|link|delete` */
import type { Command } from 'commander';
import { setActive, setPassword } from '../authentication/logins.js';
import { accountKey } from '../authentication/provider-account.js';
import { OperatorError, SettingsError } from '../errors/operator-error.js';
import { isDuplicateKey } from '../store/index.js';
import { normalizeUserName } from '../store/user-name.js';
import { obtainPassword, type PasswordOptions, takesPassword } from './passwords.js';
import { addUser, allUsers, deleteSnippets, giveSnippets, loadUser } from './user-records.js';
import { counted, withStore } from './with-store.js';

export function addUserCommands(users: Command): void {
  const create = takesPassword(users.command('create'))
    .description('add a user')
    .argument('<NAME>', '1 to 150 letters, digits and _ . @ + - ; upper and lower case differ', checkName);
  withStore(create, async ({ store, print }, username: string, options: PasswordOptions) => {
    const { password, shown, lines } = await obtainPassword(options);
    const user = await addUser(store, username, password);
    if (!user) throw new OperatorError(`the user name "${username}" is taken`);
    const { _id: id } = user;
    print({ id, username, ...shown }, `User ${username} has the id ${id}.`, ...lines);
  });

  const list = users.command('list').description('list the users by ascending id');
  withStore(list, async ({ store, print }) => {
    print.columns('id', 'user', 'state');
    for await (const { _id: id, username, active } of allUsers(store))
      print({ id, username, active }, `${id}\t${username}\t${active ? 'active' : 'deactivated'}`);
  });

  const change = takesPassword(users.command('set-password'))
    .description("replace a user's password; sessions and tokens end at once")
    .argument('<NAME>', 'the user');
  withStore(change, async ({ store, print }, name: string, options: PasswordOptions) => {
    const { _id: id, username } = await loadUser(store, name);
    const { password, shown, lines } = await obtainPassword(options);
    await setPassword(store, id, password);
    print({ id, username, ...shown }, `User ${username} has a new password.`, ...lines);
  });

  for (const [name, active, description] of [
    ['deactivate', false, 'keep a user out at once; the snippets stay'],
    ['activate', true, 'let a deactivated user in again'],
  ] as const) {
    const command = users.command(name).description(description).argument('<NAME>', 'the user');
    withStore(command, async ({ store, print }, given: string) => {
      const { _id: id, username } = await loadUser(store, given);
      await setActive(store, id, active);
      print({ id, username, active }, `User ${username} is ${active ? 'active' : 'deactivated'}.`);
    });
  }
  addLink(users);
  addDelete(users);
}

function addLink(users: Command): void {
  const link = users
    .command('link')
    .description('let somebody who logs in with the provider (OIDC_ISSUER) use the account of a user')
    .argument('<NAME>', 'the user')
    .requiredOption(
      '--subject <SUBJECT>',
      'the claim `sub` of the person; the page of the refused login shows it',
    );
  withStore(link, async ({ settings, store, print }, name: string, { subject }: { subject: string }) => {
    if (settings.oidcIssuer === undefined)
      throw new SettingsError('OIDC_ISSUER', undefined, 'required for users link');
    const { _id: id, username } = await loadUser(store, name);
    const oidc = accountKey(settings.oidcIssuer, subject);
    try {
      await store.users.updateOne({ _id: id }, { $set: { oidc } });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const other = await store.users.findOne({ oidc });
      throw new OperatorError(`the subject "${subject}" has the account ${other?.username} already`);
    }
    print({ id, username, subject }, `User ${username} can log in with ${settings.oidcName}.`);
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

function addDelete(users: Command): void {
  const remove = users
    .command('delete')
    .description('remove a user, and end the sessions and tokens at once')
    .argument('<NAME>', 'the user')
    .option('--delete-snippets', "delete the user's snippets too")
    .option('--give-snippets-to <OTHER>', "make another user the owner of the user's snippets")
    .addHelpText(
      'after',
      '\nBeside a service it waits some seconds, until no write of the user is under way. The user name becomes free, the id is\nnever used again. When the command is interrupted, run it again.',
    )
    .hook('preAction', (command) => {
      const { deleteSnippets, giveSnippetsTo } = command.opts<DeleteOptions>();
      if ((deleteSnippets === true) === (giveSnippetsTo !== undefined))
        command.error('expected either --delete-snippets or --give-snippets-to OTHER');
    });
  withStore(remove, async ({ store, print }, name: string, { giveSnippetsTo }: DeleteOptions) => {
    const { _id: id, username } = await loadUser(store, name);
    const heir = giveSnippetsTo === undefined ? undefined : await loadUser(store, giveSnippetsTo);
    if (heir?._id === id) throw new OperatorError(`${username} is the user to delete: name another one`);
    // From now on the user stores no further snippet.
    await setActive(store, id, false);
    // What a write under way stores would keep a deleted owner.
    await store.settle();
    const snippets = heir
      ? await giveSnippets(store, id, { ownerId: heir._id, owner: heir.username })
      : await deleteSnippets(store, id);
    await store.tokens.deleteOne({ _id: id });
    for (const logins of [store.sessions, store.oauth1Tokens, store.oauth2Logins])
      await logins.deleteMany({ userId: id });
    await store.users.deleteOne({ _id: id });
    print(
      { id, username, snippets, ...(heir && { owner: heir.username }) },
      heir
        ? `User ${username} is deleted. User ${heir.username} owns ${counted(snippets, 'more snippet')} now.`
        : `User ${username} is deleted, with ${counted(snippets, 'snippet')}.`,
    );
  });
}
