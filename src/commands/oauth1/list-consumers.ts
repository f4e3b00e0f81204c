/** `snippet-store oauth1 consumers list` */
import { byId } from '../../store/by-id.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const listConsumers: Command = {
  summary: 'list the clients, without their secrets',
  args: [],
  options: {},
  async run(call) {
    const settings = await call.readSettings();
    await withStore(settings, async ({ oauth1Consumers }) => {
      const consumers = byId((after, limit) =>
        oauth1Consumers
          .find(
            { _id: { $gt: after } },
            { sort: { _id: 1 }, limit, projection: { key: 1, name: 1, created: 1 } },
          )
          .toArray(),
      );
      for await (const { key, name, created } of consumers) {
        const since = created.toISOString();
        call.print({ name, consumer_key: key, created: since }, `${key}\t${since}\t${name}`);
      }
    });
  },
};
