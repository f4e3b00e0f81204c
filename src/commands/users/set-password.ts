/** `snippet-store users set-password NAME` */
import { endLogins } from '../../pipeline/authentication/end-logins.js';
import { hashPassword } from '../../pipeline/authentication/passwords/password-hash.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';
import { loadUser } from './load-user.js';
import { obtainPassword, passwordNotes, passwordOption } from './obtain-password.js';

export const setPassword: Command = {
  summary: "replace a user's password; sessions and tokens end at once",
  args: ['NAME'],
  options: passwordOption,
  notes: passwordNotes,
  async run(call) {
    const [given = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { _id: id, username } = await loadUser(store, given);
      const { password, made } = await obtainPassword(call);
      await store.users.updateOne({ _id: id }, { $set: { password: await hashPassword(password) } });
      await endLogins(store, id);
      call.print(
        { id, username, ...(made && { password }) },
        `User ${username} has a new password.${made ? `\nPassword, shown only now: ${password}` : ''}`,
      );
    });
  },
};
