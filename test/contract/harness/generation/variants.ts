/** A value with one place in it changed: a member left out, one too many, a limit reached or passed. */

import { escapeStep, placeOf } from '../document/dereference.js';
import { type Body, isRecord, type Json, type Schema } from '../document/model.js';
import { isForm, isJsonBody, isTextBody, writeJson } from '../document/parse.js';
import { makeUp } from './arbitrary.js';
import type { Material } from './cases.js';
import { candidates, limitsOf } from './scalars.js';
import { alternatives, fits, propertiesOf } from './schemas.js';
import { canBeField } from './write.js';

interface Variant {
  readonly value: Json;
  readonly about: string;
  readonly pointer: string;
}

/** Members of members, and no further: each level multiplies the requests. */
const DEEPEST = 2;

const MOST_BRANCHES = 5;

/** Longer lists are not made, and none with more characters of JSON. */
const MOST_ITEMS = 1001;
const MOST_CHARACTERS = 4_000_000;

interface Place {
  readonly schema: Schema;
  readonly pointer: string;
  readonly value: Json;
  readonly depth: number;
  readonly isMadeUp?: boolean;
}

export const variants = (
  material: Material,
  { schema, pointer }: Pick<Place, 'schema' | 'pointer'>,
  value: Json,
): Variant[] => within(material, { schema, pointer, value, depth: 0 });

export function bodyVariants(material: Material, body: Body, example: Json): Variant[] {
  const { schema, pointer, mediaType } = body;
  if (isForm(mediaType))
    return variants(material, body, example).filter(({ value }) => canBeField(body, value));
  if (typeof example === 'object' && example !== null) return variants(material, body, example);
  const whole = candidates(schema).map((one) => ({ ...one, pointer }));
  if (isJsonBody(body)) return whole;
  return isTextBody(body) ? whole.filter(({ value }) => typeof value === 'string') : [];
}

function within(material: Material, place: Place): Variant[] {
  if (place.depth > DEEPEST) return [];
  const { schema, value } = place;
  const branches = isRecord(value)
    ? alternatives(schema).filter((one) => one.properties !== undefined && !fits(one, value))
    : [];
  // A value for each branch that the value is not of: it is the only way to their limits.
  const others = branches
    .slice(0, MOST_BRANCHES)
    .flatMap((branch) => makeUp(material, branch).find((made) => isRecord(made)) ?? [])
    .map((made): Place => ({ ...place, value: made, isMadeUp: true }));
  return [place, ...others].flatMap((one) => {
    if (Array.isArray(one.value)) return ofArray(material, one, one.value);
    return isRecord(one.value) ? ofObject(material, one, one.value as Record<string, Json>) : [];
  });
}

/** The candidates of a schema, and what differs within the value, which is made up where there is none. */
function inPlace(
  material: Material,
  { depth, isMadeUp = false }: Place,
  schema: Schema,
  pointer: string,
  value: Json | undefined,
): Variant[] {
  // What is made up has no more than its own rules tried, and nothing within its members: they may be many.
  const tried = (isMadeUp ? limitsOf(schema) : candidates(schema)).map((one) => ({ ...one, pointer }));
  if (value !== undefined)
    return [...tried, ...within(material, { schema, pointer, value, depth: depth + 1 })];
  const made =
    depth < DEEPEST
      ? makeUp(material, schema).find((one) => typeof one === 'object' && one !== null)
      : undefined;
  if (made === undefined) return tried;
  return [...tried, ...within(material, { schema, pointer, value: made, depth: DEEPEST, isMadeUp: true })];
}

function ofObject(material: Material, place: Place, value: Record<string, Json>): Variant[] {
  const { schema, pointer } = place;
  const members = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { [name]: member, ...rest } = value;
    const at = pointerWithin(schema, pointer, 'properties', name);
    return [
      { value: rest, about: `without ${name}`, pointer: at },
      ...inPlace(material, place, property, at, member).map((variant) => ({
        value: { ...rest, [name]: variant.value },
        about: `${name}: ${variant.about}`,
        pointer: variant.pointer,
      })),
    ];
  });
  const more = { ...value, 'not declared': 'x', __proto: 'x' };
  return [...members, { value: more, about: 'with members that are not declared', pointer }];
}

function ofArray(material: Material, place: Place, value: readonly Json[]): Variant[] {
  const { schema, pointer } = place;
  const rules = alternatives(schema).filter(({ items }) => items !== undefined);
  const [first = makeUp(material, rules[0]?.items ?? {})[0], ...rest] = value;
  if (first === undefined) return [];
  const filled = [first, ...rest];
  const at = pointerWithin(schema, pointer, 'items');
  const variants = rules.flatMap(({ items = {}, minItems = 0, maxItems = Infinity, uniqueItems }) => {
    const others = uniqueItems === true ? makeUp(material, items) : [];
    const longest = Math.max(...[...filled, ...others].map((item) => writeJson(item).length));
    const sizes = [minItems - 1, minItems, maxItems, maxItems + 1].filter(
      (size) => size >= 0 && size <= MOST_ITEMS && size * longest <= MOST_CHARACTERS,
    );
    // Some services look at the first item alone.
    const further =
      maxItems < 2 || place.isMadeUp ? [] : [...limitsOf(items), { value: null, about: 'null' }];
    return [
      ...inPlace(material, place, items, at, first).map((one) => ({ ...one, value: [one.value, ...rest] })),
      ...further.map((one) => ({
        value: [first, one.value],
        about: `a further item: ${one.about}`,
        pointer: at,
      })),
      ...sizes.map((size) => ({ value: sized(filled, size, others), about: `${size} items`, pointer })),
    ];
  });
  return [...variants, { value: [...filled, first], about: 'an item twice', pointer }];
}

function sized(value: readonly Json[], size: number, others: readonly Json[]): Json[] {
  const texts = new Set(value.map((item) => writeJson(item)));
  const pool = [...value, ...others.filter((item) => !texts.has(writeJson(item)))];
  return Array.from({ length: size }, (_, index) => pool[index % pool.length] ?? null);
}

/** @returns where the rule of a member, or of items, stands: in the schema or a part of it; else what names the whole */
export function pointerWithin(
  schema: Schema,
  pointer: string,
  keyword: 'properties' | 'items',
  name?: string,
): string {
  const part = [schema, ...(schema.allOf ?? [])].find(({ [keyword]: rules }) =>
    name === undefined ? rules !== undefined : Object.hasOwn(rules ?? {}, name),
  );
  const place = part && placeOf(part);
  if (place === undefined) return pointer;
  return [place, keyword, ...(name === undefined ? [] : [escapeStep(name)])].join('/');
}
