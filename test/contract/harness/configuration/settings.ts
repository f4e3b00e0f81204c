/** Reads schemathesis.toml: where it is, what in it this harness knows, and who the run is by it. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { parse, TomlError } from 'smol-toml';
import { PHASES } from '../case.js';
import { CHECKS, EXPECTED } from '../checks/check.js';
import {
  basicCredential,
  bearerCredential,
  type Credential,
  type Credentials,
  inOneRequest,
} from '../credentials.js';
import { patternFlaw } from '../document/dereference.js';
import { asRecord, type ContractDocument, isRecord, type Member } from '../document/model.js';
import { CannotRun } from '../errors.js';
import type { Configuration } from './configuration.js';

const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };

const table = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const tableOf = (names: readonly string[], member: object) =>
  Object.fromEntries(names.map((name) => [name, member]));
/** They tune the other tool's engine, cache and output: nothing of them could matter here. */
const immaterial = (...names: readonly string[]) => tableOf(names, {});

const STATUSES = {
  type: 'array',
  items: { type: ['integer', 'string'], minimum: 100, maximum: 599, pattern: '^[1-5][0-9xX][0-9xX]$' },
};
const checks = table({
  enabled: BOOLEAN,
  ...tableOf(CHECKS, table({ enabled: BOOLEAN })),
  ...tableOf(Object.keys(EXPECTED), table({ enabled: BOOLEAN, 'expected-statuses': STATUSES })),
});
const generation = table({
  mode: { enum: ['positive', 'negative', 'all'] },
  'max-examples': { type: 'integer', minimum: 1 },
  ...tableOf(['no-shrink', 'deterministic'], BOOLEAN),
  ...immaterial('database', 'with-security-parameters', 'graphql-allow-null'),
});
const phases = table({ enabled: BOOLEAN, ...tableOf(PHASES, table({ enabled: BOOLEAN })) });
const credentials = table(tableOf(['username', 'password', 'bearer', 'api_key'], TEXT));
const basic = { ...table(tableOf(['username', 'password'], TEXT)), required: ['username', 'password'] };

export const FILTERED = ['operation-id', 'method', 'path', 'name', 'tag'] as const;
const filters = ['include', 'exclude'].flatMap((kind) => FILTERED.map((subject) => `${kind}-${subject}`));
const patterns = filters.map((name) => `${name}-regex`);
const operation = table({
  ...tableOf(filters, { type: ['string', 'array'], items: TEXT }),
  ...tableOf(patterns, { type: 'string', format: 'regex' }),
  ...tableOf(['enabled', 'continue-on-failure'], BOOLEAN),
  checks,
  generation,
  ...immaterial('warnings'),
});

const SETTINGS = table({
  // fast-check's seeds are 32 bits wide.
  seed: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  ...tableOf(['base-url', 'rate-limit'], TEXT),
  headers: { type: 'object', additionalProperties: TEXT },
  'request-timeout': { type: 'number', exclusiveMinimum: 0 },
  'continue-on-failure': BOOLEAN,
  generation,
  checks,
  phases,
  auth: table({ basic, openapi: { type: 'object', additionalProperties: credentials } }),
  operations: { type: 'array', items: operation },
  ...immaterial('warnings', 'color', 'workers', 'cache', 'output', 'suppress-health-check'),
});

// The schema is this project's own: to compile the schema of schemas, and to hold it to that, would cost 40 ms a start.
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: { regex: (text) => patternFlaw(text) === undefined },
  meta: false,
  validateSchema: false,
});
const validate = ajv.compile(SETTINGS);

/** @returns the names of unknown settings: `operations[0].checks.no_such_check` */
export function checkSettings(file: Member): string[] {
  if (validate(file)) return [];
  const errors = validate.errors ?? [];
  const wrong = errors.find(({ keyword }) => keyword !== 'additionalProperties');
  if (wrong)
    throw new CannotRun(
      `schemathesis.toml: ${nameOf(wrong.instancePath)} ${wrong.message}${choices(wrong)}.`,
    );
  return errors.map(({ instancePath, params }) =>
    nameOf(`${instancePath}/${String(asRecord(params).additionalProperty)}`),
  );
}

function choices({ params }: ErrorObject): string {
  const { allowedValues } = asRecord(params);
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
}

const nameOf = (instancePath: string) =>
  instancePath
    .slice(1)
    .split('/')
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`));

/** @throws CannotRun naming the line that is no TOML */
export function readToml(text: string): Member {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotRun(`schemathesis.toml, line ${error.line}: ${error.message}`);
  }
}

const NAME = 'schemathesis.toml';

/** @returns undefined when there is none */
export function findFile(folder: string): string | undefined {
  const file = join(folder, NAME);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? undefined : findFile(above);
}

/** `${NAME}` is a variable and `$${` a literal `${`; any other `$` stays. */
const PLACEHOLDER = /\$(?:(\$)(?=\{)|\{([A-Za-z_][A-Za-z0-9_]*)\}|(\{))/g;

/** @throws CannotRun when a variable is not set, or a placeholder has no name */
export function substituteVariables(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return text.replace(PLACEHOLDER, (_whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return '$';
    if (name === undefined)
      throw new CannotRun(`schemathesis.toml: ${text} has a placeholder without a name.`);
    const value = environment[name];
    if (value === undefined)
      throw new CannotRun(`schemathesis.toml: the environment variable ${name} is not set.`);
    return value;
  });
}

export interface Auth {
  readonly credentials: Credentials | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws CannotRun when `[auth.openapi]` names a scheme that the document lacks, or that is none of a request */
export function readAuth(
  { auth, headers }: Pick<Configuration, 'auth' | 'headers'>,
  document: Pick<ContractDocument, 'source'>,
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
