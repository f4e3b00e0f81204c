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
  /** JSON pointer of the rule. */
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
  /** The example has no value there. */
  readonly isMadeUp?: boolean;
}

/** @returns none of what has no places within */
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
  const others = otherBranches(material, place).map((value) => ({ ...place, value, isMadeUp: true }));
  return [place, ...others].flatMap((one) => ofValue(material, one));
}

/** A value for each branch that the value is not of: it is the only way to their limits. */
function otherBranches(material: Material, { schema, value }: Place): Json[] {
  if (!isRecord(value)) return [];
  const branches = alternatives(schema).filter((one) => one.properties !== undefined);
  return branches
    .filter((branch) => !fits(branch, value))
    .slice(0, MOST_BRANCHES)
    .flatMap((branch) => makeUp(material, branch).find((made) => isRecord(made)) ?? []);
}

function ofValue(material: Material, place: Place): Variant[] {
  if (Array.isArray(place.value)) return ofArray(material, place, place.value);
  return isRecord(place.value) ? ofObject(material, place, place.value as Record<string, Json>) : [];
}

/** What is made up has no more than its own rules tried, and nothing within its members: they may be many. */
const tryAt = ({ isMadeUp }: Place, schema: Schema) => (isMadeUp ? limitsOf(schema) : candidates(schema));

/** @param value undefined where the example has none: then one is made up */
function deeper(
  material: Material,
  { depth }: Place,
  schema: Schema,
  pointer: string,
  value: Json | undefined,
): Variant[] {
  if (value !== undefined) return within(material, { schema, pointer, value, depth: depth + 1 });
  if (depth >= DEEPEST) return [];
  const [made] = makeUp(material, schema).filter((one) => typeof one === 'object' && one !== null);
  if (made === undefined) return [];
  return within(material, { schema, pointer, value: made, depth: DEEPEST, isMadeUp: true });
}

function ofObject(material: Material, place: Place, value: Record<string, Json>): Variant[] {
  const { schema, pointer } = place;
  const members = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { [name]: member, ...rest } = value;
    const at = pointerWithin(schema, pointer, 'properties', name);
    const tried = tryAt(place, property).map((one) => ({ ...one, pointer: at }));
    return [
      { value: rest, about: `without ${name}`, pointer: at },
      ...[...tried, ...deeper(material, place, property, at, member)].map((variant) => ({
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
  const [first = makeUp(material, rules[0]?.items ?? {})[0]] = value;
  if (first === undefined) return [];
  const filled = value.length > 0 ? value : [first];
  const rest = filled.slice(1);
  const at = pointerWithin(schema, pointer, 'items');
  const items = rules.flatMap(({ items: item = {} }) => [
    ...tryAt(place, item).map((one) => ({ ...one, pointer: at })),
    ...deeper(material, place, item, at, first),
  ]);
  const sizes = rules.flatMap(({ minItems = 0, maxItems, uniqueItems, items: item = {} }) => {
    const limits = [minItems - 1, minItems, ...(maxItems === undefined ? [] : [maxItems, maxItems + 1])];
    const others = uniqueItems === true ? makeUp(material, item) : [];
    const longest = Math.max(...[...filled, ...others].map((item) => writeJson(item).length));
    return limits
      .filter((size) => size >= 0 && size <= MOST_ITEMS && size * longest <= MOST_CHARACTERS)
      .map((size) => ({ value: sized(filled, size, others), about: `${size} items`, pointer }));
  });
  // Some services look at the first item alone.
  const further = rules.flatMap(({ items: item = {}, maxItems = Infinity }) =>
    maxItems < 2 || place.isMadeUp
      ? []
      : [...limitsOf(item), { value: null, about: 'null' }].map(({ value: one, about }) => ({
          value: [first, one],
          about: `a further item: ${about}`,
          pointer: at,
        })),
  );
  return [
    ...items.map((variant) => ({ ...variant, value: [variant.value, ...rest] })),
    ...further,
    ...sizes,
    { value: [...filled, first], about: 'an item twice', pointer },
  ];
}

/** @param others that are taken before any comes twice */
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
