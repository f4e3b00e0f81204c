/** Judges numbers of any size: ajv knows no BigInt, so that a keyword of our own takes the place of those about numbers. */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import type { Schema } from './model.js';
import { isInteger, type Numeric, writeJson } from './parse.js';

export const NUMBERS = 'x-numbers';

interface NumbersRule {
  readonly types: readonly unknown[] | undefined;
  readonly limits: readonly (readonly [keyword: string, limit: Numeric])[];
  readonly format: string | undefined;
  readonly choices: readonly unknown[] | undefined;
}

/** The keywords of JSON Schema that compare numbers (Validation, 6.2). */
const COMPARISONS: Readonly<
  Record<string, [sign: string, holds: (value: Numeric, limit: Numeric) => boolean]>
> = {
  minimum: ['>= ', (value, limit) => value >= limit],
  maximum: ['<= ', (value, limit) => value <= limit],
  exclusiveMinimum: ['> ', (value, limit) => value > limit],
  exclusiveMaximum: ['< ', (value, limit) => value < limit],
  multipleOf: ['multiple of ', isMultiple],
};

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (isInteger(value) && isInteger(step)) return BigInt(value) % BigInt(step) === 0n;
  const times = Number(value) / Number(step);
  // 0.3 is three times 0.1, but for noise behind the ninth digit.
  return Math.abs(times - Math.round(times)) < 1e-9;
}

/** The integers that OpenAPI's formats name (OpenAPI 3.0.3, 4.4): those that so many bits hold. */
const BITS: Readonly<Record<string, bigint>> = { int32: 32n, int64: 64n };

const isWithin = (bits: bigint, value: Numeric) =>
  isInteger(value) && value >= -(2n ** (bits - 1n)) && value < 2n ** (bits - 1n);

export function withNumbers(schema: Schema): Schema {
  const { type, format = '', const: only, enum: listed, ...rest } = schema;
  const limits = Object.keys(COMPARISONS).flatMap((keyword) => {
    const { [keyword]: limit } = rest;
    delete (rest as Record<string, unknown>)[keyword];
    return typeof limit === 'number' || typeof limit === 'bigint' ? [[keyword, limit] as const] : [];
  });
  const types = type === undefined ? undefined : [type].flat();
  const isOfNumbers = types?.some((one) => one === 'integer' || one === 'number') === true;
  const hasBits = BITS[format] !== undefined;
  const choices = only === undefined ? listed : [only];
  const isLong = choices?.some((choice) => typeof choice === 'bigint') === true;
  if (!isOfNumbers && !hasBits && !isLong && limits.length === 0) return schema;
  const rule: NumbersRule = {
    types: isOfNumbers ? types : undefined,
    limits,
    format: hasBits ? format : undefined,
    choices: isLong ? choices : undefined,
  };
  return {
    ...rest,
    ...(isOfNumbers || type === undefined ? {} : { type }),
    ...(hasBits || format === '' ? {} : { format }),
    ...(isLong || listed === undefined ? {} : { enum: listed }),
    ...(isLong || only === undefined ? {} : { const: only }),
    [NUMBERS]: rule,
  };
}

export function judgeNumbers(rule: NumbersRule, value: unknown, parentSchema?: AnySchemaObject): boolean {
  judgeNumbers.errors = flawsOf(rule, value).map(([keyword, message]) => ({
    keyword,
    message,
    params: keyword === 'format' ? OF_FORMAT : {},
    ...(parentSchema ? { parentSchema } : {}),
    data: value,
  }));
  return judgeNumbers.errors.length === 0;
}
/** Of an error of the format of a number alone. */
export const OF_FORMAT = { format: 'of numbers' };
judgeNumbers.errors = [] as Partial<ErrorObject>[];

function flawsOf({ types, limits, format, choices }: NumbersRule, value: unknown): [string, string][] {
  const kinds = kindsOf(value);
  if (types && !types.some((type) => kinds.includes(type))) return [['type', `must be ${types.join(',')}`]];
  if (choices && !choices.includes(value))
    return [['enum', `must be equal to one of the allowed values: ${choices.map(writeJson).join(', ')}`]];
  if (typeof value !== 'number' && typeof value !== 'bigint') return [];
  const bits = BITS[format ?? ''];
  return [
    ...limits.flatMap(([keyword, limit]): [string, string][] => {
      const [sign = '', holds] = COMPARISONS[keyword] ?? [];
      return holds?.(value, limit) === false ? [[keyword, `must be ${sign}${limit}`]] : [];
    }),
    ...(bits === undefined || isWithin(bits, value)
      ? []
      : [['format', `must match format "${format}"`] as [string, string]]),
  ];
}

function kindsOf(value: unknown): unknown[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number' || typeof value === 'bigint')
    return isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}
