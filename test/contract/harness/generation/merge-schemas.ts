/** One schema that says what two say together, as far as keywords can be joined; the validator judges the rest. */
import type { Schema } from '../document/model.js';

export function mergeSchemas(one: Schema, other: Schema): Schema {
  return {
    ...one,
    ...other,
    ...joined(one, other, 'required', (left, right) => [...new Set([...left, ...right])]),
    ...joined(one, other, 'properties', mergeProperties),
    ...joined(one, other, 'items', (left, right) => ({ allOf: [left, right] })),
    ...joined(one, other, 'enum', (left, right) => left.filter((value) => right.includes(value))),
    ...joined(one, other, 'type', narrower),
    ...joined(one, other, 'minimum', (left, right) => (left > right ? left : right)),
    ...joined(one, other, 'maximum', (left, right) => (left < right ? left : right)),
    ...joined(one, other, 'minLength', Math.max),
    ...joined(one, other, 'maxLength', Math.min),
    ...joined(one, other, 'minItems', Math.max),
    ...joined(one, other, 'maxItems', Math.min),
    ...joined(one, other, 'additionalProperties', (left, right) => left !== false && right),
  };
}

/** A keyword of both; what only one has needs no joining. */
function joined<Keyword extends keyof Schema & string>(
  one: Schema,
  other: Schema,
  keyword: Keyword,
  join: (left: NonNullable<Schema[Keyword]>, right: NonNullable<Schema[Keyword]>) => unknown,
): Schema {
  const { [keyword]: left } = one;
  const { [keyword]: right } = other;
  return left === undefined || right === undefined
    ? {}
    : { [keyword]: join(left as NonNullable<Schema[Keyword]>, right as NonNullable<Schema[Keyword]>) };
}

function mergeProperties(
  left: Readonly<Record<string, Schema>>,
  right: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const both = Object.entries(right).map(([name, property]) => {
    const { [name]: other } = left;
    return [name, other === undefined ? property : { allOf: [other, property] }];
  });
  return { ...left, ...Object.fromEntries(both) };
}

const narrower = (left: unknown, right: unknown) => (left === 'integer' && right === 'number' ? left : right);
