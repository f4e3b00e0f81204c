/** `snippet-store users delete NAME --delete-snippets | --give-snippets-to OTHER` */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../errors/operator-error.js';
import { setActive } from '../../pipeline/authentication/logins.js';
import { byId } from '../../store/by-id.js';
import type { Store } from '../../store/store.js';
import { giveSnippet } from '../snippets/give-snippet.js';
import { withStore } from '../with-store.js';
import { loadUser } from './find-users.js';

interface Options {
  readonly deleteSnippets?: true;
  readonly giveSnippetsTo?: string;
}

/** A request that is under way has asked who sends it. What it stores later than this, `check` reports. */
const REQUESTS_END_MS = 1000;

export function addDeleteUser(users: Command): void {
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
      const { deleteSnippets, giveSnippetsTo } = command.opts<Options>();
      if ((deleteSnippets === true) === (giveSnippetsTo !== undefined))
        command.error('expected either --delete-snippets or --give-snippets-to OTHER');
    })
    .action(
      withStore(async ({ store, print }, name: string, { giveSnippetsTo }: Options) => {
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
