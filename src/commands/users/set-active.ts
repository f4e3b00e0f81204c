/** Lets a user in, or keeps the user out; the snippets stay either way. */
import { endLogins } from '../../pipeline/authentication/end-logins.js';
import type { Call } from '../command.js';
import { withStore } from '../with-store.js';
import { loadUser } from './load-user.js';

export async function setActive(call: Call, active: boolean): Promise<void> {
  const [given = ''] = call.args;
  const settings = await call.readSettings();
  await withStore(settings, async (store) => {
    const { _id: id, username, active: wasActive } = await loadUser(store, given);
    // While a user is inactive nothing lets it in; nothing from before may come back with it.
    if (active && !wasActive) await endLogins(store, id);
    await store.users.updateOne({ _id: id }, { $set: { active } });
    call.print({ id, username, active }, `User ${username} is ${active ? 'active' : 'deactivated'}.`);
  });
}
