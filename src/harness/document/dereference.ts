/** A description as one graph: its references followed, and what cannot be read left open. */
import { familiesIn } from './families.js';
import { brokenKeywords, mapSchemas, OPTIONAL, patternFlaw, schemasAt } from './keywords.js';
import { isRecord, type Member, type Schema } from './model.js';
import { escapeStep, isReference, lookUp, type Reference, type Sources, Unreadable } from './references.js';

const places = new WeakMap<object, string>();
const targets = new WeakSet<object>();
const opened = new WeakSet<object>();
const families = new WeakSet<object>();
const flaws = new WeakMap<object, Flaw>();
/** Without any, large documents need no search. */
let hasOpened = false;
let hasFlaws = false;

export interface Flaw {
  /** The place, and what is wrong there. */
  readonly message: string;
  /** Only a schema says less than it means; else it is not known what a request or an answer has to be. */
  readonly isOfSchema: boolean;
}

/** @returns where a part of a document stands: `#/components/schemas/Room` */
export const placeOf = (part: object): string | undefined => places.get(part);

/** Whether references lead to it: only through such schemas a schema can be part of itself. */
export const isReferredTo = (part: object) => targets.has(part);

/** Whether its branches are the schemas that extend it. */
export const isFamily = (schema: Schema) => families.has(schema);

/** Whether the schema, or one within it, says less than the document means: a part of it could not be read. */
export function isOpen(schema: Schema, seen = new Set<Schema>()): boolean {
  if (!hasOpened || seen.has(schema)) return false;
  seen.add(schema);
  const inner: Schema[] = [];
  mapSchemas(schema, (one) => inner.push(one));
  return opened.has(schema) || inner.some((one) => isOpen(one, seen));
}

/** @returns what cannot be read in a part of a document, and in all that it is made of */
export function flawsIn(part: unknown, seen = new Set<object>()): Flaw[] {
  if (!hasFlaws || typeof part !== 'object' || part === null || seen.has(part)) return [];
  // Data have no place, and no flaws.
  if (!Array.isArray(part) && !places.has(part) && !flaws.has(part)) return [];
  seen.add(part);
  const own = flaws.get(part);
  return [...(own ? [own] : []), ...Object.values(part).flatMap((inner) => flawsIn(inner, seen))];
}

