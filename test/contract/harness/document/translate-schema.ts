/** Makes the JSON Schema that ajv reads of one that OpenAPI writes. */

import { nameOfBranch } from './discriminator.js';
import type { Numeric } from './exact-numbers.js';
import type { Schema } from './model.js';
import { resolve } from './resolve.js';
import { mapSchemas } from './schema-keywords.js';
import type { Member } from './values.js';

/** A request need not carry what is read-only, nor an answer what is write-only (OpenAPI 3.0.3, 4.7.24.1). */
export type Direction = 'request' | 'response';

const OTHER = { request: 'readOnly', response: 'writeOnly' } as const;

/**
 * @param onReference gives the name under which ajv knows what a pointer names
 * @param free names of members that an outer schema leaves to the other direction
 */
export function translateSchema(
  source: Member,
  schema: Schema,
  direction: Direction,
  onReference: (pointer: string) => string,
  free: readonly string[] = [],
): Schema {
  const names = [...free, ...freeNames(source, schema, direction)];
  // Identifiers would move the base of references, which all start from the document here.
  const {
    $id: _id,
    $schema: _dialect,
    $anchor: _anchor,
    nullable,
    ...rest
  } = withNumericLimits(direction === 'request' ? withNamedBranches(schema) : schema);
  const inner = mapSchemas(rest, (child, keyword) =>
    translateSchema(source, child, direction, onReference, keyword === 'allOf' ? names : []),
  );
  const translated: Schema = {
    ...inner,
    ...(inner.required ? { required: inner.required.filter((name) => !names.includes(name)) } : {}),
    ...(inner.properties ? { properties: { ...inner.properties, ...allowed(inner, names) } } : {}),
    ...(typeof schema.$ref === 'string' ? { $ref: onReference(schema.$ref) } : {}),
  };
  return nullable === true ? { anyOf: [{ type: 'null' }, translated] } : translated;
}

/** What is sent names the schema that it is of. Whether answers do is for their readers: the schemas alone are a promise. */
function withNamedBranches(schema: Schema): Schema {
  const named = (branches: readonly Schema[]) =>
    branches.map((branch) => {
      const name = nameOfBranch(schema, branch);
      return name === undefined ? branch : { allOf: [branch, name] };
    });
  const { anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(anyOf ? { anyOf: named(anyOf) } : {}),
    ...(oneOf ? { oneOf: named(oneOf) } : {}),
  };
}

/** OpenAPI 3.0 marks a limit as exclusive; JSON Schema has it as a limit of its own. */
function withNumericLimits({ exclusiveMinimum, exclusiveMaximum, ...rest }: Schema): Schema {
  const { minimum, maximum, ...others } = rest;
  return {
    ...others,
    ...limit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function limit(
  name: string,
  exclusiveName: string,
  value: Numeric | undefined,
  exclusive: boolean | Numeric | undefined,
): Schema {
  if (exclusive === true) return { [exclusiveName]: value };
  return {
    ...(value === undefined ? {} : { [name]: value }),
    ...(typeof exclusive === 'number' || typeof exclusive === 'bigint' ? { [exclusiveName]: exclusive } : {}),
  };
}

/** What is free may be anything: the document only advises against sending it. */
const allowed = ({ properties = {} }: Schema, names: readonly string[]) =>
  Object.fromEntries(Object.keys(properties).flatMap((name) => (names.includes(name) ? [[name, {}]] : [])));

/** The members of the schema, and of those that it is made of, which the direction need not carry. */
export function freeNames(
  source: Member,
  schema: Schema,
  direction: Direction,
  seen: readonly Schema[] = [],
): string[] {
  const { node } = resolve(source, schema, '');
  const self = node as Schema;
  if (seen.includes(self)) return [];
  const own = Object.entries(self.properties ?? {}).flatMap(([name, property]) =>
    property[OTHER[direction]] === true || resolve(source, property, '').node[OTHER[direction]] === true
      ? [name]
      : [],
  );
  return [
    ...own,
    ...(self.allOf ?? []).flatMap((branch) => freeNames(source, branch, direction, [...seen, self])),
  ];
}
