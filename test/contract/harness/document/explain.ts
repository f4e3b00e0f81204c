/** Finds the rules that a value breaks, each by its place in the document. */
import type { ErrorObject } from 'ajv';
import { nameOfBranch } from '../generation/schemas.js';
import { asRecord, isRecord, type Member, type Schema } from './model.js';
import { originalOf, writeJson } from './parse.js';
import { escapeStep, resolve } from './references.js';
import type { Judge } from './validators.js';

export interface BrokenRule {
  /** JSON pointer into the document: `#/components/schemas/Room/properties/name/maxLength`. */
  readonly pointer: string;
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  /** What the rule says: `must be string`. */
  readonly message: string;
}

interface Place {
  readonly schema: Schema;
  readonly pointer: string;
  readonly path: string;
  readonly value: unknown;
  readonly depth: number;
}

/** More rules than this of one value are not listed. */
const MOST = 20;
const DEEPEST = 30;

/**
 * @param judgeOf compiles a schema of the document
 * @returns every rule that the value breaks, the deepest place first; nothing when it breaks none
 */
export function explain(
  source: Member,
  judgeOf: (schema: Schema) => Judge,
  schema: Schema,
  pointer: string,
  value: unknown,
): BrokenRule[] {
  const found = brokenAt({ source, judgeOf }, { schema, pointer, path: '', value, depth: 0 });
  return [...new Map(found.map((rule) => [`${rule.pointer} ${rule.path}`, rule])).values()].slice(0, MOST);
}

interface Means {
  readonly source: Member;
  readonly judgeOf: (schema: Schema) => Judge;
}

function brokenAt(means: Means, place: Place): BrokenRule[] {
  const { node, pointer } = resolve(means.source, place.schema, place.pointer);
  const here = { ...place, schema: node as Schema, pointer };
  const errors = means.judgeOf(here.schema)(here.value);
  if (errors.length === 0) return [];
  const inner = here.depth < DEEPEST ? innerPlaces(means, here).flatMap((one) => brokenAt(means, one)) : [];
  const branches = here.depth < DEEPEST ? brokenBranches(means, here) : [];
  const own = ownRules(here, errors);
  const all = [...inner, ...branches, ...own];
  if (all.length > 0) return all;
  const [error] = errors;
  return error ? [{ pointer, path: here.path + error.instancePath, message: textOf(error) }] : [];
}

/** What stands within the value, and the parts of the schema that all have to hold. */
function innerPlaces({ source }: Means, place: Place): Place[] {
  const { schema, pointer, path, value } = place;
  const { allOf = [], properties = {}, additionalProperties, prefixItems = [], items } = schema;
  const at = (inner: unknown, keyword: string, step = '', of: unknown = value): Place[] =>
    isRecord(inner)
      ? [
          {
            schema: inner,
            pointer: `${pointer}/${keyword}`,
            path: path + step,
            value: of,
            depth: place.depth + 1,
          },
        ]
      : [];
  const parts = allOf.flatMap((part, index) => at(part, `allOf/${index}`));
  if (Array.isArray(value))
    return [
      ...parts,
      ...value.flatMap((item, index) => {
        const { [index]: own } = prefixItems;
        return own
          ? at(own, `prefixItems/${index}`, `/${index}`, item)
          : at(items, 'items', `/${index}`, item);
      }),
    ];
  if (!isRecord(value)) return parts;
  const free = freeOf(source, schema);
  return [
    ...parts,
    ...Object.entries(value).flatMap(([name, member]) => {
      if (free.includes(name)) return [];
      const step = `/${escapeStep(name)}`;
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own
        ? at(own, `properties${step}`, step, member)
        : at(additionalProperties, 'additionalProperties', step, member);
    }),
  ];
}

/** Members that the other direction alone carries are not judged. */
const freeOf = (source: Member, { properties = {} }: Schema) =>
  Object.entries(properties).flatMap(([name, property]) => {
    const { node } = resolve(source, property, '');
    return node.readOnly === true || node.writeOnly === true ? [name] : [];
  });

