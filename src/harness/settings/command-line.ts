/** The options of the command, by schemathesis' names where it has them. */

import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PHASES } from '../case.js';
import { CHECKS } from '../checks.js';
import { type Credentials, readCredential } from '../credentials.js';
import { patternFlaw, readPattern } from '../document/keywords.js';
import type { Member } from '../document/model.js';
import { CannotRun } from '../errors.js';
import { readSettings } from './configuration.js';
import { nearest } from './nearest.js';
import { FILTERS } from './schema.js';

export type CommandLine = ReturnType<typeof readCommandLine>;

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string', short: 'u' },
  spec: text,
  'base-path': text,
  auth: { type: 'string', multiple: true, short: 'a' },
  also: list,
  header: { type: 'string', multiple: true, short: 'H' },
  format: list,
  checks: { type: 'string', short: 'c' },
  'exclude-checks': text,
  phases: text,
  mode: { type: 'string', short: 'm' },
  'max-examples': { type: 'string', short: 'n' },
  'max-failures': text,
  'continue-on-failure': { type: 'boolean' },
  'no-shrink': { type: 'boolean' },
  seed: text,
  'rate-limit': text,
  'request-timeout': text,
  'tls-verify': text,
  proxy: text,
  config: text,
  'config-file': text,
  report: text,
  'report-dir': text,
  'report-junit-path': text,
  ...Object.fromEntries(
    FILTERS.flatMap((name) => [
      [name, list],
      [`${name}-regex`, text],
    ]),
  ),
} as const;

export function readCommandLine(args: readonly string[]) {
  const { values, tokens, positionals } = parse(args);
  const spec = documentIn(positionals, values.spec);
  const [self, other, ...more] = readUsers(tokens);
  if (more.length > 0) throw new CannotRun('Give --auth at most twice: for the user, and for another user.');
  return {
    help: values.help === true,
    url: values.url,
    spec,
    config: values.config ?? values['config-file'],
    /** Stands before every path, whatever the document says; '' for nothing. */
    basePath: values['base-path'] === undefined ? undefined : readBasePath(values['base-path']),
    ...reportIn(values.report, values['report-dir'], values['report-junit-path']),
    self,
    other,
    formats: new Map((values.format ?? []).map(readFormat)),
    filters: Object.fromEntries(
      FILTERS.flatMap((name) => [name, `${name}-regex`])
        .map((name) => [name, (values as Member)[name]])
        .filter(([, value]) => value !== undefined),
    ),
    /** In the form of schemathesis.toml, above which they stand. */
    settings: {
      seed: numberIn(values.seed),
      'rate-limit': values['rate-limit'],
      'request-timeout': numberIn(values['request-timeout']),
      'tls-verify': values['tls-verify'],
      proxy: values.proxy,
      'max-failures': numberIn(values['max-failures']),
      'continue-on-failure': values['continue-on-failure'],
      'no-shrink': values['no-shrink'],
      headers: Object.fromEntries((values.header ?? []).map(readHeader)),
      generation: { 'max-examples': numberIn(values['max-examples']), mode: values.mode },
      checks: {
        ...(values.checks === 'all' ? { enabled: true } : only(values.checks)),
        ...switched(values['exclude-checks'], false),
      },
      phases: only(values.phases),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    // schemathesis has other commands, too.
    const given = args[0] === 'run' ? args.slice(1) : [...args];
    return parseArgs({ args: given, options: OPTIONS, strict: true, tokens: true, allowPositionals: true });
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replace(/\. To specify .*/s, '');
    const [, unknown] = /^Unknown option '(--?[^']+)'/.exec(message) ?? [];
    const meant =
      unknown &&
      nearest(
        unknown,
        Object.keys(OPTIONS).map((name) => `--${name}`),
      );
    const hint = meant === undefined ? '' : ` Do you mean ${meant}?`;
    throw new CannotRun(`${message.replace(/\.?$/, '.')}${hint} --help lists the options.`);
  }
}

const numberIn = (given: string | undefined) => (given === undefined ? undefined : Number(given));

/** As schemathesis takes it, it is named alone; it may be an address. */
function documentIn([given, ...more]: readonly string[], spec: string | undefined): string | undefined {
  if (more.length > 0 || (given !== undefined && spec !== undefined))
    throw new CannotRun(`One description can be tested at a time, and ${more[0] ?? given} is another one.`);
  return given ?? spec;
}

