/** Who a run is: what `--auth` or schemathesis.toml gives, as it stands in a request. */
import { asRecord, type Member, type Operation } from './document/model.js';
import { CannotRun } from './errors.js';

export interface Credential {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** The name and password that it was made of. */
  readonly login?: Login | undefined;
  /** The name of the security scheme that it is for, where somebody said so. */
  readonly scheme?: string | undefined;
  /** An API key, which stands where the document says. */
  readonly isKey?: boolean | undefined;
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
  const [, scheme, text = ''] = /^(?:([\w.-]+)=)?(.*)$/s.exec(given) ?? [];
  const found = readKind(text);
  if (found) return scheme === undefined ? found : { ...found, scheme };
  // As schemathesis takes it.
  const [, name, password] = /^([^:=]+):(.+)$/s.exec(given) ?? [];
  if (name !== undefined && password !== undefined && !KINDS.includes(name))
    return basicCredential(name, password);
  // What was given is not repeated: it may be a secret.
  throw new CannotRun(
    '--auth takes NAME:PASSWORD, basic:NAME:PASSWORD, token:KEY, bearer:TOKEN, apikey:KEY, or header:, query: or cookie:NAME:VALUE.',
  );
}

const KINDS = ['basic', 'token', 'bearer', 'apikey', 'header', 'query', 'cookie', 'digest'];

function readKind(text: string): Credential | undefined {
  const [, kind, rest = ''] = /^(basic|token|bearer|apikey|header|query|cookie):(.+)$/s.exec(text) ?? [];
  const [, name, more] = /^([^:]+):(.*)$/s.exec(rest) ?? [];
  if (kind === 'token') return authorization(`Token ${rest}`);
  if (kind === 'bearer') return bearerCredential(rest);
  if (kind === 'apikey') return { in: 'header', name: 'the key', value: rest, isKey: true };
  if (name === undefined || more === undefined) return undefined;
  if (kind === 'basic') return basicCredential(name, more);
  if (kind === 'header' || kind === 'query') return { in: kind, name, value: more };
  return kind === 'cookie' ? { in: 'header', name: 'Cookie', value: `${name}=${more}` } : undefined;
}

/** The name and password in an address. */
export const readLogin = ({ username, password }: URL) =>
  basicCredential(decodeURIComponent(username), decodeURIComponent(password));

/** @returns the key where the document has the scheme; that it has none is seen in the answers */
export function placeKey(credential: Credential, schemes: Member): Credential {
  const { scheme, value, isKey } = credential;
  if (isKey !== true) return credential;
  const keys = Object.entries(schemes).map(([name, one]) => ({ own: name, ...asRecord(one) }) as Member);
  const found =
    keys.find((one) => one.type === 'apiKey' && (scheme === undefined || one.own === scheme)) ?? {};
  const name = String(found.name);
  const own = { scheme };
  if (found.in === 'cookie') return { ...own, in: 'header', name: 'Cookie', value: `${name}=${value}` };
  return found.in === 'query' || found.in === 'header'
    ? { ...own, in: found.in, name, value }
    : { ...own, ...authorization(value) };
}

/** @returns of those that a user has, what the operation asks for; all of them where it says nothing that suits them */
export function credentialsFor(
  { security }: Pick<Operation, 'security'>,
  schemes: Member,
  given: Credentials,
): Credential[] {
  const suitsIn = (name: string) => (one: Credential) => suits(one, name, asRecord(schemes[name]));
  // A header of the service's own belongs to every request.
  const others = given.filter((one) => !Object.keys(schemes).some((name) => suitsIn(name)(one)));
  if (security?.length === 0) return inOneRequest(others);
  const ways = (security ?? [])
    .filter((names) => names.length > 0)
    .map((names) => names.map((name) => given.find(suitsIn(name))));
  const whole = ways.find((way) => !way.includes(undefined));
  return inOneRequest(whole ? [...whole.filter((one) => one !== undefined), ...others] : given);
}

/** Whether a security scheme (OpenAPI 3.0.3, 4.7.27) is satisfied by the credential. */
function suits(
  { scheme: own, in: place, name, value }: Credential,
  schemeName: string,
  scheme: Member,
): boolean {
  if (own !== undefined) return own === schemeName;
  const isIn = (header: string) => place === 'header' && name.toLowerCase() === header.toLowerCase();
  const isOf = (word: string) =>
    isIn('Authorization') && value.toLowerCase().startsWith(`${word.toLowerCase()} `);
  if (scheme.type === 'http') return isOf(String(scheme.scheme));
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return isOf('Bearer');
  if (scheme.type !== 'apiKey') return false;
  if (scheme.in === 'query') return place === 'query' && name === scheme.name;
  if (scheme.in === 'cookie') return isIn('Cookie') && value.startsWith(`${scheme.name}=`);
  return isIn(String(scheme.name));
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
  const { in: place, name, value, scheme: own } = credential;
  const spoiled = (text: string) => ({ in: place, name, value: text, scheme: own });
  if (place === 'query') return spoiled('wrong');
  if (name.toLowerCase() === 'cookie') return spoiled(value.replace(/=[^;]*/g, '=wrong'));
  const [, scheme] = /^(\S+) ./.exec(value) ?? [];
  if (scheme === undefined) return spoiled('wrong');
  return spoiled(scheme === 'Basic' ? basicCredential('nobody', 'wrong').value : `${scheme} wrong`);
}
