/** Takes from schemas what cannot be read, so that it says nothing, and the rest of the document still counts. */
import { isRecord, type Member, type Schema } from './model.js';
import { escapeStep, lookUp } from './references.js';

interface Opened {
  readonly source: Member;
  /** Where something was taken away, and why. */
  readonly warnings: readonly string[];
  /** Whether a schema, with all that it refers to, says less than the document means. */
  isOpen(schema: Schema): boolean;
}

/** They turn round, or count, what stands within: with an open schema there they would forbid more. */
const TURNING = ['oneOf', 'not', 'if', 'contains', 'unevaluatedItems', 'unevaluatedProperties'];

export function openSchemas(source: Member): Opened {
  const warnings: string[] = [];
  mapRoots(source, '#', (schema, pointer) => {
    const whys = new Set<string>();
    collect(source, schema, whys);
    warnings.push(...[...whys].map((why) => `${pointer}: ${why} The schema accepts everything there.`));
    return schema;
  });
  if (warnings.length === 0) return { source, warnings, isOpen: () => false };
  const opened = new WeakSet<Schema>();
  const made = mapRoots(source, '#', (schema) => open(source, schema, opened)) as Member;
  return { source: made, warnings, isOpen: (schema) => reaches(made, schema, (one) => opened.has(one)) };
}

function collect(source: Member, schema: Schema, whys: Set<string>): void {
  for (const { why } of flawsOf(source, schema)) whys.add(why.replace(/\.?$/, '.'));
  mapSchemas(schema, (inner) => collect(source, inner, whys));
}

function open(source: Member, schema: Schema, opened: WeakSet<Schema>): Schema {
  const isFlawed = (one: Schema) => flawsOf(source, one).length > 0;
  const turning = TURNING.filter(
    (keyword) => keyword in schema && reaches(source, { [keyword]: schema[keyword] }, isFlawed),
  );
  const dropped = [...flawsOf(source, schema).flatMap(({ keywords }) => keywords), ...turning];
  const kept = Object.entries(schema).filter(([keyword]) => !dropped.includes(keyword));
  const made = mapSchemas(Object.fromEntries(kept), (inner) => open(source, inner, opened));
  if (dropped.length > 0) opened.add(made);
  return made;
}

/** In a file that was referred to, what looks like a schema and is not known to be anything else. */
const isForeignSchema = (pointer: string, value: unknown) =>
  pointer.startsWith('#/x-contract-documents/') &&
  isRecord(value) &&
  KEYWORDS.some((keyword) => keyword in value) &&
  !('in' in value) &&
  !('schema' in value);

const KEYWORDS = ['type', 'properties', 'items', 'pattern', 'enum', 'allOf', 'anyOf', 'oneOf'];

/** These hold data, in which nothing is a schema. */
const DATA = ['example', 'examples', 'default', 'value'];

/** @returns the node with every schema in it replaced that stands in no other */
function mapRoots(node: unknown, pointer: string, map: (schema: Schema, pointer: string) => Schema): unknown {
  if (Array.isArray(node)) return node.map((item, index) => mapRoots(item, `${pointer}/${index}`, map));
  if (!isRecord(node)) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    const at = `${pointer}/${escapeStep(key)}`;
    const isSchema =
      key === 'schema' || pointer === '#/components/schemas' || isForeignSchema(pointer, value);
    if (isSchema && isRecord(value)) return [key, map(value, at)];
    return [key, DATA.includes(key) ? value : mapRoots(value, at, map)];
  });
  return Object.fromEntries(entries);
}

interface Flaw {
  readonly why: string;
  /** They have no meaning without what cannot be read. */
  readonly keywords: readonly string[];
}

/** Of the schema itself, not of those within it. */
function flawsOf(source: Member, { pattern, $ref, patternProperties }: Schema): Flaw[] {
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
function reaches(
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

/** Patterns are ECMAScript's; many were written without the flag `u`, and some do not hold with it. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
