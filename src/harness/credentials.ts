/** Who a run is: what `--auth` or schemathesis.toml gives, as it stands in a request. */
import { asRecord, type Member } from './document/model.js';
import { CannotRun } from './errors.js';

export interface Credential {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** The name and password that it was made of. */
  readonly login?: Login | undefined;
  /** An API key, which stands where the document says; with the name of its scheme, where there are several. */
  readonly scheme?: string | undefined;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** All of one user: a document may ask for several at once (OpenAPI 3.0.3, 4.7.30). */
export type Credentials = readonly Credential[];

export const authorization = (value: string): Credential => ({ in: 'header', name: 'Authorization', value });

export const basicCredential = (username: string, password: string): Credential => ({
  ...authorization(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`),
  login: { username, password },
});

export const bearerCredential = (token: string): Credential => authorization(`Bearer ${token}`);

/** @param given `KIND:...`, or `SCHEME=KIND:...` with the name of one of the document's security schemes */
export function readCredential(given: string): Credential {
  const [, scheme = '', text = ''] = /^(?:([\w.-]+)=)?(.*)$/s.exec(given) ?? [];
  const [, kind, rest = ''] = /^(basic|token|bearer|apikey|header|query|cookie):(.+)$/s.exec(text) ?? [];
  const [, name, more] = /^([^:]+):(.*)$/s.exec(rest) ?? [];
  if (kind === 'token') return authorization(`Token ${rest}`);
  if (kind === 'bearer') return bearerCredential(rest);
  if (kind === 'apikey') return { in: 'header', name: `the key of ${scheme}`, value: rest, scheme };
  if (name !== undefined && more !== undefined) {
    if (kind === 'basic') return basicCredential(name, more);
    if (kind === 'header' || kind === 'query') return { in: kind, name, value: more };
    if (kind === 'cookie') return { in: 'header', name: 'Cookie', value: `${name}=${more}` };
  }
  // What was given is not repeated: it may be a secret.
  throw new CannotRun(
    '--auth takes basic:NAME:PASSWORD, token:KEY, bearer:TOKEN, apikey:KEY, or header:, query: or cookie:NAME:VALUE.',
  );
}

/** @returns the key where the document has the scheme; that it has none is seen in the answers */
export function placeKey(credential: Credential, schemes: Member): Credential {
  const { scheme, value } = credential;
  if (scheme === undefined) return credential;
  const keys = Object.entries(schemes).map(([name, one]) => ({ own: name, ...asRecord(one) }) as Member);
  const found = keys.find((one) => one.type === 'apiKey' && (scheme === '' || one.own === scheme)) ?? {};
  const name = String(found.name);
  if (found.in === 'cookie') return { in: 'header', name: 'Cookie', value: `${name}=${value}` };
  return found.in === 'query' || found.in === 'header' ? { in: found.in, name, value } : authorization(value);
}

/** Of two that stand in the same place the first is sent, but cookies have one header (RFC 6265, 5.4). */
export function inOneRequest(found: Credentials): Credential[] {
  const taken = new Map<string, Credential>();
  for (const credential of found) {
    const isHeader = credential.in === 'header';
    const place = `${credential.in} ${isHeader ? credential.name.toLowerCase() : credential.name}`;
    const before = taken.get(place);
    if (!before) taken.set(place, credential);
    else if (place === 'header cookie')
      taken.set(place, { ...before, value: `${before.value}; ${credential.value}` });
  }
  return [...taken.values()];
}

/** The right name with a wrong password; what has no password is wrong altogether. */
export const spoilPassword = (credential: Credential): Credential =>
  credential.login === undefined ? spoil(credential) : basicCredential(credential.login.username, 'wrong');

/** The same kind of credential, with a wrong value. */
export function spoil(credential: Credential): Credential {
  const { in: place, name, value } = credential;
  const spoiled = (text: string) => ({ in: place, name, value: text });
  if (place === 'query') return spoiled('wrong');
  if (name.toLowerCase() === 'cookie') return spoiled(value.replace(/=[^;]*/g, '=wrong'));
  const [, scheme] = /^(\S+) ./.exec(value) ?? [];
  if (scheme === undefined) return spoiled('wrong');
  return spoiled(scheme === 'Basic' ? basicCredential('nobody', 'wrong').value : `${scheme} wrong`);
}
