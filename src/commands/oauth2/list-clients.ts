/** `snippet-store oauth2 clients list` */
import { byId } from '../../store/by-id.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const listClients: Command = {
  summary: 'list the clients by age',
  args: [],
  options: {},
  async run(call) {
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const read = (after: number, limit: number) =>
        store.oauth2Clients.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit }).toArray();
      for await (const { name, clientId, created } of byId(read)) {
        call.print({ name, client_id: clientId, created }, `${clientId}\t${name}`);
      }
    });
  },
};
