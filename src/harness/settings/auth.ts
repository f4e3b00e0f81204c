/** The credentials of schemathesis.toml, by the security schemes of the description. */
import { basicCredential, bearerCredential, type Credential, type Credentials } from '../credentials.js';
import { asRecord, type ContractDocument, isRecord, type Member } from '../document/model.js';
import { CannotRun } from '../errors.js';
import type { Configuration } from './configuration.js';
import { substituteVariables } from './file.js';

/** @throws CannotRun when `[auth.openapi]` names a scheme that the document lacks, or that is none of a request */
export function readAuth(
  { auth, headers }: Pick<Configuration, 'auth' | 'headers'>,
  document: Pick<ContractDocument, 'schemes'>,
): { credentials: Credentials | undefined; headers: Readonly<Record<string, string>> } {
  const { schemes } = document;
  const places = Object.values(schemes).map(asRecord);
  const inHeader = places.filter((scheme) => scheme.in === 'header').map(({ name }) => String(name));
  const inCookie = places.some((scheme) => scheme.in === 'cookie') ? ['Cookie'] : [];
  const names = ['Authorization', ...inHeader, ...inCookie].map((name) => name.toLowerCase());
  // A request that probes for credentials has to go without them.
  const carrying = Object.entries(headers).filter(([name]) => names.includes(name.toLowerCase()));
  const others = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
  const credentials = [
    ...Object.entries(asRecord(auth.openapi)).map(([name, given]) =>
      ofScheme(name, asRecord(given), asRecord(schemes[name])),
    ),
    ...(isRecord(auth.basic) ? [readBasic(auth.basic)] : []),
    ...carrying.map(([name, value]) => ({ in: 'header' as const, name, value })),
  ];
  return {
    credentials: credentials.length > 0 ? credentials : undefined,
    headers: Object.fromEntries(others),
  };
}

const ofScheme = (name: string, given: Member, scheme: Member): Credential => ({
  ...readScheme(name, given, scheme),
  scheme: name,
});

function readScheme(name: string, given: Member, scheme: Member): Credential {
  if (given.username !== undefined) return readBasic(given);
  if (given.bearer !== undefined) return bearerCredential(text(given.bearer));
  const value = text(given.api_key);
  if (scheme.in === 'header' || scheme.in === 'query')
    return { in: scheme.in, name: String(scheme.name), value };
  if (scheme.in === 'cookie') return { in: 'header', name: 'Cookie', value: `${scheme.name}=${value}` };
  throw new CannotRun(`schemathesis.toml: auth.openapi.${name}: the document has no such API key.`);
}

export const readBasic = ({ username, password }: Member) => basicCredential(text(username), text(password));

const text = (value: unknown) => substituteVariables(String(value ?? ''));
