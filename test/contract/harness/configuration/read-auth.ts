/** Who a run is by schemathesis.toml: `[auth]`, or a header that carries credentials. */
import { CannotRun } from '../cannot-run.js';
import {
  basicCredential,
  bearerCredential,
  type Credential,
  type Credentials,
  inOneRequest,
} from '../credentials.js';
import type { ContractDocument } from '../document/model.js';
import { asRecord, isRecord, type Member } from '../document/values.js';
import type { Configuration } from './configuration.js';
import { substituteVariables } from './substitute-variables.js';

export interface Auth {
  readonly credentials: Credentials | undefined;
  /** Sent with every user. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws CannotRun when `[auth.openapi]` names a scheme that the document lacks, or that is none of a request */
export function readAuth(
  { auth, headers }: Pick<Configuration, 'auth' | 'headers'>,
  document: ContractDocument,
): Auth {
  const schemes = asRecord(asRecord(document.source.components).securitySchemes);
  const named = Object.entries(asRecord(auth.openapi));
  const carrying = Object.entries(headers).filter(([name]) => isCredential(name, schemes));
  if (named.length > 0) {
    const found = named.map(([name, given]) => ofScheme(name, asRecord(given), asRecord(schemes[name])));
    return { credentials: inOneRequest(found), headers };
  }
  if (isRecord(auth.basic)) return { credentials: [readBasic(auth.basic)], headers };
  if (carrying.length === 0) return { credentials: undefined, headers };
  // A request that probes for credentials has to go without them.
  const others = Object.entries(headers).filter(([name]) => !isCredential(name, schemes));
  const credentials = carrying.map(([name, value]) => ({ in: 'header' as const, name, value }));
  return { credentials, headers: Object.fromEntries(others) };
}

function ofScheme(name: string, given: Member, scheme: Member): Credential {
  if (given.username !== undefined) return readBasic(given);
  if (given.bearer !== undefined) return bearerCredential(text(given.bearer));
  const value = text(given.api_key);
  if (scheme.in === 'header' || scheme.in === 'query')
    return { in: scheme.in, name: String(scheme.name), value };
  if (scheme.in === 'cookie') return { in: 'header', name: 'Cookie', value: `${scheme.name}=${value}` };
  throw new CannotRun(`schemathesis.toml: auth.openapi.${name}: the document has no such API key.`);
}

const readBasic = ({ username, password }: Member) => basicCredential(text(username), text(password));

const text = (value: unknown) => substituteVariables(String(value ?? ''));

function isCredential(name: string, schemes: Member): boolean {
  const same = (other: unknown) => String(other).toLowerCase() === name.toLowerCase();
  return (
    same('Authorization') ||
    Object.values(schemes).some((scheme) => {
      const { in: place, name: own } = asRecord(scheme);
      return (place === 'header' && same(own)) || (place === 'cookie' && same('Cookie'));
    })
  );
}
