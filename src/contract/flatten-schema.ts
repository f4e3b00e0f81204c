/** Merges `$ref`, `allOf` and `anyOf` into one schema, for the messages and conversions of a field. */

import { resolve } from './resolve-references.js';
import type { Schema, Specification } from './specification.js';

/** @returns the schema with its references resolved and its branches merged into it; enums are joined */
export function flattenSchema(specification: Specification, schema: Schema): Schema {
  const target = resolve(specification, schema as { $ref: string });
  const self: Schema = { ...(target as Schema) };
  const { 'x-or-blank': source } = self;
  // The words that people know are those of the choices themselves.
  if (source !== undefined)
    return { ...flattenSchema(specification, specification.components.schemas[source] ?? {}), ...self };
  const branches = [...(self.allOf ?? []), ...(self.anyOf ?? [])].map((branch) =>
    flattenSchema(specification, branch),
  );
  if (branches.length === 0) return self;
  const { allOf: _all, anyOf: _any, ...own } = self;
  const choices = branches.flatMap((branch) => branch.enum ?? []);
  return Object.assign({}, ...branches, own, choices.length > 0 ? { enum: choices } : {});
}

/** The properties of an object schema, each flattened, in the order of the specification. */
export function flattenProperties(
  specification: Specification,
  schema: Schema,
): Readonly<Record<string, Schema>> {
  const { properties = {} } = flattenSchema(specification, schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, flattenSchema(specification, property)]),
  );
}
