/** An application with the scheme `oauth2`, a client and a user, and the token endpoint as a function. */
import assert from 'node:assert/strict';
import { addClient, type ClientCredentials } from '#src/authentication/oauth2.js';
import {
  type AppOptions,
  basicHeader,
  beforeTests,
  startApp,
  type TestApp,
  type TestUser,
  tokenHeader,
  useApp,
  useUser,
} from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { issue, signed } from './oauth1/sign.js';

export const ENDPOINT = '/oauth2/access_token/';

export type Tokens = Record<'access_token' | 'refresh_token' | 'token_type' | 'scope', string> & {
  expires_in: number;
};

/** A list of pairs is sent as it is, so that a parameter may come twice. */
export type Form = Readonly<Record<string, string>> | [string, string][];

export async function startOAuth2App(options: AppOptions = {}) {
  const app = await startApp(withOAuth2(options));
  const alice = await app.addUser('alice');
  return makeOAuth2App(app, alice, await addClient(app.store, 'editor'));
}

/** The same for all tests of the suite around. */
export function useOAuth2App(options: AppOptions = {}) {
  const app = useApp(withOAuth2(options));
  const client = beforeTests(() => addClient(app.store, 'editor'));
  return makeOAuth2App(app, useUser(app, 'alice'), client);
}

const withOAuth2 = (options: AppOptions) => ({
  ...options,
  env: { AUTH_SCHEMES: 'oauth2,basic', ...options.env },
});

function makeOAuth2App(app: TestApp, alice: TestUser, client: ClientCredentials) {
  const credentials = () => ({ client_id: client.clientId, client_secret: client.clientSecret });
  /** Sends a form to the token endpoint. */
  const ask = (form: Form, headers: Record<string, string> = {}) =>
    app.fetch(ENDPOINT, { method: 'POST', body: new URLSearchParams(form), headers });
  return {
    ...{ app, alice, client, ask },
    /** The parameters of the password grant for alice by the client. */
    login(more: Record<string, string> = {}): Record<string, string> {
      const { username, password } = alice;
      return { grant_type: 'password', username, password, ...credentials(), ...more };
    },
    /** The parameters of the refresh grant by the client. */
    refresh: (refresh_token: string, more: Record<string, string> = {}): Record<string, string> => ({
      ...{ grant_type: 'refresh_token', refresh_token, ...credentials(), ...more },
    }),
    /** What a successful request answers. */
    async obtain(form: Form): Promise<Tokens> {
      const response = await ask(form);
      assert.equal(response.status, 200, await response.clone().text());
      return response.json();
    },
    /** The headers of a request by a user who does it right; those of oauth1 sign a body of JSON. */
    async headersBy(
      scheme: 'session' | 'basic' | 'token' | 'oauth1' | 'oauth2',
      user: TestUser,
      { method = 'POST', path = '/snippets/' } = {},
    ): Promise<Record<string, string>> {
      const { username, password } = user;
      if (scheme === 'basic') return basicHeader(user);
      if (scheme === 'token') return tokenHeader(user);
      if (scheme === 'oauth1')
        return signed(app.settings.baseUrl ?? '', await issue(app, user), { method, path, json: {} }).headers;
      if (scheme === 'oauth2')
        return bearerHeader((await this.obtain(this.login({ username, password }))).access_token);
      const browser = new Browser(app);
      await browser.logIn(user);
      return browser.headersOfScript;
    },
    /** The status of a write with an access token. */
    async write(accessToken: string): Promise<number> {
      return (await app.sendJson('POST', '/snippets/', { code: 'x' }, bearerHeader(accessToken))).status;
    },
  };
}

export const bearerHeader = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` });

/** The status, the code, and whether the answer is what RFC 6749, 5.2 asks for. */
export async function refusalOf(response: Response): Promise<[status: number, error: unknown]> {
  const { error, error_description, detail } = (await response.json()) as Record<string, unknown>;
  assert.equal(typeof detail, 'string');
  assert.match(String(error_description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('pragma'), 'no-cache');
  const challenge = response.headers.get('www-authenticate');
  assert.equal(challenge, response.status === 401 ? 'Basic realm="oauth2"' : null);
  return [response.status, error];
}
