/** Describes a resource for OPTIONS: what it is, renders and parses, and what the caller may send (RFC 9110, 9.3.7). */
import type { FieldDescription, ResourceDescription } from '#generated/sdk/types.gen.js';
import type { Endpoint, Operation } from '../contract/contract.js';
import type { Schema } from '../contract/specification.js';
import { nameOfLanguage } from '../highlighting/languages.js';

/** @param mayUse whether the caller may use a method: the others are not described */
export function describeResource(
  endpoint: Endpoint,
  mayUse: (method: string) => boolean,
): ResourceDescription {
  const actions: Record<string, FieldDescriptions> = {};
  for (const operation of endpoint.operations.values()) {
    const described = describeFields(operation);
    const method = operation.method.toUpperCase();
    if (described && mayUse(method)) actions[method] = described;
  }
  return {
    name: endpoint.title,
    description: endpoint.description,
    renders: [...endpoint.mediaTypes],
    parses: parsedBy(endpoint),
    ...(Object.keys(actions).length > 0 ? { actions } : {}),
  };
}

function parsedBy({ operations }: Endpoint): string[] {
  return [...new Set([...operations.values()].flatMap(({ content }) => Object.keys(content)))];
}

type FieldDescriptions = Record<string, FieldDescription>;

/**
 * @returns first the fields that are only sent, then those of the representation in its order, as read-only when they
 *   cannot be sent; undefined for an operation without a body or without a representation
 */
function describeFields({ content, fields, output }: Operation): FieldDescriptions | undefined {
  const input = content['application/json']?.schema;
  if (!input || !output) return undefined;
  const represented = output.properties ?? {};
  const sentOnly = Object.entries(fields).filter(([name]) => !(name in represented));
  return Object.fromEntries(
    [...sentOnly, ...Object.entries(represented)].map(([name, schema]) => [
      name,
      describeField(name, fields[name] ?? schema, {
        required: input.required?.includes(name) ?? false,
        read_only: !(name in fields),
      }),
    ]),
  );
}

type Flags = Pick<FieldDescription, 'required' | 'read_only'>;

function describeField(name: string, schema: Schema, flags: Flags): FieldDescription {
  return {
    type: typeOf(schema, flags),
    ...flags,
    label: labelOf(name, schema),
    ...(schema.maxLength !== undefined && !schema.enum ? { max_length: schema.maxLength } : {}),
    ...(schema.enum ? { choices: schema.enum.map((value) => describeChoice(name, String(value))) } : {}),
  };
}

export const labelOf = (name: string, { title }: Schema): string =>
  title ?? (name === 'id' ? 'ID' : name.charAt(0).toUpperCase() + name.slice(1));

/** Languages have names that people know. */
function describeChoice(field: string, value: string) {
  return { value, display_name: field === 'language' ? nameOfLanguage(value) : value };
}

function typeOf(schema: Schema, { read_only }: Flags): FieldDescription['type'] {
  if (schema.enum) return 'choice';
  if (schema.type === 'integer' || schema.type === 'boolean') return schema.type;
  return read_only ? 'field' : 'string';
}
