/** Judges numbers of any size: ajv knows no BigInt, so that keywords of our own take the place of those about numbers. */
import type { AnySchemaObject, ErrorObject, KeywordDefinition } from 'ajv';
import type { Schema } from './model.js';
import { isInteger, type Numeric } from './parse.js';

interface Rule {
  holds(limit: unknown, value: unknown): boolean;
  says(limit: unknown): string;
}

const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint';

const comparison = (sign: string, compare: (value: Numeric, limit: Numeric) => boolean): Rule => ({
  holds: (limit, value) => !isNumeric(limit) || !isNumeric(value) || compare(value, limit),
  says: (limit) => `must be ${sign} ${limit}`,
});

/** By the keywords of the document: ajv gets each as `x-` and its name. */
const RULES: Readonly<Record<string, Rule>> = {
  minimum: comparison('>=', (value, limit) => value >= limit),
  maximum: comparison('<=', (value, limit) => value <= limit),
  exclusiveMinimum: comparison('>', (value, limit) => value > limit),
  exclusiveMaximum: comparison('<', (value, limit) => value < limit),
  multipleOf: comparison('multiple of', isMultiple),
  type: { holds: isOfType, says: (types) => `must be ${[types].flat().join(',')}` },
  format: { holds: isOfFormat, says: (format) => `must match format "${format}"` },
  const: { holds: (only, value) => value === only, says: () => 'must be equal to constant' },
};

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (isInteger(value) && isInteger(step)) return BigInt(value) % BigInt(step) === 0n;
  const times = Number(value) / Number(step);
  // 0.3 is three times 0.1, but for noise behind the ninth digit.
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function isOfType(types: unknown, value: unknown): boolean {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const kinds = isInteger(value) ? ['integer', 'number'] : [kind];
  return [types].flat().some((type) => kinds.includes(String(type)));
}

/** The integers that OpenAPI's formats name (OpenAPI 3.0.3, 4.4): those that so many bits hold. */
const BITS: Readonly<Record<string, bigint>> = { int32: 32n, int64: 64n };

function isOfFormat(format: unknown, value: unknown): boolean {
  const { [String(format)]: bits = 64n } = BITS;
  const beyond = 2n ** (bits - 1n);
  return !isNumeric(value) || (isInteger(value) && value >= -beyond && value < beyond);
}

export const isAboutSize = ({ keyword, params }: ErrorObject) =>
  keyword === 'format' && BITS[String(params.format)] !== undefined;

const isOwn = (keyword: string, value: unknown) => {
  if (keyword === 'type') return [value].flat().some((type) => type === 'integer' || type === 'number');
  if (keyword === 'format') return BITS[String(value)] !== undefined;
  return keyword === 'const' ? typeof value === 'bigint' : RULES[keyword] !== undefined;
};

export const withNumbers = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      isOwn(keyword, value) ? `x-${keyword}` : keyword,
      value,
    ]),
  );

export const numberKeywords: readonly KeywordDefinition[] = Object.entries(RULES).map(([keyword, rule]) => {
  const validate = (limit: unknown, value: unknown, parentSchema?: AnySchemaObject): boolean => {
    const error = { keyword, message: rule.says(limit), params: { [keyword]: limit }, data: value };
    validate.errors = [parentSchema ? { ...error, parentSchema } : error];
    return rule.holds(limit, value);
  };
  validate.errors = [] as Partial<ErrorObject>[];
  return { keyword: `x-${keyword}`, validate };
});
