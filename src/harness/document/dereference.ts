/** A document as one graph: its references followed, and what cannot be read left open. */
import { CannotRun } from '../errors.js';
import { isRecord, type Member, mapMembers, type Schema } from './model.js';

const places = new WeakMap<object, string>();
const targets = new WeakSet<object>();
const opened = new WeakSet<object>();
/** Without any, large documents need no search. */
let hasOpened = false;

/** @returns where a part of a document stands: `#/components/schemas/Room` */
export const placeOf = (part: object): string | undefined => places.get(part);

/** Whether references lead to it: only through such schemas a schema can be part of itself. */
export const isReferredTo = (part: object) => targets.has(part);

/** Whether the schema, or one within it, says less than the document means: a part of it could not be read. */
export function isOpen(schema: Schema, seen = new Set<Schema>()): boolean {
  if (!hasOpened || seen.has(schema)) return false;
  seen.add(schema);
  const inner: Schema[] = [];
  mapSchemas(schema, (one) => inner.push(one));
  return opened.has(schema) || inner.some((one) => isOpen(one, seen));
}

export function dereference(source: Member) {
  const warnings: string[] = [];
  const made = new Map<object, unknown>();

  function visit(node: unknown, at: At): unknown {
    if (typeof node === 'boolean' && at.kind === 'schema' && !at.isOptional) return node ? {} : { not: {} };
    if (typeof node !== 'object' || node === null || at.kind === 'data') return node;
    const known = made.get(node);
    if (known !== undefined) return known;
    if (isReference(node)) return follow(node, at);
    if (isRecord(node)) return copy(node, at);
    const list: unknown[] = [];
    made.set(node, list);
    const kind = at.kind === 'map' ? 'node' : at.kind;
    for (const [index, item] of Object.entries(node))
      list.push(visit(item, { ...at, kind, pointer: `${at.pointer}/${index}` }));
    return list;
  }

  function copy(members: Member, at: At, original: object = members): Record<string, unknown> {
    const copied: Record<string, unknown> = {};
    made.set(original, copied);
    places.set(copied, `#${at.pointer}`);
    for (const [key, value] of Object.entries(members)) {
      const pointer = `${at.pointer}/${escapeStep(key)}`;
      const inner = { ...at, pointer, kind: kindWithin(at, key), isOptional: OPTIONAL.includes(key) };
      // A member may be called `__proto__`.
      const property = { enumerable: true, configurable: true, writable: true, value: visit(value, inner) };
      Object.defineProperty(copied, key, property);
    }
    if (at.kind === 'schema') normalize(copied, at);
    return copied;
  }

  function follow(node: Reference, at: At): unknown {
    const beside = keywordsBeside(node, at);
    const both = beside && copy(beside, at, node);
    const target = targetOf(node, at);
    if (!both) return target;
    both.allOf = [target, ...(Array.isArray(both.allOf) ? both.allOf : [])];
    return both;
  }

  function targetOf(reference: Reference, at: At): unknown {
    const found = find(reference, at);
    const target = visit(found.node, found.at);
    if (typeof target === 'object' && target !== null) targets.add(target);
    return target;
  }

  /** References may lead to references. */
  function find(first: Reference, at: At, seen: readonly Reference[] = []): { node: unknown; at: At } {
    const { $ref } = first;
    if (seen.includes(first)) throw new CannotRun(`The reference ${$ref} leads back to itself.`);
    const node = lookUp(source, $ref, at);
    const there = { ...at, pointer: $ref.slice(1) };
    if (!isReference(node) || keywordsBeside(node, there)) return { node, at: there };
    return find(node, there, [...seen, first]);
  }

  /** Takes away what cannot be read, and writes the limits of OpenAPI 3.0 as those of JSON Schema. */
  function normalize(schema: Record<string, unknown>, at: At): void {
    const { pattern, patternProperties } = schema;
    const drop = (patterns: readonly string[], keywords: readonly string[]) => {
      const flaw = patterns.map(patternFlaw).find((one) => one !== undefined);
      if (flaw === undefined) return;
      warnings.push(`#${at.pointer}: ${flaw}. The schema accepts everything there.`);
      opened.add(schema);
      hasOpened = true;
      for (const keyword of keywords) delete schema[keyword];
    };
    if (typeof pattern === 'string') drop([pattern], ['pattern']);
    if (isRecord(patternProperties))
      drop(Object.keys(patternProperties), ['patternProperties', ...OPTIONAL.slice(0, 2)]);
    for (const [limit, exclusive] of LIMITS) {
      const { [limit]: value, [exclusive]: isExclusive } = schema;
      if (typeof isExclusive !== 'boolean') continue;
      delete schema[exclusive];
      if (!isExclusive) continue;
      delete schema[limit];
      schema[exclusive] = value;
    }
  }

  const root = visit(source, { pointer: '', kind: 'node', isOptional: false });
  return { root: isRecord(root) ? root : {}, warnings };
}

