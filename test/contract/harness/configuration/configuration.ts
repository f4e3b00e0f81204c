/** What a run is asked to do: schemathesis.toml, and the command line above it. */

import { readFile } from 'node:fs/promises';
import { PHASES, type Phase } from '../case.js';
import { CHECKS, type CheckName, EXPECTED } from '../checks/check.js';
import { asList, asRecord, type Member, type Operation } from '../document/model.js';
import { CannotRun } from '../errors.js';
import { readRateLimit } from '../send.js';
import { checkSettings, FILTERED, findFile, readToml, substituteVariables } from './settings.js';

const DATA_MODES = ['positive', 'negative'] as const;
export type DataMode = (typeof DATA_MODES)[number];

export type Configuration = ReturnType<typeof makeConfiguration>;

/** What the command line said; undefined leaves it to the file. */
export interface Overrides {
  readonly checks?: readonly CheckName[] | undefined;
  readonly excludedChecks?: readonly CheckName[] | undefined;
  readonly phases?: readonly Phase[] | undefined;
  readonly maxExamples?: number | undefined;
  readonly seed?: number | undefined;
  /** A rule that the operations of the run fulfil, as in `[[operations]]`. */
  readonly filters?: Member | undefined;
}

export function makeConfiguration(file: Member, overrides: Overrides = {}) {
  const unknown = checkSettings(file);
  const rules = asList(file.operations).map(asRecord);
  // The first rule that says something decides, as in schemathesis; what stands outside of rules comes last.
  const known = new WeakMap<Operation, Member[]>();
  const holders = (operation: Operation) => {
    const found = known.get(operation) ?? [...rules.filter((rule) => isAbout(rule, operation)), file];
    known.set(operation, found);
    return found;
  };
  const first = (operation: Operation, ...path: readonly string[]) =>
    holders(operation)
      .map((holder) => at(holder, path))
      .find((value) => value !== undefined);

  const isOnIn = (holder: Member, check: CheckName) =>
    at(holder, ['checks', check, 'enabled']) ?? at(holder, ['checks', 'enabled']);
  const isWanted = (check: CheckName, among: readonly Member[]) =>
    !overrides.excludedChecks?.includes(check) &&
    (overrides.checks?.includes(check) ??
      among.map((holder) => isOnIn(holder, check)).find((on) => on !== undefined) !== false);
  const isPhaseOn = (phase: Phase) =>
    (at(file, ['phases', phase, 'enabled']) ?? at(file, ['phases', 'enabled'])) !== false;

  const seed = overrides.seed ?? numberOf(file.seed);
  const deterministic = at(file, ['generation', 'deterministic']) === true;
  return {
    /** Those that are on for some operation. */
    checks: CHECKS.filter(
      (check) => isWanted(check, [file]) || rules.some((rule) => isWanted(check, [rule, file])),
    ),
    phases: overrides.phases ?? PHASES.filter(isPhaseOn),
    seed: seed ?? (deterministic ? 0 : Math.floor(Math.random() * 2 ** 31)),
    baseUrl: typeof file['base-url'] === 'string' ? substituteVariables(file['base-url']) : undefined,
    headers: substituteIn(file.headers),
    auth: asRecord(file.auth),
    /** Milliseconds. */
    requestTimeout: (numberOf(file['request-timeout']) ?? 10) * 1000,
    rateLimit: typeof file['rate-limit'] === 'string' ? readRateLimit(file['rate-limit']) : undefined,
    /** The keys of the file that this harness does not know. */
    warnings: unknown,
    isOn: (check: CheckName, operation: Operation) => isWanted(check, holders(operation)),
    /** Whether the check, which compares statuses, expects this one. */
    expects: (check: CheckName, operation: Operation, status: number) =>
      asList(first(operation, 'checks', check, 'expected-statuses') ?? EXPECTED[check]).some((pattern) =>
        fitsStatus(pattern, status),
      ),
    maxExamples: (operation: Operation) =>
      overrides.maxExamples ?? numberOf(first(operation, 'generation', 'max-examples')) ?? 25,
    modes: (operation: Operation) => {
      const wanted = first(operation, 'generation', 'mode') ?? 'all';
      return DATA_MODES.filter((mode) => wanted === 'all' || wanted === mode);
    },
    shrinks: (operation: Operation) => first(operation, 'generation', 'no-shrink') !== true,
    continuesOnFailure: (operation: Operation) => first(operation, 'continue-on-failure') !== false,
    isEnabled: (operation: Operation) =>
      (overrides.filters === undefined || isAbout(overrides.filters, operation)) &&
      holders(operation).every(({ enabled }) => enabled !== false),
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

/** @param path default: the file of the working folder, or above it, if there is one */
export async function readSettings(path: string | undefined, overrides: Overrides): Promise<Configuration> {
  const found = path ?? findFile(process.cwd());
  return makeConfiguration(readToml(found === undefined ? '' : await readText(found)), overrides);
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
      return [
        ...(names === undefined ? [] : [values.some((value) => [names].flat().includes(value))]),
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
