/** `snippet-store users create NAME` */

import { OperatorError } from '../../errors/operator-error.js';
import { normalizeUserName } from '../../store/user-name.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';
import { addUser } from './add-user.js';
import { obtainPassword, passwordNotes, passwordOption } from './obtain-password.js';

export const createUser: Command = {
  summary: 'add a user',
  args: ['NAME'],
  options: passwordOption,
  notes: `NAME: 1 to 150 letters, digits and _ . @ + - ; upper and lower case differ.\n${passwordNotes}`,
  async run(call) {
    const [given = ''] = call.args;
    const username = normalizeUserName(given);
    if (username === undefined) {
      throw new OperatorError(`"${given}" is no user name: expected 1 to 150 letters, digits and _ . @ + -`);
    }
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const taken = new OperatorError(`the user name "${username}" is taken`);
      // Asked before the password is, so that nobody types one in vain.
      if (await store.users.findOne({ username })) throw taken;
      const { password, made } = await obtainPassword(call);
      const id = await addUser(store, username, password);
      if (id === undefined) throw taken;
      call.print(
        { id, username, ...(made && { password }) },
        `User ${username} has the id ${id}.${made ? `\nPassword, shown only now: ${password}` : ''}`,
      );
    });
  },
};
