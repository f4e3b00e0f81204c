/** `snippet-store users list` */
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';
import { allUsers } from './all-users.js';

export const listUsers: Command = {
  summary: 'list the users by ascending id',
  args: [],
  options: {},
  async run(call) {
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      for await (const { _id: id, username, active } of allUsers(store)) {
        call.print({ id, username, active }, `${id}\t${username}${active ? '' : '\tdeactivated'}`);
      }
    });
  },
};
