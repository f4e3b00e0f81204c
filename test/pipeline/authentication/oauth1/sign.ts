/** Signs requests as a client does, with every parameter open to a test that wants it wrong. */
import { randomUUID } from 'node:crypto';
import {
  baseString,
  issueConsumer,
  issueOAuth1Token,
  percentEncode,
  type SignatureMethod,
  sign,
} from '#src/pipeline/authentication/oauth1.js';
import type { TestApp, TestUser } from '../../../helpers/app.js';

export interface Credentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** A new consumer, and its token for a user. */
export async function issue({ store, settings }: TestApp, user: TestUser): Promise<Credentials> {
  const { _id: consumerId, key, secret } = await issueConsumer(store, `client of ${user.username}`);
  const issued = await issueOAuth1Token(store, settings.secretKey ?? '', consumerId, {
    _id: user.id,
    logins: 1,
  });
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
  const text = baseString(method, baseUrl + bare, [
    ...protocol,
    ...new URLSearchParams(query),
    ...(form ?? []),
  ]);
  const signature = sign(signatureMethod, text, credentials);
  const Authorization = header([...protocol, ['oauth_signature', signature]]);
  if (form) {
    const body = form.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
    const headers = { Authorization, 'Content-Type': 'application/x-www-form-urlencoded' };
    return { method, path, headers, body };
  }
  if (json === undefined) return { method, path, headers: { Authorization } };
  const headers = { Authorization, 'Content-Type': 'application/json' };
  return { method, path, headers, body: JSON.stringify(json) };
}

/** `OAuth realm="api", a="1", b="2"` */
export function header(parameters: readonly (readonly [string, string])[]): string {
  const pairs = parameters.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`);
  return `OAuth realm="api", ${pairs.join(', ')}`;
}
