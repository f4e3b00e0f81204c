/** `snippet-store oauth1 consumers create NAME` */

import { OperatorError } from '../../errors/operator-error.js';
import { issueConsumer } from '../../pipeline/authentication/oauth1/issue-credentials.js';
import type { Command } from '../command.js';
import { withStore } from '../with-store.js';

export const createConsumer: Command = {
  summary: 'register a client, which gets a key and a secret',
  args: ['NAME'],
  options: {},
  notes: `NAME: 1 to 150 characters, for people to know the client by.
The secret is shown only now. It is stored readable, since signatures are verified with it: guard the store.`,
  async run(call) {
    const [name = ''] = call.args;
    if (!/^[^\p{C}]{1,150}$/u.test(name) || name.trim() === '') {
      throw new OperatorError(`"${name}" is no name: expected 1 to 150 characters that can be seen`);
    }
    const settings = await call.readSettings();
    await withStore(settings, async (store) => {
      const { key, secret } = await issueConsumer(store, name);
      call.print(
        { name, consumer_key: key, consumer_secret: secret },
        `Consumer key: ${key}\nConsumer secret, shown only now: ${secret}`,
      );
    });
  },
};
