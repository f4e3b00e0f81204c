/** `snippet-store tokens revoke NAME` */
import { revokeToken as revoke } from '../../pipeline/authentication/token-keys.js';
import type { Command } from '../command.js';
import { loadUser } from '../users/load-user.js';
import { withStore } from '../with-store.js';

export const revokeToken: Command = {
  summary: "end a user's token; the next one issued is another",
  args: ['NAME'],
  options: {},
  async run(call) {
    const [given = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { _id: id, username } = await loadUser(store, given);
      const revoked = await revoke(store, id);
      call.print(
        { username, revoked },
        revoked ? `The token of ${username} is revoked.` : `${username} had no token.`,
      );
    });
  },
};
