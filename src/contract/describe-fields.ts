/** Describes the fields of an operation: what may be sent, and what comes back beside it. */
import type { FieldDescription } from '#generated/sdk/types.gen.js';
import type { Operation } from './contract.js';
import { flattenProperties, flattenSchema } from './flatten-schema.js';
import type { Schema, Specification } from './specification.js';

export type FieldDescriptions = Record<string, FieldDescription>;

/**
 * @returns what can be sent and does not come back, then the representation's fields in its order, those that cannot be
 *   sent as read-only; undefined for an operation without both
 */
export function describeFields(
  { content, output }: Operation,
  specification: Specification,
): FieldDescriptions | undefined {
  const input = content['application/json']?.schema;
  if (!input || !output) return undefined;
  const writable = flattenProperties(specification, input);
  const represented = flattenProperties(specification, output);
  const required = new Set(flattenSchema(specification, input).required);
  const sentOnly = Object.entries(writable).filter(([name]) => !(name in represented));
  return Object.fromEntries(
    [...sentOnly, ...Object.entries(represented)].map(([name, schema]) => [
      name,
      describeField(name, writable[name] ?? schema, {
        required: required.has(name),
        read_only: !(name in writable),
      }),
    ]),
  );
}

type Flags = Pick<FieldDescription, 'required' | 'read_only'>;

/** @param schema flattened */
export function describeField(name: string, schema: Schema, flags: Flags): FieldDescription {
  return {
    type: typeOf(schema, flags),
    ...flags,
    label: schema.title ?? (name === 'id' ? 'ID' : name.charAt(0).toUpperCase() + name.slice(1)),
    ...(schema.maxLength !== undefined && !schema.enum ? { max_length: schema.maxLength } : {}),
    ...(schema.enum
      ? { choices: schema.enum.map(String).map((value) => ({ value, display_name: value })) }
      : {}),
  };
}

function typeOf(schema: Schema, { read_only }: Flags): FieldDescription['type'] {
  if (schema.enum) return 'choice';
  if (schema.type === 'integer' || schema.type === 'boolean') return schema.type;
  return read_only ? 'field' : 'string';
}
