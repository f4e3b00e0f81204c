/** Signs requests as a client does, with every parameter open to a test that wants it wrong. */
import { randomUUID } from 'node:crypto';
import {
  baseString,
  issueConsumer,
  issueOAuth1Token,
  percentEncode,
  type SignatureMethod,
  sign,
} from '#src/authentication/oauth1.js';
import type { TestApp, TestUser } from '../../helpers/app.js';

export interface Credentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** A new consumer, and its token for a user. */
export async function issue({ store, settings }: TestApp, { id, username }: TestUser): Promise<Credentials> {
  const { _id: consumerId, key, secret } = await issueConsumer(store, `client of ${username}`);
  const user = { _id: id, logins: 1 };
  const issued = await issueOAuth1Token(store, settings.secretKey ?? '', consumerId, user);
  return { consumerKey: key, consumerSecret: secret, ...issued };
}

export interface Sent {
  method: string;
  /** Behind the base address; with its query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Signing {
  method?: string;
  path?: string;
  form?: readonly (readonly [string, string])[];
  json?: unknown;
  signatureMethod?: SignatureMethod;
  /** Wins over what is made; undefined leaves a parameter out. Signed like the others. */
  parameters?: Readonly<Record<string, string | undefined>>;
}

/** @param baseUrl what the client takes for the address of the service */
export function signed(baseUrl: string, credentials: Credentials, signing: Signing = {}): Sent {
  const { method = 'POST', path = '/snippets/', form, json, signatureMethod = 'HMAC-SHA1' } = signing;
  const [bare = '', query = ''] = path.split('?');
  const protocol = Object.entries({
    oauth_consumer_key: credentials.consumerKey,
    oauth_token: credentials.token,
    oauth_signature_method: signatureMethod,
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
    oauth_version: '1.0',
    ...signing.parameters,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = [...protocol, ...new URLSearchParams(query), ...(form ?? [])];
  const signature = sign(signatureMethod, baseString(method, baseUrl + bare, parameters), credentials);
  const pairs = [...protocol, ['oauth_signature', signature] as const].map(
    ([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`,
  );
  const headers = { Authorization: `OAuth realm="api", ${pairs.join(', ')}` };
  if (form) {
    const body = form.map((pair) => pair.map(percentEncode).join('=')).join('&');
    return {
      method,
      path,
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    };
  }
  if (json === undefined) return { method, path, headers };
  const body = JSON.stringify(json);
  return { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}
