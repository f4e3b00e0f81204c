/** Describes a resource for OPTIONS: what it is, renders and parses, and what the caller may send (RFC 9110, 9.3.7). */
import type { FieldDescription, ResourceDescription } from '#generated/sdk/types.gen.js';
import { type Endpoint, labelOf, type Operation } from '../contract/contract.js';
import type { Schema } from '../contract/specification.js';
import { nameOfLanguage } from '../highlighting/languages.js';

/** @param mayUse whether the caller may use a method: the others are not described */
export function describeResource(
  { title, description, mediaTypes, operations }: Endpoint,
  mayUse: (method: string) => boolean,
): ResourceDescription {
  const all = [...operations.values()];
  const described = all.flatMap((operation) => {
    const [method, fields] = [operation.method.toUpperCase(), describeFields(operation)];
    return fields && mayUse(method) ? [[method, fields] as const] : [];
  });
  return {
    name: title,
    description,
    renders: [...mediaTypes],
    parses: [...new Set(all.flatMap(({ content }) => Object.keys(content)))],
    ...(described.length > 0 ? { actions: Object.fromEntries(described) } : {}),
  };
}

/**
 * @returns first the fields that are only sent, then those of the representation in its order, as read-only when they
 *   cannot be sent; undefined for an operation without a body or without a representation
 */
function describeFields({
  content,
  fields,
  output,
}: Operation): Record<string, FieldDescription> | undefined {
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
  const { maxLength } = schema;
  // Languages have names that people know.
  const nameOf = name === 'language' ? nameOfLanguage : (value: string) => value;
  const choices = schema.enum?.map(String).map((value) => ({ value, display_name: nameOf(value) }));
  return {
    type: typeOf(schema, flags),
    ...flags,
    label: labelOf(name, schema),
    ...(choices ? { choices } : maxLength !== undefined && { max_length: maxLength }),
  };
}

function typeOf(schema: Schema, { read_only }: Flags): FieldDescription['type'] {
  if (schema.enum) return 'choice';
  if (schema.type === 'integer' || schema.type === 'boolean') return schema.type;
  return read_only ? 'field' : 'string';
}
