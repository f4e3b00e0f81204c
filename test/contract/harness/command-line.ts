/** The options of `npm run contract`, by schemathesis' names. */
import { parseArgs } from 'node:util';
import { CannotRun } from './cannot-run.js';
import { PHASES, type Phase } from './case.js';
import { CHECKS, type CheckName } from './checks/check.js';
import type { Overrides } from './configuration/configuration.js';
import { type Credentials, readCredential } from './credentials.js';

export interface CommandLine {
  readonly url: string | undefined;
  readonly spec: string | undefined;
  readonly config: string | undefined;
  readonly ndjson: string | undefined;
  readonly junit: string | undefined;
  /** The run's own, and another user's when they were given. */
  readonly self: Credentials | undefined;
  readonly other: Credentials | undefined;
  readonly overrides: Overrides;
}

const OPTIONS = {
  url: { type: 'string' },
  spec: { type: 'string' },
  auth: { type: 'string', multiple: true },
  checks: { type: 'string' },
  'exclude-checks': { type: 'string' },
  phases: { type: 'string' },
  'max-examples': { type: 'string' },
  seed: { type: 'string' },
  config: { type: 'string' },
  // Given to node:test's own reporter by scripts/contract.mjs.
  'report-junit-path': { type: 'string' },
  'report-ndjson-path': { type: 'string' },
} as const;

/** @throws CannotRun naming what does not fit */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const [self, other] = (values.auth ?? []).map((text) => [readCredential(text)]);
  return {
    url: values.url,
    spec: values.spec,
    config: values.config,
    ndjson: values['report-ndjson-path'],
    junit: values['report-junit-path'],
    self,
    other,
    overrides: {
      checks: values.checks === 'all' ? CHECKS : names<CheckName>('--checks', values.checks, CHECKS),
      excludedChecks: names<CheckName>('--exclude-checks', values['exclude-checks'], CHECKS),
      phases: names<Phase>('--phases', values.phases, PHASES),
      maxExamples: whole('--max-examples', values['max-examples'], 1),
      seed: whole('--seed', values.seed, 0),
    },
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new CannotRun(error instanceof Error ? error.message : String(error));
  }
}

function names<Name extends string>(
  option: string,
  list: string | undefined,
  known: readonly Name[],
): Name[] | undefined {
  return list?.split(',').map((name) => {
    const found = known.find((one) => one === name.trim());
    if (!found) throw new CannotRun(`${option}: there is no ${name}; there are ${known.join(', ')}.`);
    return found;
  });
}

function whole(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  // fast-check's seeds are 32 bits wide.
  if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
  throw new CannotRun(`${option} takes a whole number from ${least}, not ${text}.`);
}
