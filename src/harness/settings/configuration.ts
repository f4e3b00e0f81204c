/** What a run is asked to do: schemathesis.toml, and the command line above it. */

import { readFileSync } from 'node:fs';
import { PHASES } from '../case.js';
import { CHECKS, type CheckName, EXPECTED } from '../checks.js';
import type { Credentials } from '../credentials.js';
import { asList, asRecord, type Member, type Operation } from '../document/model.js';
import { CannotRun } from '../errors.js';
import { readRateLimit } from '../pace.js';
import type { Connection } from '../send.js';
import { readBasic } from './auth.js';
import type { CommandLine } from './command-line.js';
import { readSettingsFile, substituteIn, substituteVariables } from './file.js';
import { checkSettings, FILTERED, optionAt } from './schema.js';
import { readTokens } from './tokens.js';

const DATA_MODES = ['positive', 'negative'] as const;
export type DataMode = (typeof DATA_MODES)[number];

export type Configuration = ReturnType<typeof makeConfiguration>;

type Given = Pick<CommandLine, 'settings' | 'filters' | 'formats'>;

/** @param settings of the command line, which stand above the file */
function makeConfiguration(file: Member, { settings, filters, formats }: Given) {
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
    formats,
    connection: readConnection(settings, file),
    /** After so many findings the run ends. */
    maxFailures: numberOf(settings['max-failures'] ?? file['max-failures']) ?? Number.POSITIVE_INFINITY,
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
    /** Whether random requests that fail are made smaller. */
    shrinks: at(file, ['generation', 'no-shrink']) !== true && settings['no-shrink'] !== true,
    /** The operation with the parameters that `[parameters]` gives a value: `limit`, or `query.limit` for one place. */
    fix: (operation: Operation): Operation => ({
      ...operation,
      parameters: operation.parameters.map((one) => {
        const names = [`${one.in}.${one.name}`, one.name];
        const value = names
          .map((name) => first(operation, 'parameters', name))
          .find((given) => given !== undefined);
        if (value === undefined) return one;
        const given = typeof value === 'string' ? substituteVariables(value) : value;
        return { ...one, examples: [given], isFixed: true };
      }),
    }),
    /** The login of one operation alone. */
    loginOf: (operation: Operation): Credentials | undefined => {
      const basic = rules
        .filter((rule) => isAbout(rule, operation))
        .map((rule) => at(rule, ['auth', 'basic']));
      const found = basic.find((one) => one !== undefined);
      return found === undefined ? undefined : [readBasic(asRecord(found))];
    },
    /** Where tokens come from, by the security schemes that they are for. */
    tokens: readTokens(asRecord(at(file, ['auth', 'dynamic', 'openapi']))),
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

export const readSettings = async (options: CommandLine): Promise<Configuration> =>
  makeConfiguration(await readSettingsFile(options.config), options);

function readConnection(settings: Member, file: Member): Connection {
  const given = (name: string) => settings[name] ?? file[name];
  const { proxy, 'tls-verify': verify } = { proxy: given('proxy'), 'tls-verify': given('tls-verify') };
  const address = typeof proxy === 'string' ? substituteVariables(proxy) : undefined;
  if (address !== undefined && !(/^http:/i.test(address) && URL.canParse(address)))
    throw new CannotRun('--proxy takes the URL of a proxy, such as http://127.0.0.1:3128.');
  return {
    timeout: (numberOf(given('request-timeout')) ?? 10) * 1000,
    proxy: address === undefined ? undefined : new URL(address),
    tlsVerify: typeof verify === 'string' ? readAuthorities(verify) : verify !== false,
  };
}

/** @param given a file of certificates, or whether to verify at all */
function readAuthorities(given: string): boolean | Buffer {
  if (given === 'true' || given === 'false') return given === 'true';
  try {
    return readFileSync(given);
  } catch (error) {
    throw new CannotRun(`--tls-verify: ${error instanceof Error ? error.message : error}`);
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
