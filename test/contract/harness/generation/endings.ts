/** Which alternatives of a schema come to an end: one that requires itself has no value that is finite. */
import type { Schema } from '../document/model.js';
import { lookUp } from '../document/resolve.js';
import { isRecord, type Member } from '../document/values.js';
import { alternatives } from './alternatives.js';
import { kindOf } from './kinds.js';

/** What requires more levels than this is taken for endless. */
const MOST_LEVELS = 40;

/** @returns the alternatives of which there are finite values */
export const endingAlternatives = (source: Member, schema: Schema) =>
  alternativesOf(source, schema).filter((plain) => ends(source, plain, MOST_LEVELS));

/** @returns of these the ones with the fewest levels */
export function soonestEnding(source: Member, schema: Schema): readonly Schema[] {
  for (let levels = 0; levels <= MOST_LEVELS; levels += 1) {
    const found = alternativesOf(source, schema).filter((plain) => ends(source, plain, levels));
    if (found.length > 0) return found;
  }
  return [];
}

/** @param plain a schema without branches @param levels that its values may have below themselves */
function ends(source: Member, plain: Schema, levels: number): boolean {
  if (plain.const !== undefined || plain.enum !== undefined) return true;
  return needed(plain).every((inner) => levels > 0 && hasEnding(source, inner, levels - 1));
}

function hasEnding(source: Member, schema: Schema, levels: number): boolean {
  const identity = identityOf(source, schema);
  const answers = known.get(identity) ?? [];
  known.set(identity, answers);
  answers[levels] ??= alternativesOf(source, schema).some((plain) => ends(source, plain, levels));
  return answers[levels];
}

/** Answers by number of levels. */
const known = new WeakMap<object, boolean[]>();

/** The schemas of what no value can do without. */
function needed(plain: Schema): Schema[] {
  const { required = [], properties = {}, items, prefixItems = [], minItems = 0 } = plain;
  if (kindOf(plain) === 'object')
    return Object.entries(properties).flatMap(([name, inner]) => (required.includes(name) ? [inner] : []));
  if (kindOf(plain) !== 'array') return [];
  return [...prefixItems, ...(items && minItems > prefixItems.length ? [items] : [])];
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
