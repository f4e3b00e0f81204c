/** `snippet-store oauth1 tokens list NAME` */
import type { Command } from '../command.js';
import { loadUser } from '../users/load-user.js';
import { withStore } from '../with-store.js';

export const listTokens: Command = {
  summary: 'list the tokens by which clients act for a user, without their secrets',
  args: ['NAME'],
  options: {},
  async run(call) {
    const [name = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { _id: userId, username } = await loadUser(store, name);
      // Made by hand, one by one: a user has few.
      for (const { key, consumerId, created } of await store.oauth1Tokens.find({ userId }).toArray()) {
        const consumer = await store.oauth1Consumers.findOne({ _id: consumerId });
        if (!consumer) continue;
        const since = created.toISOString();
        call.print(
          { username, oauth_token: key, consumer_key: consumer.key, created: since },
          `${key}\t${since}\t${consumer.key}\t${consumer.name}`,
        );
      }
    });
  },
};
