/** The options of the command, by schemathesis' names where it has them. */

import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PHASES } from './case.js';
import { CHECKS } from './checks.js';
import { FILTERS, readSettings } from './configuration.js';
import { type Credentials, inOneRequest, readCredential } from './credentials.js';
import type { Member } from './document/model.js';
import { CannotRun } from './errors.js';

export type CommandLine = ReturnType<typeof readCommandLine>;

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
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
  config: text,
  'report-junit-path': text,
  ...Object.fromEntries(
    FILTERS.flatMap((name) => [
      [name, list],
      [`${name}-regex`, text],
    ]),
  ),
} as const;

export function readCommandLine(args: readonly string[]) {
  const { values, tokens } = parse(args);
  const [self, other, ...more] = readUsers(tokens);
  if (more.length > 0) throw new CannotRun('Give --auth at most twice: for the user, and for another user.');
  return {
    help: values.help === true,
    url: values.url,
    spec: values.spec,
    config: values.config,
    /** Stands before every path, whatever the document says; '' for nothing. */
    basePath: values['base-path'] === undefined ? undefined : readBasePath(values['base-path']),
    junit: values['report-junit-path'],
    self,
    other,
    filters: Object.fromEntries(
      FILTERS.flatMap((name) => [name, `${name}-regex`])
        .map((name) => [name, (values as Member)[name]])
        .filter(([, value]) => value !== undefined),
    ),
    /** In the form of schemathesis.toml, above which they stand. */
    settings: {
      seed: values.seed === undefined ? undefined : Number(values.seed),
      'rate-limit': values['rate-limit'],
      headers: Object.fromEntries((values.header ?? []).map(readHeader)),
      generation: {
        'max-examples': values['max-examples'] === undefined ? undefined : Number(values['max-examples']),
      },
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
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, tokens: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CannotRun(
      `${message.replace(/(\. To specify a positional.*|\.)?$/s, '.')} --help lists the options.`,
    );
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

function readBasePath(given: string): string {
  const path = given.replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

const only = (names: string | undefined) =>
  names === undefined ? {} : { enabled: false, ...switched(names, true) };

const switched = (names: string | undefined, enabled: boolean) =>
  Object.fromEntries((names?.split(',') ?? []).map((name) => [name.trim(), { enabled }]));

export const HELP = `Tests a running server against its OpenAPI description.

Usage: snippet-store-contract --url URL [options]

It writes to the server: use test users and test data, never production.

What to test
  -u, --url URL              the server, such as http://127.0.0.1:8000; a path in it is the base path
      --spec FILE|URL        the OpenAPI description, JSON or YAML; default: /openapi.json of the server
      --base-path PATH       stands before every path of the description; '' for nothing
      --auth KIND:...        the user: basic:NAME:PASSWORD, token:KEY, bearer:TOKEN, apikey:KEY,
                             header:NAME:VALUE, query:NAME:VALUE, cookie:NAME:VALUE; a second --auth is
                             another user, who must not get in
      --also KIND:...        a further credential of the user of the --auth before it
  -H, --header 'NAME: VALUE' sent with every request; may be repeated

Which operations (each may be repeated; -regex forms exist, such as --include-path-regex)
      --include-path, --include-method, --include-operation-id, --include-tag, --include-name
      --exclude-path, --exclude-method, --exclude-operation-id, --exclude-tag, --exclude-name

How
      --checks A,B           only these checks; default: all
      --exclude-checks A,B   all but these
      --phases A,B           of ${PHASES.join(', ')}; default: all
      --max-examples N       random valid requests per operation; default: 25
      --seed N               repeats the random requests of an earlier run
      --rate-limit N/TIME    no more requests than this: 100/m, 5/s, 60/5s
      --config FILE          default: schemathesis.toml in this folder, or above it in the repository

      --report-junit-path FILE

  -h, --help

Checks
${CHECKS.map((check) => `  ${check}`).join('\n')}

Ends with 0 when everything holds, 1 on a finding, 2 when it could not run.`;

export type Command = Awaited<ReturnType<typeof checkCommand>>;

/** @throws CannotRun saying what is wrong */
export async function checkCommand(args: readonly string[]) {
  const options = readCommandLine(args);
  const settings = await readSettings(options);
  if (options.junit !== undefined) await checkWritable(options.junit);
  return { options, settings, /** The server to test. */ address: options.url ?? settings.baseUrl };
}

async function checkWritable(path: string): Promise<void> {
  try {
    // An earlier report stays until there is a new one.
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new CannotRun(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
