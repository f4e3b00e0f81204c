/** What a run is asked to do: schemathesis.toml, and the command line above it. */

import { PHASES, type Phase } from '../case.js';
import { CHECKS, type CheckName } from '../checks/check.js';
import type { Operation } from '../document/model.js';
import { asList, asRecord, type Member } from '../document/values.js';
import { expandStatuses } from './expand-statuses.js';
import { findUnknownKeys } from './known-keys.js';

export interface Configuration {
  readonly checks: readonly CheckName[];
  readonly phases: readonly Phase[];
  /** Random requests per operation and mode. */
  readonly maxExamples: number;
  readonly seed: number;
  readonly baseUrl: string | undefined;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly requestTimeout: number;
  /** What the file says that this harness does not know. */
  readonly warnings: readonly string[];
  expectedStatuses(check: CheckName, operation: Operation): readonly number[];
  isEnabled(operation: Operation): boolean;
  /** Whether it is a finding that nothing was ever accepted. */
  mustSucceed(operation: Operation): boolean;
}

/** What the command line said; undefined leaves it to the file. */
export interface Overrides {
  readonly checks?: readonly CheckName[] | undefined;
  readonly excludedChecks?: readonly CheckName[] | undefined;
  readonly phases?: readonly Phase[] | undefined;
  readonly maxExamples?: number | undefined;
  readonly seed?: number | undefined;
}

/** schemathesis' own defaults (4.32); 413 is a refusal here, since a limit of the body's size is one. */
const EXPECTED: Readonly<Partial<Record<CheckName, readonly (number | string)[]>>> = {
  negative_data_rejection: [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, '5xx'],
  positive_data_acceptance: ['2xx', '3xx', 401, 403, 404, 409, 429, '5xx'],
  missing_required_header: [400, 401, 403, 406, 415, 422],
};

/** @param file the parsed schemathesis.toml; {} when there is none */
export function makeConfiguration(file: Member, overrides: Overrides = {}): Configuration {
  const operations = asList(file.operations).map(asRecord);
  const generation = asRecord(file.generation);
  const matching = (operation: Operation) => operations.filter((rule) => matches(rule, operation));
  const checksOf = (holder: Member, check: CheckName) => asRecord(asRecord(holder.checks)[check]);
  const isOn = (holder: unknown) => asRecord(holder).enabled !== false;
  const wanted = overrides.checks ?? CHECKS.filter((check) => isOn(checksOf(file, check)));
  return {
    checks: wanted.filter((check) => !overrides.excludedChecks?.includes(check)),
    phases: overrides.phases ?? PHASES.filter((phase) => isOn(asRecord(file.phases)[phase])),
    maxExamples: overrides.maxExamples ?? numberOf(generation['max-examples']) ?? 25,
    seed: overrides.seed ?? numberOf(file.seed) ?? Math.floor(Math.random() * 2 ** 31),
    baseUrl: typeof file['base-url'] === 'string' ? file['base-url'] : undefined,
    headers: Object.fromEntries(
      Object.entries(asRecord(file.headers)).map(([name, value]) => [name, String(value)]),
    ),
    requestTimeout: (numberOf(file['request-timeout']) ?? 10) * 1000,
    warnings: findUnknownKeys(file),
    expectedStatuses(check, operation) {
      const rules = [...matching(operation).reverse(), file].map(
        (holder) => checksOf(holder, check)['expected-statuses'],
      );
      return expandStatuses(asList(rules.find((rule) => rule !== undefined) ?? EXPECTED[check]));
    },
    isEnabled: (operation) => matching(operation).every(isOn),
    mustSucceed: (operation) => matching(operation).every((rule) => rule.warnings !== false),
  };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Every filter of a rule has to fit: `include-operation-id`, `include-method`, `include-path`, `include-name`, `include-tag`. */
function matches(rule: Member, { id, method, path, label, tags }: Operation): boolean {
  const subjects: Record<string, readonly string[]> = {
    'operation-id': [id],
    method: [method],
    path: [path],
    name: [label],
    tag: tags,
  };
  return Object.entries(subjects).every(([filter, values]) => {
    const { [`include-${filter}`]: included, [`exclude-${filter}`]: excluded } = rule;
    const names = (filterValue: unknown) =>
      (Array.isArray(filterValue) ? filterValue : [filterValue]).map(String);
    if (included !== undefined && !values.some((value) => names(included).includes(value))) return false;
    return excluded === undefined || !values.some((value) => names(excluded).includes(value));
  });
}
