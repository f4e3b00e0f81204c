/** Where schemas stand within a schema. */
import type { Schema } from './model.js';
import { isRecord } from './values.js';

const SINGLE = [
  'items',
  'not',
  'additionalProperties',
  'additionalItems',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** @returns the schema with each schema directly within it replaced */
export function mapSchemas(schema: Schema, map: (inner: Schema, keyword: string) => unknown): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const mapOne = (inner: unknown) => (isRecord(inner) ? map(inner, keyword) : inner);
    if (SINGLE.includes(keyword)) return [keyword, Array.isArray(value) ? value.map(mapOne) : mapOne(value)];
    if (LISTS.includes(keyword) && Array.isArray(value)) return [keyword, value.map(mapOne)];
    if (MAPS.includes(keyword) && isRecord(value))
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapOne(inner)])),
      ];
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}
