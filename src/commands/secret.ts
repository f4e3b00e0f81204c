/** `snippet-store secret rotate` */
import type { Command } from 'commander';
import { OperatorError } from '../errors/operator-error.js';
import { makeSecretKey, replaceSecretKey } from '../server/secret-key.js';
import { changeSecretKey, isSecretKeyOf } from '../store/secret-fingerprint.js';
import { withStore } from './with-store.js';

export function addSecretCommands(secret: Command): void {
  secret
    .command('rotate')
    .description('change the SECRET_KEY, and revoke the tokens that were made with the old one')
    .addHelpText(
      'after',
      `
Set SECRET_KEY to the new key; without SECRET_KEY the embedded store gets a new one in DATA_DIR/secret-key. Users,
passwords, sessions, OAuth 2.0 tokens and snippets stay. A running service ends within seconds, with exit code 1.`,
    )
    .action(
      withStore(async ({ settings, store, print }) => {
        const { secretKey, dataDir } = settings;
        if (secretKey !== undefined && (await isSecretKeyOf(store.meta, secretKey)))
          throw new OperatorError('SECRET_KEY is still the key of this store: set it to the new one first');
        const key = secretKey ?? makeSecretKey();
        if (secretKey === undefined) await replaceSecretKey(dataDir, key);
        const { deletedCount: tokens } = await store.tokens.deleteMany({ _id: { $gt: 0 } });
        const { deletedCount: oauth1Tokens } = await store.oauth1Tokens.deleteMany({ _id: { $gt: 0 } });
        await changeSecretKey(store.meta, key);
        print(
          { tokens, oauth1_tokens: oauth1Tokens },
          `The store belongs to the new key. Revoked: ${tokens} tokens of users, ${oauth1Tokens} tokens of OAuth 1.0a. ` +
            'Forms that are open in browsers have to be loaded again. Start every process with the new key.',
        );
      }),
    );
}
