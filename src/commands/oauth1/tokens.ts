/** `snippet-store oauth1 tokens create NAME --consumer KEY | list NAME | delete TOKEN` */
import type { Command } from 'commander';
import { OperatorError } from '../../errors/operator-error.js';
import { issueOAuth1Token } from '../../pipeline/authentication/oauth1.js';
import { obtainSecretKey } from '../../server/secret-key.js';
import { claimSecretKey } from '../../store/secret-fingerprint.js';
import { loadUser } from '../users/find-users.js';
import { withStore } from '../with-store.js';
import { loadConsumer } from './consumers.js';

interface CreateOptions {
  readonly consumer: string;
}

export function addTokenCommands(tokens: Command): void {
  tokens
    .command('create')
    .description('let a client act for a user: a new token and its secret')
    .argument('<NAME>', 'the user')
    .requiredOption('--consumer <KEY>', 'the key of the client')
    .addHelpText(
      'after',
      `
The secret is shown only now. It is derived from the SECRET_KEY: under another one the token is void.
A user may have several tokens. They end with their consumer, or by \`oauth1 tokens delete\`.`,
    )
    .action(
      withStore(async ({ settings, store, print }, name: string, options: CreateOptions) => {
        const secretKey = await obtainSecretKey(settings, store.meta);
        await claimSecretKey(store.meta, secretKey);
        const { _id: consumerId } = await loadConsumer(store, options.consumer);
        const user = await loadUser(store, name);
        const { token, tokenSecret } = await issueOAuth1Token(store, secretKey, consumerId, user);
        print(
          { username: user.username, oauth_token: token, oauth_token_secret: tokenSecret },
          `Token: ${token}`,
          `Token secret, shown only now: ${tokenSecret}`,
        );
      }),
    );

  tokens
    .command('list')
    .description('list the tokens by which clients act for a user, without their secrets')
    .argument('<NAME>', 'the user')
    .action(
      withStore(async ({ store: { users, oauth1Tokens, oauth1Consumers }, print }, name: string) => {
        const { _id: userId, username, logins } = await loadUser({ users }, name);
        print.columns('oauth_token', 'created', 'consumer_key', 'consumer');
        // An operator makes tokens one by one, so a user has few.
        for (const { key, consumerId, created, ...token } of await oauth1Tokens.find({ userId }).toArray()) {
          const consumer = await oauth1Consumers.findOne({ _id: consumerId });
          if (!consumer || token.logins !== logins) continue;
          const since = created.toISOString();
          print(
            { username, oauth_token: key, consumer_key: consumer.key, created: since },
            `${key}\t${since}\t${consumer.key}\t${consumer.name}`,
          );
        }
      }),
    );

  tokens
    .command('delete')
    .description('end one token; requests signed with it fail at once')
    .argument('<TOKEN>', 'the token')
    .action(
      withStore(async ({ store, print }, key: string) => {
        const { deletedCount } = await store.oauth1Tokens.deleteMany({ key });
        if (deletedCount === 0) throw new OperatorError(`unknown token "${key}"`);
        print({ oauth_token: key, deleted: true }, `The token ${key} is deleted.`);
      }),
    );
}
