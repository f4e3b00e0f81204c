/** An application for requests that an attacker has changed, and the changes. */
import assert from 'node:assert/strict';
import { issueOAuth1Token } from '#src/pipeline/authentication/oauth1.js';
import { beforeTests, type TestApp, type TestUser, useAppWithUsers } from '../../../helpers/app.js';
import type { StoreKind } from '../../../helpers/stores.js';
import { type Credentials, issue, type Sent } from './sign.js';

/** As an operator may write it, and as clients sign it: 3.4.1.2. */
const CONFIGURED = 'https://Snippets.Example.COM:443/store/';
export const BASE_URL = 'https://snippets.example.com/store';

export const BAD_SIGNATURE = 'Invalid OAuth consumer key, token or signature.';

export const FORM = [
  ['code', 'print("ä & b")'],
  ['title', 'a+b c'],
] as const;
export const now = () => Math.floor(Date.now() / 1000);

export interface AttackedApp {
  readonly app: TestApp;
  readonly alice: TestUser;
  /** Of alice. */
  readonly mine: Credentials;
  /** Of bob. */
  readonly other: Credentials;
  /** Another token of alice and the same consumer. */
  another(secretKey?: string): Promise<Credentials>;
  send(sent: Sent): Promise<Response>;
  /** The answer is a denial, and neither a snippet nor a nonce is stored. */
  refused(sent: Sent, detail: string): Promise<void>;
  accepted(sent: Sent, owner?: string): Promise<void>;
}

export function useAttackedApp(store: StoreKind): AttackedApp {
  const env = { AUTH_SCHEMES: 'oauth1,basic', BASE_URL: CONFIGURED };
  const { app, alice, bob } = useAppWithUsers({ store, env });
  const mine = beforeTests(() => issue(app, alice));
  const other = beforeTests(() => issue(app, bob));

  const send = ({ path, ...init }: Sent) => app.fetch(path, init);
  const countStored = () =>
    Promise.all([app.store.snippets.countDocuments(), app.store.oauth1Nonces.countDocuments()]);

  return {
    app,
    alice,
    mine,
    other,
    async another(secretKey = app.settings.secretKey ?? '') {
      const consumer = await app.store.oauth1Consumers.findOne({ key: mine.consumerKey });
      const user = { _id: alice.id, logins: 1 };
      return { ...mine, ...(await issueOAuth1Token(app.store, secretKey, consumer?._id ?? 0, user)) };
    },
    send,
    async refused(sent, detail) {
      const stored = await countStored();
      const response = await send(sent);
      assert.deepEqual([response.status, await response.json()], [401, { detail }]);
      assert.equal(response.headers.get('www-authenticate'), 'OAuth realm="api"');
      assert.deepEqual(await countStored(), stored);
    },
    async accepted(sent, owner = 'alice') {
      const response = await send(sent);
      const body = (await response.json()) as { owner?: string };
      assert.deepEqual([response.status, body.owner], [201, owner], JSON.stringify(body));
    },
  };
}

export const withHeader = (sent: Sent, change: (header: string) => string): Sent => {
  const Authorization = change(sent.headers.Authorization ?? '');
  assert.notEqual(Authorization, sent.headers.Authorization, 'the attack changes nothing');
  return { ...sent, headers: { ...sent.headers, Authorization } };
};
export const inHeader = (from: string | RegExp, to: string) => (sent: Sent) =>
  withHeader(sent, (header) => header.replace(from, to));
export const inBody = (from: string, to: string) => (sent: Sent) => ({
  ...sent,
  body: sent.body?.replace(from, to) ?? '',
});
