/** The keywords of JSON Schema: which values they may have, where schemas stand in them, and patterns. */
import { isRecord, mapMembers, type Schema } from './model.js';

const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const OPTIONAL = [
  'additionalProperties',
  'unevaluatedProperties',
  'additionalItems',
  'unevaluatedItems',
];
const SINGLE = ['items', 'not', 'contains', 'propertyNames', 'if', 'then', 'else', ...OPTIONAL];

/** @returns whether one schema, a list or a map of them stands at the keyword; undefined where it has data */
export function schemasAt(keyword: string): 'one' | 'list' | 'map' | undefined {
  if (MAPS.includes(keyword)) return 'map';
  if (LISTS.includes(keyword)) return 'list';
  return SINGLE.includes(keyword) ? 'one' : undefined;
}

/** @returns the schema with each schema directly within it replaced */
export function mapSchemas(schema: Schema, map: (inner: Schema, keyword: string) => unknown): Schema {
  return mapMembers(schema, (value, keyword) => {
    const mapOne = (inner: unknown) => (isRecord(inner) ? map(inner, keyword) : inner);
    if (Array.isArray(value)) return schemasAt(keyword) === 'list' ? value.map(mapOne) : value;
    switch (schemasAt(keyword)) {
      case 'one':
        return mapOne(value);
      case 'map':
        return isRecord(value) ? mapMembers(value, mapOne) : value;
      default:
        return value;
    }
  });
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isFilled = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isLimit = (value: unknown) => isNumber(value) || isBoolean(value);
const isSchema = (value: unknown) => isRecord(value) || isBoolean(value);

const all = (keywords: readonly string[], holds: (value: unknown) => boolean) =>
  keywords.map((keyword) => [keyword, holds] as const);

/** What asserts something (JSON Schema 2020-12), and which values it has. */
const ASSERTIONS = new Map<string, (value: unknown) => boolean>([
  ...all(
    ['type'],
    (value) => isFilled([value].flat()) && [value].flat().every((one) => TYPES.includes(String(one))),
  ),
  ...all(['enum'], isFilled),
  ...all(['const'], () => true),
  ...all(['required'], areTexts),
  ...all(['pattern', 'format', '$ref'], isText),
  ...all(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], isCount),
  ...all(['minContains', 'maxContains'], isCount),
  ...all(['minimum', 'maximum'], isNumber),
  ...all(['exclusiveMinimum', 'exclusiveMaximum'], isLimit),
  ...all(['multipleOf'], (value) => isNumber(value) && value > 0),
  ...all(['uniqueItems', 'nullable'], isBoolean),
  ...all(['dependentRequired'], (value) => isRecord(value) && Object.values(value).every(areTexts)),
  ...all(MAPS, isRecord),
  ...all(LISTS, isFilled),
  ...all(SINGLE, isSchema),
]);

/** Whether a validator has to know it: all else is for readers. */
export const isAssertion = (keyword: string) => ASSERTIONS.has(keyword);

/** @returns the keywords of a schema that have a value which they cannot have */
export const brokenKeywords = (schema: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(schema).flatMap(([keyword, value]) =>
    ASSERTIONS.get(keyword)?.(value) === false ? [keyword] : [],
  );

/** Patterns are ECMAScript's; many were written without the flag `u`, and some do not hold with it. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

export function patternFlaw(pattern: string): string | undefined {
  try {
    return readPattern(pattern) && undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
