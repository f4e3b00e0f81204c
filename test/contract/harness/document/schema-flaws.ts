/** What in a schema cannot be read: patterns that are none, and references that lead nowhere. */
import type { Schema } from './model.js';
import { lookUp } from './resolve.js';
import { mapSchemas } from './schema-keywords.js';
import { readPattern } from './validators.js';
import { isRecord, type Member } from './values.js';

export interface Flaw {
  readonly why: string;
  /** They have no meaning without what cannot be read. */
  readonly keywords: readonly string[];
}

/** Of the schema itself, not of those within it. */
export function flawsOf(source: Member, { pattern, $ref, patternProperties }: Schema): Flaw[] {
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const others = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];
  return [
    ...whyNot(() => typeof pattern === 'string' && readPattern(pattern), ['pattern']),
    ...whyNot(() => typeof $ref === 'string' && lookUp(source, $ref), ['$ref']),
    ...names.flatMap((name) => whyNot(() => readPattern(name), others)),
  ];
}

function whyNot(read: () => unknown, keywords: readonly string[]): Flaw[] {
  try {
    read();
    return [];
  } catch (error) {
    return [{ why: error instanceof Error ? error.message : String(error), keywords }];
  }
}

/** Whether the schema, one within it, or one that they refer to is such. */
export function reaches(
  source: Member,
  schema: Schema,
  isSuch: (schema: Schema) => boolean,
  seen = new Set<Schema>(),
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (isSuch(schema)) return true;
  const inner: Schema[] = [];
  mapSchemas(schema, (one) => inner.push(one));
  const { $ref } = schema;
  if (typeof $ref === 'string' && flawsOf(source, { $ref }).length === 0) {
    const found = lookUp(source, $ref);
    if (isRecord(found)) inner.push(found);
  }
  return inner.some((one) => reaches(source, one, isSuch, seen));
}
