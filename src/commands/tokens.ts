/** `snippet-store tokens`, `oauth1 tokens`, `sessions` and `secret`: what lets users in, and the key of tokens. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { issueOAuth1Token } from '../authentication/oauth1.js';
import { issueToken } from '../authentication/token.js';
import { OperatorError } from '../errors/operator-error.js';
import { keepSecretKey, makeSecretKey, obtainSecretKey, SECRET_FILE } from '../server/secret-key.js';
import { changeSecretKey, claimSecretKey, fingerprintOf, keyOfStore } from '../store/keys.js';
import { allUsers, loadUser } from './user-records.js';
import { type Call, counted, withStore } from './with-store.js';

/** The key that new tokens are derived from. */
async function keyOf({ settings, store }: Call): Promise<string> {
  const secretKey = await obtainSecretKey(settings, store.meta);
  await claimSecretKey(store.meta, secretKey);
  return secretKey;
}

export function addTokenCommands(tokens: Command): void {
  const create = tokens
    .command('create')
    .description("show a user's token, which is made when there is none")
    .argument('[NAME]', 'the user')
    .option('--all', 'the tokens of all users')
    .addHelpText('after', '\nThe token stays the same until it is revoked, or the SECRET_KEY changes.')
    .hook('preAction', (command) => {
      const named = command.args.length > 0;
      if (named === (command.opts().all === true)) command.error('expected either NAME or --all');
    });
  withStore(create, async (call, name: string | undefined, { all }: { readonly all?: true }) => {
    const { settings, store, print } = call;
    const secretKey = await keyOf(call);
    const users = name === undefined ? allUsers(store) : [await loadUser(store, name)];
    for await (const user of users) {
      const { username } = user;
      const token = await issueToken(store, secretKey, user);
      if (!token) throw new OperatorError(`the logins of ${username} have just ended: try again`);
      print({ username, token }, all ? `${username}\t${token}` : token);
    }
    // Standard output is the token alone: TOKEN=$(snippet-store tokens create ada).
    if (!settings.authSchemes.includes('token'))
      process.stderr.write('A service accepts tokens with token in AUTH_SCHEMES, which here lacks it.\n');
  });

  const revoke = tokens
    .command('revoke')
    .description("end a user's token; the next one issued is another")
    .argument('<NAME>', 'the user');
  withStore(revoke, async ({ store, print }, name: string) => {
    const { _id: id, username } = await loadUser(store, name);
    const revoked = (await store.tokens.deleteOne({ _id: id })).deletedCount > 0;
    const text = revoked ? `The token of ${username} is revoked.` : `${username} had no token.`;
    print({ username, revoked }, text);
  });
}

export function addOAuth1TokenCommands(tokens: Command): void {
  const create = tokens
    .command('create')
    .description('let a consumer act for a user: a new token and its secret')
    .argument('<NAME>', 'the user')
    .requiredOption('--consumer <KEY>', 'the key of the consumer')
    .addHelpText(
      'after',
      `
The secret is shown only now. It is derived from the SECRET_KEY: under another one the token is void.
A token ends with its consumer, and with a new password of the user.`,
    );
  withStore(create, async (call, name: string, { consumer }: { readonly consumer: string }) => {
    const { store, print } = call;
    const secretKey = await keyOf(call);
    const found = await store.oauth1Consumers.findOne({ key: consumer });
    if (!found) throw new OperatorError(`unknown consumer "${consumer}"`);
    const user = await loadUser(store, name);
    const { token, tokenSecret } = await issueOAuth1Token(store, secretKey, found._id, user);
    print(
      { username: user.username, oauth_token: token, oauth_token_secret: tokenSecret },
      `${found.name} may act for ${user.username} now.`,
      `oauth_token: ${token}`,
      `oauth_token_secret, shown only now: ${tokenSecret}`,
    );
  });
}

export function addSessionCommands(sessions: Command): void {
  const revoke = sessions
    .command('revoke')
    .description('log a user out of every browser, at once; passwords and tokens stay')
    .argument('<NAME>', 'the user');
  withStore(revoke, async ({ store, print }, name: string) => {
    const { _id: userId, username } = await loadUser(store, name);
    const { deletedCount: sessions } = await store.sessions.deleteMany({ userId });
    print({ username, sessions }, `Ended ${counted(sessions, 'session')} of ${username}.`);
  });
}

export function addSecretCommands(secret: Command): void {
  const rotate = secret
    .command('rotate')
    .description('change the SECRET_KEY, and revoke the tokens that were made with the old one')
    .addHelpText(
      'after',
      `
Set SECRET_KEY to the new key; without SECRET_KEY the embedded store gets a new one in DATA_DIR/secret-key. Users,
passwords, sessions, OAuth 2.0 tokens and snippets stay. A running service ends within seconds, with exit code 1.`,
    );
  withStore(rotate, async ({ settings, store, print }) => {
    const { secretKey, dataDir } = settings;
    if (secretKey !== undefined && (await keyOfStore(store.meta)) === fingerprintOf(secretKey))
      throw new OperatorError('SECRET_KEY is still the key of this store: set it to the new one first');
    const key = secretKey ?? makeSecretKey();
    if (secretKey === undefined) await keepSecretKey(dataDir, key);
    const { deletedCount: tokens } = await store.tokens.deleteMany({ _id: { $gt: 0 } });
    const { deletedCount: oauth1Tokens } = await store.oauth1Tokens.deleteMany({ _id: { $gt: 0 } });
    await changeSecretKey(store.meta, key);
    const where = secretKey
      ? 'Start every process with the new key.'
      : `It is in ${join(dataDir, SECRET_FILE)}: start the service again.`;
    print(
      { tokens, oauth1_tokens: oauth1Tokens },
      `The store belongs to the new key. Revoked: ${counted(tokens, 'token')} of users, ${oauth1Tokens} of OAuth 1.0a.`,
      `${where} Forms that are open in browsers have to be loaded again.`,
    );
  });
}
