/** The service as contract tests meet it: one scheme order, two users, snippets of both, on a free port. */
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import type { StoreKind } from '../helpers/stores.js';

/** The orders that CI holds to the contract: `WWW-Authenticate` and 401/403 follow the first scheme. */
export const SCHEME_ORDERS = ['basic', 'token,basic', 'session,basic'] as const;

/** Without it there is no security.txt. */
export const EVERY_OPERATION = { SECURITY_CONTACT: 'mailto:security@example.com' };

export interface ServiceOptions {
  store?: StoreKind;
  /** AUTH_SCHEMES. */
  schemes?: string;
  /** READ_ACCESS. */
  readAccess?: string;
}

export interface ContractService {
  readonly app: TestApp;
  readonly url: string;
  readonly alice: TestUser;
  readonly bob: TestUser;
  /** `alice`'s credentials as the first scheme that a header can carry takes them: `basic:...` or `token:...`. */
  readonly auth: string;
  /** `bob`'s, in the same way. */
  readonly otherAuth: string;
  /** Leaves only the snippets that it began with: what many runs leave behind makes lists long, and runs slow. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** `alice` has the name and password of the document's examples, so that these are right. */
export async function startService({
  store = 'embedded',
  schemes = 'basic',
  readAccess = 'everybody',
}: ServiceOptions = {}): Promise<ContractService> {
  const app = await startApp({
    store,
    env: { AUTH_SCHEMES: schemes, READ_ACCESS: readAccess, ...EVERY_OPERATION },
  });
  const alice = await app.addUser('alice', 'correct horse battery staple');
  const bob = await app.addUser('bob', 'bobs-own-password');
  const reset = async () => {
    for (const user of [alice, bob]) {
      await app.store.snippets.deleteMany({ ownerId: user.id });
      for (const title of ['First', 'Second']) {
        await app.client(user).createSnippet({ title, code: `print("${title} of ${user.username}")` });
      }
    }
  };
  await reset();
  return {
    app,
    url: app.url,
    alice,
    bob,
    auth: credentialsOf(alice, schemes),
    otherAuth: credentialsOf(bob, schemes),
    reset,
    close: () => app.close(),
  };
}

function credentialsOf({ username, password, token }: TestUser, schemes: string): string {
  return schemes.startsWith('token') ? `token:${token}` : `basic:${username}:${password}`;
}