/** Of alternatives that all fail, the one that was meant is explained. */
function brokenBranches(means: Means, place: Place): BrokenRule[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const { [keyword]: branches = [] } = place.schema;
    const judged = branches.map((schema, index) => {
      const errors = means.judgeOf(schema)(place.value);
      return { schema, index, errors, pointer: `${place.pointer}/${keyword}/${index}` };
    });
    const passing = judged.filter(({ errors }) => errors.length === 0);
    if (judged.length === 0 || (keyword === 'anyOf' && passing.length > 0) || passing.length === 1) return [];
    if (passing.length > 1) {
      const numbers = passing.map(({ index }) => index).join(' and ');
      return [
        {
          pointer: `${place.pointer}/${keyword}`,
          path: place.path,
          message: `must match one branch of oneOf, and matches branches ${numbers}`,
        },
      ];
    }
    const meant = judged.find(({ schema }) => isNamed(place, schema)) ?? nearest(judged, place.value);
    const [first] = meant ? brokenAt(means, { ...place, ...meant, depth: place.depth + 1 }) : [];
    if (!first || !meant) return [];
    const which = judged.length === 1 ? '' : ` (branch ${meant.index} of ${keyword} comes nearest)`;
    return [{ ...first, message: `${first.message}${which}` }];
  });
}

/** Whether the value's discriminator names the branch (OpenAPI 3.0.3, 4.7.25). */
function isNamed({ schema, value }: Place, branch: Schema): boolean {
  const { properties } = nameOfBranch(schema, branch) ?? {};
  if (!properties || !isRecord(value)) return false;
  return Object.entries(properties).every(([name, { enum: names = [] }]) => names.includes(value[name]));
}

interface Judged {
  readonly schema: Schema;
  readonly index: number;
  readonly pointer: string;
  readonly errors: readonly ErrorObject[];
}

/** One of another type, or with other fixed values, is not what was meant; else the fewest errors decide. */
function nearest(judged: readonly Judged[], value: unknown): Judged | undefined {
  const distance = ({ errors }: Judged) => {
    const isOtherType = errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === '');
    const isOtherKind = errors.some(
      ({ keyword, instancePath }) =>
        (keyword === 'const' || keyword === 'enum') && instancePath.split('/').length === 2,
    );
    const missing = errors.filter(
      ({ keyword }) => keyword === 'required' || keyword === 'additionalProperties',
    ).length;
    return (
      (isOtherType ? 1e6 : 0) + (isOtherKind && isRecord(value) ? 1e4 : 0) + missing * 100 + errors.length
    );
  };
  return judged.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** They are explained by the places that they hold. */
const HOLDING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'prefixItems'];

function ownRules({ schema, pointer, path }: Place, errors: readonly ErrorObject[]): BrokenRule[] {
  return errors
    .filter(({ keyword, instancePath }) => instancePath === '' && !HOLDING.includes(keyword))
    .filter(({ keyword, params }) => isOwn(schema, keyword, asRecord(params)))
    .map((error) => {
      const { missingProperty } = asRecord(error.params);
      const rule = keywordOf(schema, error.keyword);
      const field = typeof missingProperty === 'string' ? `/${escapeStep(missingProperty)}` : '';
      return { pointer: `${pointer}/${rule}`, path: path + field, message: textOf(error) };
    });
}

/** Errors of the parts of a schema have the same path as its own. */
function isOwn(schema: Schema, keyword: string, { missingProperty }: Member): boolean {
  if (keyword === 'required')
    return typeof missingProperty === 'string' && schema.required?.includes(missingProperty) === true;
  return keywordOf(schema, keyword) in schema;
}

/** OpenAPI 3.0 writes an exclusive limit as a limit with a mark. */
function keywordOf(schema: Schema, keyword: string): string {
  const [, limit] = /^exclusive(Minimum|Maximum)$/.exec(keyword) ?? [];
  return limit && schema[keyword] === true ? limit.toLowerCase() : keyword;
}

function textOf({ message = 'does not hold', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = asRecord(params);
  if (typeof additionalProperty === 'string') return `${message} (${additionalProperty})`;
  if (Array.isArray(allowedValues) && allowedValues.length <= 10)
    return `${message}: ${allowedValues
      .map((value) => writeJson(typeof value === 'number' ? originalOf(value) : value))
      .join(', ')}`;
  return message;
}
