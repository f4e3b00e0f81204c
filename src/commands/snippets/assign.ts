/** `snippet-store snippets assign --owner NAME` */
import type { Command } from 'commander';
import { byId } from '../../store/by-id.js';
import type { Store } from '../../store/store.js';
import { termsOf } from '../../store/terms.js';
import { stopCounting } from '../../store/usage.js';
import { loadUser } from '../users/find-users.js';
import { withStore } from '../with-store.js';

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
        for await (const { _id } of ownerless) if (await assign(store, _id, ownerId, username)) assigned += 1;
        await stopCounting(store);
        print({ owner: username, assigned }, `${assigned} snippets belong to ${username} now.`);
      }),
    );
}

/** A save in between is followed by another attempt, as the terms are made from its text. */
async function assign(
  { snippets }: Pick<Store, 'snippets'>,
  _id: number,
  ownerId: number,
  owner: string,
): Promise<boolean> {
  for (;;) {
    const found = await snippets.findOne({ _id });
    if (found === null || found.ownerId !== null) return false;
    const { matchedCount } = await snippets.updateOne(
      { _id, version: found.version },
      { $set: { ownerId, owner, terms: termsOf({ ...found, ownerId }) }, $inc: { version: 1 } },
    );
    if (matchedCount === 1) return true;
  }
}
