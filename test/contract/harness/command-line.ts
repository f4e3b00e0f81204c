/** The options of the command, by schemathesis' names where it has them. */
import { parseArgs } from 'node:util';
import { CannotRun } from './cannot-run.js';
import { PHASES, type Phase } from './case.js';
import { CHECKS, type CheckName } from './checks/check.js';
import type { Overrides } from './configuration/configuration.js';
import { FILTERED } from './configuration/settings-schema.js';
import { type Credentials, inOneRequest, readCredential } from './credentials.js';
import type { Member } from './document/values.js';
import { type RateLimit, readRateLimit } from './throttle.js';

export interface CommandLine {
  readonly help?: boolean;
  readonly version?: boolean;
  readonly url: string | undefined;
  readonly spec: string | undefined;
  readonly config: string | undefined;
  readonly hooks?: string | undefined;
  /** Stands before every path, whatever the document says; '' for nothing. */
  readonly basePath?: string | undefined;
  /** The file of a report. */
  readonly junit?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** Milliseconds. */
  readonly patience?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The run's own, and another user's when they were given. */
  readonly self: Credentials | undefined;
  readonly other: Credentials | undefined;
  readonly overrides: Overrides;
}

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  url: { type: 'string', short: 'u' },
  spec: text,
  'base-path': text,
  auth: list,
  also: list,
  header: { type: 'string', multiple: true, short: 'H' },
  checks: text,
  'exclude-checks': text,
  phases: text,
  'max-examples': text,
  seed: text,
  'rate-limit': text,
  'max-wait': text,
  config: text,
  hooks: text,
  'report-junit-path': text,
  'include-path': list,
  'include-path-regex': text,
  'include-method': list,
  'include-method-regex': text,
  'include-operation-id': list,
  'include-operation-id-regex': text,
  'include-tag': list,
  'include-tag-regex': text,
  'include-name': list,
  'include-name-regex': text,
  'exclude-path': list,
  'exclude-path-regex': text,
  'exclude-method': list,
  'exclude-method-regex': text,
  'exclude-operation-id': list,
  'exclude-operation-id-regex': text,
  'exclude-tag': list,
  'exclude-tag-regex': text,
  'exclude-name': list,
  'exclude-name-regex': text,
} as const;

/** @throws CannotRun naming what does not fit */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, tokens } = parse(args);
  const [self, other, ...more] = readUsers(tokens);
  if (more.length > 0) throw new CannotRun('Give --auth at most twice: for the user, and for another user.');
  return {
    help: values.help === true,
    version: values.version === true,
    url: values.url,
    spec: values.spec,
    config: values.config,
    hooks: values.hooks,
    basePath: values['base-path'] === undefined ? undefined : readBasePath(values['base-path']),
    junit: values['report-junit-path'],
    rateLimit: values['rate-limit'] === undefined ? undefined : readRateLimit(values['rate-limit']),
    patience: seconds('--max-wait', values['max-wait']),
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    self,
    other,
    overrides: {
      checks: values.checks === 'all' ? CHECKS : names<CheckName>('--checks', values.checks, CHECKS),
      excludedChecks: names<CheckName>('--exclude-checks', values['exclude-checks'], CHECKS),
      phases: names<Phase>('--phases', values.phases, PHASES),
      maxExamples: whole('--max-examples', values['max-examples'], 1),
      seed: whole('--seed', values.seed, 0),
      filters: readFilters(values),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, tokens: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CannotRun(`${message.replace(/ To specify a positional.*$/s, '')} --help lists the options.`);
  }
}

type Tokens = ReturnType<typeof parse>['tokens'];

/** `--also` belongs to the `--auth` before it. */
function readUsers(tokens: Tokens): Credentials[] {
  const users: Credentials[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    if (token.name === 'auth') users.push([readCredential(token.value)]);
    if (token.name !== 'also') continue;
    const user = users.pop();
    if (!user) throw new CannotRun('--also is a further credential of the user of the --auth before it.');
    users.push(inOneRequest([...user, readCredential(token.value)]));
  }
  return users;
}

function readHeader(given: string): [string, string] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*)$/s.exec(given) ?? [];
  // Its value may be a secret.
  if (name === '') throw new CannotRun("--header takes 'NAME: VALUE'.");
  return [name, value];
}

/** With a first slash, and without a last one. */
export function readBasePath(given: string): string {
  const path = given.replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/** @returns a rule in the words of schemathesis.toml; undefined when there is none */
function readFilters(values: Readonly<Record<string, unknown>>): Member | undefined {
  const given = ['include', 'exclude'].flatMap((kind) =>
    FILTERED.flatMap((subject) => [`${kind}-${subject}`, `${kind}-${subject}-regex`]),
  );
  const rule = Object.fromEntries(
    given.flatMap((name) => (values[name] === undefined ? [] : [[name, filterValue(name, values[name])]])),
  );
  return Object.keys(rule).length > 0 ? rule : undefined;
}

function filterValue(name: string, value: unknown): unknown {
  if (/-method$/.test(name) && Array.isArray(value))
    return value.map((method) => String(method).toUpperCase());
  if (!name.endsWith('-regex')) return value;
  try {
    return new RegExp(String(value)) && value;
  } catch (error) {
    throw new CannotRun(`--${name}: ${error instanceof Error ? error.message : error}`);
  }
}

function names<Name extends string>(
  option: string,
  given: string | undefined,
  known: readonly Name[],
): Name[] | undefined {
  return given?.split(',').map((name) => {
    const found = known.find((one) => one === name.trim());
    if (!found) throw new CannotRun(`${option}: there is no ${name}; there are ${known.join(', ')}.`);
    return found;
  });
}

function whole(option: string, given: string | undefined, least: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  // fast-check's seeds are 32 bits wide.
  if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
  throw new CannotRun(`${option} takes a whole number from ${least}, not ${given}.`);
}

function seconds(option: string, given: string | undefined): number | undefined {
  const value = whole(option, given, 0);
  return value === undefined ? undefined : value * 1000;
}
