/** What dredd talks to: the service as contract tests meet it, and a second one that is easily asked too much. */
import { addClient } from '#src/pipeline/authentication/oauth2.js';
import { startApp, type TestApp, type TestUser } from '../../helpers/app.js';
import type { StoreKind } from '../../helpers/stores.js';
import { EVERY_OPERATION, SCHEME_ORDERS, startService } from '../start-service.js';

/** Together they serve every operation of the document, with every status that can be brought about. */
export const DREDD_ORDERS: readonly string[] = [
  ...SCHEME_ORDERS,
  'session,token,basic',
  'oauth2,session,basic',
];

/** A service as the hooks know it. */
export interface Place {
  readonly url: string;
  readonly maxBodyBytes: number;
  readonly users: Readonly<Record<string, TestUser>>;
  /** As the form of the OAuth 2.0 endpoint names them. */
  readonly client: { readonly client_id: string; readonly client_secret: string } | undefined;
}

export interface Services {
  readonly schemes: readonly string[];
  readonly usual: Place;
  readonly pressed: Place;
  close(): Promise<void>;
}

/** Rates that a few requests use up, and a highlighter that slow code keeps busy for as long as it is needed. */
const LIMITS = { THROTTLE_RATES: 'anon=5/day,user=150/day,login=5/day', HIGHLIGHT_TIMEOUT_MS: '15000' };

export async function startServices(schemes: string, store: StoreKind = 'embedded'): Promise<Services> {
  const service = await startService({ schemes, store });
  const app = await startApp({ store, env: { AUTH_SCHEMES: schemes, ...EVERY_OPERATION, ...LIMITS } });
  const { alice, bob } = service;
  return {
    schemes: schemes.split(','),
    usual: await placeOf(service.app, [alice, bob], schemes),
    pressed: await placeOf(
      app,
      [await app.addUser(alice.username, alice.password), await app.addUser(bob.username, bob.password)],
      schemes,
    ),
    async close() {
      await Promise.all([service.close(), app.close()]);
    },
  };
}

async function placeOf(app: TestApp, users: readonly TestUser[], schemes: string): Promise<Place> {
  const client = schemes.includes('oauth2') ? await addClient(app.store, 'editor') : undefined;
  return {
    url: app.url,
    maxBodyBytes: app.settings.maxBodyBytes,
    users: Object.fromEntries(users.map((user) => [user.username, user])),
    client: client && { client_id: client.clientId, client_secret: client.clientSecret },
  };
}
