/** How large the values of a schema are at least: one that requires itself has none that is finite. */
import type { Schema } from '../document/model.js';
import { lookUp } from '../document/resolve.js';
import { isRecord, type Member } from '../document/values.js';
import { alternatives } from './alternatives.js';
import { kindOf } from './kinds.js';

/** What requires more levels than this is taken for endless. */
const MOST_LEVELS = 40;

/** Larger values than this would test the memory of the harness: they are not made, whatever the document asks for. */
const LARGEST = 2000;
/** So many characters of a text count as much as one member of an object. */
const CHARACTERS = 50;

/** @returns the alternatives of which there are values that are finite, and not too large to be made */
export const endingAlternatives = (source: Member, schema: Schema) =>
  alternativesOf(source, schema).filter((plain) => leastOf(source, plain, MOST_LEVELS) <= LARGEST);

/** @returns of these the ones with the fewest levels */
export function soonestEnding(source: Member, schema: Schema): readonly Schema[] {
  for (let levels = 0; levels <= MOST_LEVELS; levels += 1) {
    const found = alternativesOf(source, schema).filter((plain) => leastOf(source, plain, levels) <= LARGEST);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * @param plain a schema without branches
 * @param levels that its values may have below themselves
 * @returns how many values its smallest value has in it, itself included; Infinity when it needs more levels
 */
function leastOf(source: Member, plain: Schema, levels: number): number {
  if (plain.const !== undefined || plain.enum !== undefined) return 1;
  if (kindOf(plain) === 'string') return 1 + (plain.minLength ?? 0) / CHARACTERS;
  return needed(plain).reduce(
    (sum, { schema, times }) => sum + (levels > 0 ? times * least(source, schema, levels - 1) : Infinity),
    1,
  );
}

function least(source: Member, schema: Schema, levels: number): number {
  const identity = identityOf(source, schema);
  const answers = known.get(identity) ?? [];
  known.set(identity, answers);
  answers[levels] ??= Math.min(
    ...alternativesOf(source, schema).map((plain) => leastOf(source, plain, levels)),
  );
  return answers[levels];
}

/** Answers by number of levels. */
const known = new WeakMap<object, number[]>();

/** The schemas of what no value can do without, and how many values of each. */
function needed(plain: Schema): { schema: Schema; times: number }[] {
  const { required = [], properties = {}, items, prefixItems = [], minItems = 0 } = plain;
  const once = (schema: Schema) => ({ schema, times: 1 });
  if (kindOf(plain) === 'object')
    return Object.entries(properties).flatMap(([name, inner]) =>
      required.includes(name) ? [once(inner)] : [],
    );
  if (kindOf(plain) !== 'array') return [];
  const times = minItems - prefixItems.length;
  return [...prefixItems.map(once), ...(times > 0 ? [{ schema: items ?? {}, times }] : [])];
}

function alternativesOf(source: Member, schema: Schema): readonly Schema[] {
  const identity = identityOf(source, schema);
  const found = plains.get(identity) ?? alternatives(source, schema);
  plains.set(identity, found);
  return found;
}

const plains = new WeakMap<object, readonly Schema[]>();

/** References to the same schema are the same. In OpenAPI 3.1 a schema may be a boolean: what it allows, its judge says. */
export function identityOf(source: Member, schema: Schema): object {
  if (!isRecord(schema)) return schema === false ? NOTHING : ANYTHING;
  const { $ref, ...beside } = schema;
  if ($ref === undefined || Object.keys(beside).length > 0) return schema;
  const found = lookUp(source, $ref);
  return isRecord(found) ? found : schema;
}

const ANYTHING = {};
const NOTHING = {};