export function dereference(source: Member, sources: Sources) {
  const warnings: string[] = [];
  const made = new Map<object, unknown>();
  const extended = familiesIn(source);
  const wholes = new Map<object, Record<string, unknown>>();
  const start: At = { pointer: '', file: sources.own, kind: 'node', isOptional: false, isPart: false };

  const placeAt = ({ file, pointer }: At) => `${file === sources.own ? '' : file}#${pointer}`;

  function flawed(part: object, message: string, at: At): void {
    const isOfSchema = at.kind === 'schema';
    flaws.set(part, { message: `${placeAt(at)}: ${message}`, isOfSchema });
    hasFlaws = true;
    if (isOfSchema) open(part);
  }

  function visit(node: unknown, at: At): unknown {
    if (at.kind === 'data') return node;
    if (typeof node === 'boolean' && at.kind === 'schema' && !at.isOptional) return node ? {} : { not: {} };
    if (typeof node !== 'object' || node === null) return at.kind === 'schema' ? other(node, at) : node;
    const members = at.isPart || at.kind !== 'schema' ? undefined : extended.get(node);
    if (members) return withMembers(node, members, at);
    const known = made.get(node);
    if (known !== undefined) return known;
    if (isReference(node)) return follow(node, at);
    if (isRecord(node)) return copy(node, at);
    const list: unknown[] = [];
    made.set(node, list);
    const kind = at.kind === 'map' ? 'node' : at.kind;
    const isMember = at.kind === 'schema';
    for (const [index, item] of Object.entries(node))
      list.push(visit(item, { ...at, kind, isMember, pointer: `${at.pointer}/${index}` }));
    return list;
  }

  /** A keyword with a value that is no schema is looked at with the schema that it stands in. */
  function other(node: unknown, at: At): unknown {
    if (!at.isMember) return node;
    const schema = {};
    flawed(schema, `${JSON.stringify(node) ?? 'this'} is no schema`, at);
    return schema;
  }

  function withMembers(node: object, members: readonly string[], at: At): Record<string, unknown> {
    const known = wholes.get(node);
    if (known) return known;
    const whole: Record<string, unknown> = {};
    wholes.set(node, whole);
    places.set(whole, placeAt(at));
    families.add(whole);
    const { discriminator } = node as Member;
    const branch = ($ref: string) => follow({ $ref }, { ...at, isPart: false });
    const base = visit(node, { ...at, isPart: true });
    return Object.assign(whole, { discriminator, allOf: [base], anyOf: members.map(branch) });
  }

  function copy(members: Member, at: At, original: object = members): Record<string, unknown> {
    const copied: Record<string, unknown> = {};
    made.set(original, copied);
    places.set(copied, placeAt(at));
    for (const [key, value] of Object.entries(members)) {
      const inner = { ...at, ...within(at, key), pointer: `${at.pointer}/${escapeStep(key)}` };
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
    try {
      const found = find(reference, at);
      const target = visit(found.node, found.at);
      if (typeof target === 'object' && target !== null) targets.add(target);
      return target;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const nothing = {};
      flawed(nothing, error.message, at);
      return nothing;
    }
  }

  /** References may lead to references. */
  function find(first: Reference, at: At, seen: readonly Reference[] = []): { node: unknown; at: At } {
    if (seen.includes(first)) throw new Unreadable(`The reference ${first.$ref} leads back to itself.`);
    const { node, file, pointer } = lookUp(sources, first.$ref, at.file);
    const there = { ...at, file, pointer };
    if (!isReference(node) || keywordsBeside(node, there)) return { node, at: there };
    return find(node, there, [...seen, first]);
  }

  function open(schema: object): void {
    opened.add(schema);
    hasOpened = true;
  }

  /** Takes away what cannot be read, and writes the limits of OpenAPI 3.0 as those of JSON Schema. */
  function normalize(schema: Record<string, unknown>, at: At): void {
    const broken = brokenKeywords(schema);
    if (broken.length > 0) {
      const told = broken.map((keyword) => `${keyword}: ${JSON.stringify(schema[keyword])?.slice(0, 60)}`);
      flawed(schema, `${told.join(', ')} is nothing that JSON Schema knows`, at);
      for (const keyword of broken) delete schema[keyword];
    }
    const { pattern, patternProperties, required } = schema;
    if (Array.isArray(required)) schema.required = [...new Set(required)];
    const drop = (patterns: readonly string[], keywords: readonly string[]) => {
      const flaw = patterns.map(patternFlaw).find((one) => one !== undefined);
      if (flaw === undefined) return;
      warnings.push(`${placeAt(at)}: ${flaw}. The schema accepts everything there.`);
      open(schema);
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

  const root = visit(source, start);
  return { root: isRecord(root) ? root : {}, warnings };
}

/** A schema may say more beside a reference (OpenAPI 3.1); texts for readers are nothing of the kind. */
function keywordsBeside({ $ref: _reference, ...rest }: Reference, { kind }: At): Member | undefined {
  const { summary: _summary, description: _description, ...beside } = rest;
  return kind === 'schema' && Object.keys(beside).length > 0 ? beside : undefined;
}

/** What a part of a document is: OpenAPI's own object, a map of those by name, a schema, a map of schemas, or data. */
type Kind = 'node' | 'map' | 'schema' | 'schemas' | 'data';

interface At {
  readonly pointer: string;
  /** The address of the file. */
  readonly file: string;
  readonly kind: Kind;
  /** `false` says there that nothing more is allowed; elsewhere `true` and `false` are schemas, and are written as such. */
  readonly isOptional: boolean;
  /** One of the schemas that another one extends: there it stands for itself alone. */
  readonly isPart: boolean;
  /** One of many schemas, by its name or number: there is nobody else to look at what it is. */
  readonly isMember?: boolean;
}

const LIMITS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Their members have names that mean nothing. */
const NAMED = ['paths', 'content', 'headers', 'links', 'parameters', 'responses', 'requestBodies'];
/** Nobody sends to them, or reads them, here. */
const UNREAD = ['example', 'value', 'callbacks', 'webhooks'];

function within(at: At, key: string): Pick<At, 'kind' | 'isOptional' | 'isPart' | 'isMember'> {
  const { kind } = at;
  const isOptional = kind === 'schema' && OPTIONAL.includes(key);
  const isPart = kind === 'schema' && key === 'allOf';
  return { kind: kindWithin(at, key), isOptional, isPart, isMember: kind === 'schemas' };
}

function kindWithin({ kind, pointer }: At, key: string): Kind {
  if (kind === 'schemas') return 'schema';
  if (kind === 'schema') {
    const inner = schemasAt(key);
    if (inner === undefined) return 'data';
    return inner === 'map' ? 'schemas' : 'schema';
  }
  // Headers and the like may have such names.
  const isNamed = kind === 'map' && !/\/(paths|responses)$/.test(pointer);
  if (key.startsWith('x-') && !isNamed) return 'data';
  if (kind === 'map') return 'node';
  if (key === 'schema' || key === 'itemSchema') return 'schema';
  if (key === 'schemas' && pointer === '/components') return 'schemas';
  if (UNREAD.includes(key)) return 'data';
  return NAMED.includes(key) || key === 'examples' ? 'map' : 'node';
}
