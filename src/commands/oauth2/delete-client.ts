/** `snippet-store oauth2 clients delete CLIENT_ID` */

import { OperatorError } from '../../errors/operator-error.js';
import { deleteClient as remove } from '../../pipeline/authentication/oauth2/clients.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const deleteClient: Command = {
  summary: 'remove a client; the tokens that it obtained end at once',
  args: ['CLIENT_ID'],
  options: {},
  async run(call) {
    const [clientId = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      if (!(await remove(store, clientId))) throw new OperatorError(`unknown client "${clientId}"`);
      call.print({ client_id: clientId, deleted: true }, `The client ${clientId} and its tokens are gone.`);
    });
  },
};
