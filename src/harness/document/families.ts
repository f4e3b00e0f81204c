/** Schemas that others extend with allOf, and that a discriminator tells apart (OpenAPI 3.0.3, 4.7.25). */
import { asList, asRecord, isRecord, type Member } from './model.js';
import { isReference } from './references.js';

/**
 * @param source the description
 * @returns for each schema with a discriminator and without branches of its own, references to all that extend it
 */
export function familiesIn(source: Member): ReadonlyMap<object, readonly string[]> {
  const schemas = Object.entries(asRecord(asRecord(source.components).schemas));
  const children = new Map<string, string[]>();
  for (const [name, schema] of schemas)
    for (const part of asList(asRecord(schema).allOf).filter(isReference))
      children.set(part.$ref, [...(children.get(part.$ref) ?? []), referenceTo(name)]);
  const descendantsOf = (reference: string, seen = new Set<string>()): Set<string> => {
    for (const child of children.get(reference) ?? []) {
      if (seen.has(child)) continue;
      seen.add(child);
      descendantsOf(child, seen);
    }
    return seen;
  };
  const families = schemas.flatMap(([name, schema]) => {
    const { discriminator, oneOf, anyOf } = asRecord(schema);
    const members = isRecord(discriminator) && !oneOf && !anyOf ? [...descendantsOf(referenceTo(name))] : [];
    return isRecord(schema) && members.length > 0 ? [[schema, members] as const] : [];
  });
  return new Map(families);
}

const referenceTo = (name: string) => `#/components/schemas/${name}`;
