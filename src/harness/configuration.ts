/** What a run is asked to do: schemathesis.toml, and the command line above it. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { parse, TomlError } from 'smol-toml';
import { PHASES } from './case.js';
import { CHECKS, type CheckName, EXPECTED } from './checks.js';
import type { CommandLine } from './command-line.js';
import {
  basicCredential,
  bearerCredential,
  type Credential,
  type Credentials,
  inOneRequest,
} from './credentials.js';
import { patternFlaw } from './document/dereference.js';
import {
  asList,
  asRecord,
  type ContractDocument,
  isRecord,
  type Member,
  type Operation,
} from './document/model.js';
import { CannotRun } from './errors.js';
import { readRateLimit } from './send.js';

const DATA_MODES = ['positive', 'negative'] as const;
export type DataMode = (typeof DATA_MODES)[number];

export type Configuration = ReturnType<typeof makeConfiguration>;

type Given = Pick<CommandLine, 'settings' | 'filters'>;

/** @param settings of the command line, which stand above the file */
function makeConfiguration(file: Member, { settings, filters }: Given) {
  const unknown = checkSettings(file, (path) => `schemathesis.toml: ${path}`);
  const [missing] = checkSettings({ ...settings, operations: [filters] }, optionAt);
  if (missing !== undefined) throw new CannotRun(`There is no ${missing}. --help lists all.`);
  const rules = asList(file.operations).map(asRecord);
  // The first that says something decides, as in schemathesis; what stands outside of rules comes last.
  const known = new WeakMap<Operation, Member[]>();
  const holders = (operation: Operation) => {
    const found: Member[] = known.get(operation) ?? [
      settings,
      ...rules.filter((rule) => isAbout(rule, operation)),
      file,
    ];
    known.set(operation, found);
    return found;
  };
  const first = (operation: Operation, ...path: readonly string[]) =>
    holders(operation)
      .map((holder) => at(holder, path))
      .find((value) => value !== undefined);

  const isOn = (kind: 'checks' | 'phases', name: string, among: readonly Member[]) =>
    among
      .map((holder) => at(holder, [kind, name, 'enabled']) ?? at(holder, [kind, 'enabled']))
      .find((on) => on !== undefined) !== false;

  const seed = settings.seed ?? numberOf(file.seed);
  const rateLimit = settings['rate-limit'] ?? file['rate-limit'];
  const deterministic = at(file, ['generation', 'deterministic']) === true;
  return {
    /** Those that are on for some operation. */
    checks: CHECKS.filter(
      (check) =>
        isOn('checks', check, [settings, file]) ||
        rules.some((rule) => isOn('checks', check, [settings, rule, file])),
    ),
    phases: PHASES.filter((phase) => isOn('phases', phase, [settings, file])),
    seed: seed ?? (deterministic ? 0 : Math.floor(Math.random() * 2 ** 31)),
    baseUrl: typeof file['base-url'] === 'string' ? substituteVariables(file['base-url']) : undefined,
    headers: { ...substituteIn(file.headers), ...settings.headers },
    auth: asRecord(file.auth),
    /** Milliseconds. */
    requestTimeout: (numberOf(file['request-timeout']) ?? 10) * 1000,
    rateLimit: typeof rateLimit === 'string' ? readRateLimit(rateLimit) : undefined,
    /** The keys of the file that this harness does not know. */
    warnings: unknown,
    /** The paths of its rules that are about none of the operations. */
    idleRules: (operations: readonly Operation[]) =>
      rules.flatMap((rule, index) =>
        operations.some((operation) => isAbout(rule, operation)) ? [] : [`operations[${index}]`],
      ),
    isOn: (check: CheckName, operation: Operation) => isOn('checks', check, holders(operation)),
    /** Whether the check, which compares statuses, expects this one. */
    expects: (check: CheckName, operation: Operation, status: number) =>
      asList(first(operation, 'checks', check, 'expected-statuses') ?? EXPECTED[check]).some((pattern) =>
        fitsStatus(pattern, status),
      ),
    maxExamples: (operation: Operation) => numberOf(first(operation, 'generation', 'max-examples')) ?? 25,
    modes: (operation: Operation) => {
      const wanted = first(operation, 'generation', 'mode') ?? 'all';
      return DATA_MODES.filter((mode) => wanted === 'all' || wanted === mode);
    },
    continuesOnFailure: (operation: Operation) => first(operation, 'continue-on-failure') !== false,
    isEnabled: (operation: Operation) =>
      isAbout(filters, operation) && holders(operation).every(({ enabled }) => enabled !== false),
    /** Whether it is a finding that nothing was ever accepted. */
    mustSucceed: (operation: Operation) =>
      holders(operation).every((holder) => holder === file || holder.warnings !== false),
  };
}

const at = (holder: Member, path: readonly string[]) =>
  path.reduce<unknown>((node, step) => asRecord(node)[step], holder);

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

const substituteIn = (table: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asRecord(table)).map(([name, value]) => [
      substituteVariables(name),
      substituteVariables(String(value)),
    ]),
  );

