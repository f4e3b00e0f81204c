/** Who a run is by schemathesis.toml: `[auth]`, or a header that carries credentials. */
import { CannotRun } from '../cannot-run.js';
import { basicCredentials, bearerCredentials, type Credentials } from '../credentials.js';
import type { ContractDocument } from '../document/model.js';
import { asRecord, isRecord, type Member } from '../document/values.js';
import type { Configuration } from './configuration.js';
import { substituteVariables } from './substitute-variables.js';

export interface Auth {
  readonly credentials: Credentials | undefined;
  /** Those that are sent whoever asks. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws CannotRun when `[auth.openapi]` names a scheme that the document lacks, or that no header carries */
export function readAuth(
  { auth, headers }: Pick<Configuration, 'auth' | 'headers'>,
  document: ContractDocument,
): Auth {
  const schemes = asRecord(asRecord(document.source.components).securitySchemes);
  const [named] = Object.entries(asRecord(auth.openapi));
  const carrying = Object.entries(headers).find(([name]) => isCredential(name, schemes));
  if (named)
    return { credentials: ofScheme(named[0], asRecord(named[1]), asRecord(schemes[named[0]])), headers };
  if (isRecord(auth.basic)) return { credentials: readBasic(auth.basic), headers };
  if (!carrying) return { credentials: undefined, headers };
  // A request that probes for credentials has to go without them.
  const [header, value] = carrying;
  const { [header]: _taken, ...others } = headers;
  return { credentials: { header, value }, headers: others };
}

function ofScheme(name: string, given: Member, scheme: Member): Credentials {
  if (given.username !== undefined) return readBasic(given);
  if (given.bearer !== undefined) return bearerCredentials(text(given.bearer));
  const value = text(given.api_key);
  if (scheme.in === 'header') return { header: String(scheme.name), value };
  if (scheme.in === 'cookie') return { header: 'Cookie', value: `${scheme.name}=${value}` };
  throw new CannotRun(`schemathesis.toml: auth.openapi.${name}: no header carries such credentials.`);
}

const readBasic = ({ username, password }: Member) => basicCredentials(text(username), text(password));

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
