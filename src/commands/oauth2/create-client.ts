/** `snippet-store oauth2 clients create NAME` */

import { OperatorError } from '../../errors/operator-error.js';
import { addClient } from '../../pipeline/authentication/oauth2/clients.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const createClient: Command = {
  summary: 'add a client; its secret is shown once',
  args: ['NAME'],
  options: {},
  notes:
    'NAME: for people, 1 to 150 characters.\nThe store has a hash of the secret: who loses it makes another client.',
  async run(call) {
    const [name = ''] = call.args;
    if (!/^[^\p{Cc}]{1,150}$/u.test(name))
      throw new OperatorError(`${JSON.stringify(name)} is no name: expected 1 to 150 characters`);
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { clientId, clientSecret } = await addClient(store, name);
      call.print(
        { name, client_id: clientId, client_secret: clientSecret },
        `Client ${name}\nclient_id: ${clientId}\nclient_secret, shown only now: ${clientSecret}`,
      );
    });
  },
};
