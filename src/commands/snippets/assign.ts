/** `snippet-store snippets assign --owner NAME` */
import type { Command } from 'commander';
import { byId } from '../../store/by-id.js';
import { loadUser } from '../users/find-users.js';
import { withStore } from '../with-store.js';
import { giveSnippet } from './give-snippet.js';

interface Options {
  readonly owner: string;
}

export function addAssign(snippets: Command): void {
  snippets
    .command('assign')
    .description('give the snippets without an owner to a user')
    .requiredOption('--owner <NAME>', 'the user who gets them')
    .addHelpText(
      'after',
      '\nSnippets stored with OWNERSHIP=off have no owner. Snippets that have an owner stay as they are.',
    )
    .action(
      withStore(async ({ store, print }, { owner }: Options) => {
        const { _id: ownerId, username } = await loadUser(store, owner);
        const projection = { ownerId: 1 } as const;
        const ownerless = byId((after, limit) =>
          store.snippets
            .find({ ownerId: null, _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection })
            .toArray(),
        );
        let assigned = 0;
        for await (const { _id } of ownerless)
          if (await giveSnippet(store, _id, null, { ownerId, owner: username })) assigned += 1;
        print({ owner: username, assigned }, `${assigned} snippets belong to ${username} now.`);
      }),
    );
}
