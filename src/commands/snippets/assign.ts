/** `snippet-store snippets assign --owner NAME` */

import { byId } from '../../store/by-id.js';
import { type Command, UsageError } from '../command.js';
import { loadUser } from '../users/load-user.js';
import { withStore } from '../with-store.js';

export const assignSnippets: Command = {
  summary: 'give the snippets without an owner to a user',
  args: [],
  options: { owner: { value: 'NAME', summary: 'the user who gets them' } },
  notes:
    'Snippets have no owner when they were stored with OWNERSHIP=off. Those that have one stay untouched.',
  async run(call) {
    const name = call.values.owner;
    if (name === undefined) throw new UsageError('--owner NAME is missing', ['snippets', 'assign']);
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { _id: ownerId, username } = await loadUser(store, name);
      const { snippets } = store;
      let assigned = 0;
      const ownerless = byId((after, limit) =>
        snippets
          .find(
            { ownerId: null, _id: { $gt: after } },
            { sort: { _id: 1 }, limit, projection: { ownerId: 1 } },
          )
          .toArray(),
      );
      for await (const { _id } of ownerless) {
        const { modifiedCount } = await snippets.updateOne(
          { _id, ownerId: null },
          { $set: { ownerId, owner: username }, $inc: { version: 1 } },
        );
        assigned += modifiedCount;
      }
      call.print({ owner: username, assigned }, `${assigned} snippets belong to ${username} now.`);
    });
  },
};
