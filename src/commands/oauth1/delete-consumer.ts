/** `snippet-store oauth1 consumers delete KEY` */
import { deleteConsumer as end } from '../../pipeline/authentication/oauth1/issue-credentials.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';
import { unknownConsumer } from './load-consumer.js';

export const deleteConsumer: Command = {
  summary: 'remove a client and its tokens; its requests fail at once',
  args: ['KEY'],
  options: {},
  async run(call) {
    const [key = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      if (!(await end(store, key))) throw unknownConsumer(key);
      call.print({ consumer_key: key, deleted: true }, `The consumer ${key} and its tokens are gone.`);
    });
  },
};