interface Reference extends Member {
  readonly $ref: string;
}

const isReference = (node: unknown): node is Reference => isRecord(node) && typeof node.$ref === 'string';

/** A schema may say more beside a reference (OpenAPI 3.1); texts for readers are nothing of the kind. */
function keywordsBeside({ $ref: _reference, ...rest }: Reference, { kind }: At): Member | undefined {
  const { summary: _summary, description: _description, ...beside } = rest;
  return kind === 'schema' && Object.keys(beside).length > 0 ? beside : undefined;
}

/** What a part of a document is: OpenAPI's own object, a map of those by name, a schema, a map of schemas, or data. */
type Kind = 'node' | 'map' | 'schema' | 'schemas' | 'data';

interface At {
  readonly pointer: string;
  readonly kind: Kind;
  /** `false` says there that nothing more is allowed; elsewhere `true` and `false` are schemas, and are written as such. */
  readonly isOptional: boolean;
}

const LIMITS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const OPTIONAL = ['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems'];
const SINGLE = ['items', 'not', 'contains', 'propertyNames', 'if', 'then', 'else', ...OPTIONAL];
/** Their members have names that mean nothing. */
const NAMED = [
  'paths',
  'content',
  'headers',
  'links',
  'parameters',
  'responses',
  'requestBodies',
  'callbacks',
];

function kindWithin({ kind, pointer }: At, key: string): Kind {
  if (kind === 'map') return 'node';
  if (kind === 'schemas') return 'schema';
  if (kind === 'schema') {
    if (MAPS.includes(key)) return 'schemas';
    return [...LISTS, ...SINGLE].includes(key) ? 'schema' : 'data';
  }
  if (key === 'schema') return 'schema';
  if (key === 'schemas' && pointer === '/components') return 'schemas';
  if (NAMED.includes(key) || (key === 'examples' && kind === 'node')) return 'map';
  return key === 'example' || key === 'value' ? 'data' : 'node';
}

/** @returns the schema with each schema directly within it replaced */
export function mapSchemas(schema: Schema, map: (inner: Schema, keyword: string) => unknown): Schema {
  return mapMembers(schema, (value, keyword) => {
    const mapOne = (inner: unknown) => (isRecord(inner) ? map(inner, keyword) : inner);
    if (SINGLE.includes(keyword)) return Array.isArray(value) ? value.map(mapOne) : mapOne(value);
    if (LISTS.includes(keyword) && Array.isArray(value)) return value.map(mapOne);
    return MAPS.includes(keyword) && isRecord(value) ? mapMembers(value, mapOne) : value;
  });
}

/** Patterns are ECMAScript's; many were written without the flag `u`, and some do not hold with it. */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

export function patternFlaw(pattern: string): string | undefined {
  try {
    return readPattern(pattern) && undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function lookUp(document: unknown, pointer: string, { pointer: place }: At): unknown {
  const fail = (why: string) => new CannotRun(`#${place}: The reference ${pointer} ${why}`);
  if (pointer !== '#' && !pointer.startsWith('#/'))
    throw fail('leads outside the document: bundle it, for instance with npx @redocly/cli bundle.');
  const found = stepsOf(pointer).reduce<unknown>(
    (node, step) => (isRecord(node) || Array.isArray(node) ? Reflect.get(node, step) : undefined),
    document,
  );
  if (found === undefined) throw fail('points to nothing.');
  return found;
}

const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~'));

export const escapeStep = (step: string) => step.replace(/~/g, '~0').replace(/\//g, '~1');
