/** Finds the rules that a value breaks, each by its place in the document. */
import type { ErrorObject } from 'ajv';
import { nameOfBranch } from '../generation/schemas.js';
import { escapeStep, placeOf } from './dereference.js';
import { asRecord, isRecord, type Schema } from './model.js';
import { writeJson } from './parse.js';
import type { Judge } from './validators.js';

export interface BrokenRule {
  /** JSON pointer into the document: `#/components/schemas/Room/properties/name/maxLength`. */
  readonly pointer: string;
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** What ajv was given for a schema, by which its errors are explained. */
export const originals = new WeakMap<object, Schema>();

const originalOf = ({ parentSchema }: ErrorObject): Schema | undefined =>
  parentSchema && originals.get(parentSchema);

/** More rules than this of one value are not listed. */
const MOST = 20;

type JudgeOf = (schema: Schema) => Judge;

/** @returns every rule that the value breaks, the deepest place first */
export function explain(judgeOf: JudgeOf, schema: Schema, pointer: string, value: unknown): BrokenRule[] {
  const errors = judgeOf(schema)(value);
  const [first] = errors;
  if (!first) return [];
  const found = rulesOf(judgeOf, errors, '');
  const rules = [...new Map(found.map((rule) => [`${rule.pointer} ${rule.path}`, rule])).values()];
  if (rules.length === 0) return [{ pointer, path: first.instancePath, message: textOf(first) }];
  return rules.toSorted(byDepth).slice(0, MOST);
}

const byDepth = (one: BrokenRule, other: BrokenRule) =>
  other.path.split('/').length - one.path.split('/').length;

/** @param path of the value that was judged */
function rulesOf(judgeOf: JudgeOf, errors: readonly ErrorObject[], path: string): BrokenRule[] {
  /** Errors of branches: of alternatives that all fail, the one that was meant is explained. */
  const within = new Set<string>();
  const rules: BrokenRule[] = [];
  // ajv has the errors of the branches before those of what holds them.
  for (const error of errors.toReversed()) {
    const { keyword, data, instancePath } = error;
    const original = originalOf(error);
    if (!original || within.has(keyOf(error, ''))) continue;
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      const branches = (original[keyword] ?? []).map((schema, index) => {
        return { schema, index, errors: judgeOf(schema)(data) };
      });
      for (const inner of branches.flatMap((branch) => branch.errors)) within.add(keyOf(inner, instancePath));
      rules.push(...rulesOfBranches(judgeOf, error, original, branches, path));
      continue;
    }
    const { missingProperty } = asRecord(error.params);
    const field = typeof missingProperty === 'string' ? `/${escapeStep(missingProperty)}` : '';
    const place = placeOf(original);
    if (place === undefined) continue;
    const at = path + instancePath + field;
    rules.push({ pointer: `${place}/${keyword}`, path: at, message: textOf(error) });
  }
  return rules.toReversed();
}

/** The same in each judgement of the value. */
const keyOf = (error: ErrorObject, path: string) => {
  const { keyword, instancePath, params } = error;
  return [placeOf(originalOf(error) ?? {}), keyword, path + instancePath, writeJson(params)].join(' ');
};

interface Branch {
  readonly schema: Schema;
  readonly index: number;
  readonly errors: readonly ErrorObject[];
}

function rulesOfBranches(
  judgeOf: JudgeOf,
  { keyword, data, instancePath }: ErrorObject,
  schema: Schema,
  branches: readonly Branch[],
  path: string,
): BrokenRule[] {
  const passing = branches.filter(({ errors }) => errors.length === 0);
  const at = path + instancePath;
  if (passing.length > 1) {
    const numbers = passing.map(({ index }) => index).join(' and ');
    const message = `must match one branch of oneOf, and matches branches ${numbers}`;
    return [{ pointer: `${placeOf(schema) ?? ''}/${keyword}`, path: at, message }];
  }
  const meant =
    branches.find((branch) => isNamed(schema, branch.schema, data)) ??
    branches.toSorted((one, other) => distance(one, data) - distance(other, data))[0];
  const [first] = meant ? rulesOf(judgeOf, meant.errors, at).toSorted(byDepth) : [];
  if (!first || !meant) return [];
  const which = branches.length === 1 ? '' : ` (branch ${meant.index} of ${keyword} comes nearest)`;
  return [{ ...first, message: `${first.message}${which}` }];
}

/** Whether the value's discriminator names the branch (OpenAPI 3.0.3, 4.7.25). */
function isNamed(schema: Schema, branch: Schema, value: unknown): boolean {
  const { properties } = nameOfBranch(schema, branch) ?? {};
  if (!properties || !isRecord(value)) return false;
  return Object.entries(properties).every(([name, { enum: names = [] }]) => names.includes(value[name]));
}

/** One of another type, or with other fixed values, is not what was meant; else the fewest errors decide. */
function distance({ errors }: Branch, value: unknown): number {
  const weights = errors.map(({ keyword, instancePath }): number => {
    const depth = instancePath.split('/').length;
    if (keyword === 'type' && depth === 1) return 1e6;
    if ((keyword === 'const' || keyword === 'enum') && depth === 2 && isRecord(value)) return 1e4;
    return keyword === 'required' || keyword === 'additionalProperties' ? 100 : 1;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function textOf({ message = 'does not hold', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = asRecord(params);
  if (typeof additionalProperty === 'string') return `${message} (${additionalProperty})`;
  if (Array.isArray(allowedValues) && allowedValues.length <= 10)
    return `${message}: ${allowedValues.map(writeJson).join(', ')}`;
  return message;
}