/** Where schemathesis writes it, too. */
function reportIn(kind: string | undefined, folder = 'schemathesis-report', path?: string) {
  if (kind !== undefined && kind !== 'junit') throw new CannotRun(`--report takes junit, not ${kind}.`);
  const isNamed = kind === undefined || path !== undefined;
  return isNamed ? { junit: path } : { junit: join(folder, 'junit.xml'), reportFolder: folder };
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
    users.push([...user, readCredential(token.value)]);
  }
  return users;
}

function readHeader(given: string): [string, string] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*)$/s.exec(given) ?? [];
  // Its value may be a secret.
  if (name === '') throw new CannotRun("--header takes 'NAME: VALUE'.");
  return [name, value];
}

/** @param given `NAME=PATTERN` */
function readFormat(given: string): [string, RegExp] {
  const [, name = '', pattern = ''] = /^([\w.-]+)=(.+)$/s.exec(given) ?? [];
  const flaw = name === '' ? 'takes NAME=PATTERN' : patternFlaw(pattern);
  if (flaw !== undefined) throw new CannotRun(`--format ${given}: ${flaw}.`);
  return [name, readPattern(pattern)];
}

function readBasePath(given: string): string {
  const path = given.replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

const only = (names: string | undefined) =>
  names === undefined ? {} : { enabled: false, ...switched(names, true) };

const switched = (names: string | undefined, enabled: boolean) =>
  Object.fromEntries((names?.split(',') ?? []).map((name) => [name.trim(), { enabled }]));

export const HELP = `Tests a running server against its OpenAPI description.

Usage: snippet-store-contract [FILE|URL] --url URL [options]

It writes to the server: use test users and test data, never production.

What to test
  FILE|URL                   the OpenAPI description, JSON or YAML; default: /openapi.json of the server and the like
  -u, --url URL              the server, such as http://127.0.0.1:8000; a path in it is the base path; default: the
                             host of the description
      --base-path PATH       stands before every path, whatever the description says
  -a, --auth NAME:PASSWORD   the user: also token:KEY, bearer:TOKEN, apikey:KEY, header:NAME:VALUE, query:NAME:VALUE,
                             cookie:NAME:VALUE, each also as SCHEME=...; a second --auth is another user, who must
                             not get in
      --also KIND:...        a further credential of the user of the --auth before it
  -H, --header 'NAME: VALUE' sent with every request; may be repeated
      --format NAME=PATTERN  which texts a format of the service's own has

Which operations (each may be repeated; -regex forms exist, such as --include-path-regex)
      --include-path, --include-method, --include-operation-id, --include-tag, --include-name
      --exclude-path, --exclude-method, --exclude-operation-id, --exclude-tag, --exclude-name

How
  -c, --checks A,B           only these checks; default: all
      --exclude-checks A,B   all but these
      --phases A,B           of ${PHASES.join(', ')}; default: all
  -m, --mode MODE            positive, negative or all data
  -n, --max-examples N       random valid requests per operation; default: 25
      --max-failures N       ends the run after so many findings
      --no-shrink            shows random requests that fail as they were
      --seed N               repeats the random requests of an earlier run
      --rate-limit N/TIME    no more requests than this: 100/m, 5/s, 60/5s
      --request-timeout N    seconds for an answer; default: 10
      --proxy URL            sends everything through a proxy
      --tls-verify FILE      trusts these authorities alone; false trusts everybody
      --config FILE          default: schemathesis.toml in this folder, or above it in the repository

      --report junit         writes schemathesis-report/junit.xml; also --report-dir, --report-junit-path

  -h, --help

Checks
${CHECKS.map((check) => `  ${check}`).join('\n')}

Ends with 0 when everything holds, 1 on a finding, 2 when it could not run, 3 when a part could not be tested.`;

export type Command = Awaited<ReturnType<typeof checkCommand>>;

/** @throws CannotRun saying what is wrong */
export async function checkCommand(args: readonly string[]) {
  const options = readCommandLine(args);
  const settings = await readSettings(options);
  if (options.reportFolder !== undefined) await mkdir(options.reportFolder, { recursive: true });
  if (options.junit !== undefined) await checkWritable(options.junit);
  // A description that a server has is most often its own.
  const own =
    /^https?:/i.test(options.spec ?? '') && URL.canParse(options.spec ?? '')
      ? new URL(options.spec ?? '').origin
      : undefined;
  return { options, settings, /** The server to test. */ address: options.url ?? settings.baseUrl ?? own };
}

async function checkWritable(path: string): Promise<void> {
  try {
    // An earlier report stays until there is a new one.
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CannotRun(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
