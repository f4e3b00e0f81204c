/** `snippet-store oauth1 tokens delete TOKEN` */
import { OperatorError } from '../../errors/operator-error.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const deleteToken: Command = {
  summary: 'end one token; requests signed with it fail at once',
  args: ['TOKEN'],
  options: {},
  async run(call) {
    const [key = ''] = call.args;
    const settings = await call.readSettings();
    await withStore(settings, async ({ oauth1Tokens }) => {
      const { deletedCount } = await oauth1Tokens.deleteMany({ key });
      if (deletedCount === 0) throw new OperatorError(`unknown token "${key}"`);
      call.print({ oauth_token: key, deleted: true }, `The token ${key} is gone.`);
    });
  },
};