/** Without `--config`: the file of the working folder, or above it, if there is one. */
export async function readSettings(options: CommandLine): Promise<Configuration> {
  const found = options.config ?? findFile(process.cwd());
  return makeConfiguration(readToml(found === undefined ? '' : await readText(found)), options);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CannotRun(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** One filter that includes is enough, and one that excludes; without any that includes, all are. */
function isAbout(rule: Member, operation: Operation): boolean {
  const subjects: Record<(typeof FILTERED)[number], readonly string[]> = {
    'operation-id': [operation.id],
    method: [operation.method],
    path: [operation.path],
    name: [operation.label],
    tag: operation.tags,
  };
  const verdicts = (kind: 'include' | 'exclude') =>
    FILTERED.flatMap((subject) => {
      const { [`${kind}-${subject}`]: names, [`${kind}-${subject}-regex`]: pattern } = rule;
      const values = subjects[subject];
      const named = [names].flat().map((name) => (subject === 'method' ? String(name).toUpperCase() : name));
      return [
        ...(names === undefined ? [] : [values.some((value) => named.includes(value))]),
        ...(pattern === undefined ? [] : [values.some((value) => matches(subject, pattern, value))]),
      ];
    });
  const included = verdicts('include');
  return !verdicts('exclude').includes(true) && (included.length === 0 || included.includes(true));
}

const matches = (subject: string, pattern: unknown, value: string) =>
  new RegExp(String(pattern), subject === 'method' ? 'i' : '').test(value);

/** @param pattern `404`, or with digits left open: `2xx`, `20x` */
function fitsStatus(pattern: unknown, status: number): boolean {
  const text = String(status);
  return [...String(pattern).toLowerCase()].every((digit, index) => digit === 'x' || digit === text[index]);
}

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
  deterministic: BOOLEAN,
  ...immaterial('database', 'no-shrink', 'with-security-parameters', 'graphql-allow-null'),
});
const phases = table({ enabled: BOOLEAN, ...tableOf(PHASES, table({ enabled: BOOLEAN })) });
const credentials = table(tableOf(['username', 'password', 'bearer', 'api_key'], TEXT));
const basic = { ...table(tableOf(['username', 'password'], TEXT)), required: ['username', 'password'] };

const FILTERED = ['operation-id', 'method', 'path', 'name', 'tag'] as const;
export const FILTERS = ['include', 'exclude'].flatMap((kind) =>
  FILTERED.map((subject) => `${kind}-${subject}`),
);
const patterns = FILTERS.map((name) => `${name}-regex`);
const operation = table({
  ...tableOf(FILTERS, { type: ['string', 'array'], items: TEXT }),
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

/** @returns the paths of unknown settings: `operations[0].checks.no_such_check` @throws CannotRun for a value that is none */
function checkSettings(given: Member, nameAt: (path: string) => string): string[] {
  if (validate(given)) return [];
  const errors = validate.errors ?? [];
  const wrong = errors.find(({ keyword }) => keyword !== 'additionalProperties');
  if (wrong) {
    const message = wrong.message?.replace('be integer', 'be a whole number');
    throw new CannotRun(`${nameAt(pathOf(wrong.instancePath))} ${message}${choices(wrong)}.`);
  }
  return errors.map(({ instancePath, params }) =>
    pathOf(`${instancePath}/${String(asRecord(params).additionalProperty)}`),
  );
}

/** An option stands for the last step. */
const optionAt = (path: string) => `--${path.split('.').at(-1)}`;

function choices({ params }: ErrorObject): string {
  const { allowedValues } = asRecord(params);
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
}

const pathOf = (instancePath: string) =>
  instancePath
    .slice(1)
    .split('/')
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`));

/** @throws CannotRun naming the line that is no TOML */
function readToml(text: string): Member {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotRun(`schemathesis.toml, line ${error.line}: ${error.message}`);
  }
}

const NAME = 'schemathesis.toml';

/** @returns undefined when there is none */
function findFile(folder: string): string | undefined {
  const file = join(folder, NAME);
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? undefined : findFile(above);
}

/** `${NAME}` is a variable and `$${` a literal `${`; any other `$` stays. */
const PLACEHOLDER = /\$(?:(\$)(?=\{)|\{([A-Za-z_][A-Za-z0-9_]*)\}|(\{))/g;

/** @throws CannotRun when a variable is not set, or a placeholder has no name */
function substituteVariables(text: string): string {
  return text.replace(PLACEHOLDER, (_whole, escaped?: string, name?: string) => {
    if (escaped !== undefined) return '$';
    if (name === undefined)
      throw new CannotRun(`schemathesis.toml: ${text} has a placeholder without a name.`);
    const value = process.env[name];
    if (value === undefined)
      throw new CannotRun(`schemathesis.toml: the environment variable ${name} is not set.`);
    return value;
  });
}

/** @throws CannotRun when `[auth.openapi]` names a scheme that the document lacks, or that is none of a request */
export function readAuth(
  { auth, headers }: Pick<Configuration, 'auth' | 'headers'>,
  document: Pick<ContractDocument, 'source'>,
): { credentials: Credentials | undefined; headers: Readonly<Record<string, string>> } {
  const schemes = asRecord(asRecord(document.source.components).securitySchemes);
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
    credentials: credentials.length > 0 ? inOneRequest(credentials) : undefined,
    headers: Object.fromEntries(others),
  };
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
