/** A value with one place in it changed: a member left out, one too many, a limit reached or passed. */
import type { Body, Schema } from '../document/model.js';
import { escapeStep, resolve } from '../document/resolve.js';
import { isRecord, type Json, type Member } from '../document/values.js';
import { alternatives, propertiesOf } from './alternatives.js';
import { candidates } from './candidates.js';
import type { Material } from './examples.js';
import { kindOf } from './kinds.js';
import { isForm } from './media-types.js';

export interface Variant {
  readonly value: Json;
  readonly about: string;
  /** JSON pointer of the rule. */
  readonly pointer: string;
}

/** Members of members, and no further: each level multiplies the requests. */
const DEEPEST = 2;

interface Place {
  readonly schema: Schema;
  readonly pointer: string;
  readonly value: Json;
  readonly depth: number;
}

export function variants({ source }: Material, body: Body, example: Json): Variant[] {
  const { schema, pointer, mediaType } = body;
  const found = within(source, { schema, pointer, value: example, depth: 0 });
  return isForm(mediaType) ? found.filter(({ value }) => canBeField(source, body, value)) : found;
}

/** A form has nothing but texts and lists of them, and structures where they are meant. */
function canBeField(source: Member, { schema }: Body, value: Json): boolean {
  if (!isRecord(value)) return false;
  const properties = propertiesOf(source, schema);
  const isStructure = (property: Schema): boolean =>
    alternatives(source, property).some(
      (plain) => kindOf(plain) === 'object' || (plain.items !== undefined && isStructure(plain.items)),
    );
  return Object.entries(value as Record<string, Json>).every(
    ([name, member]) =>
      [member].flat().every((one) => typeof one !== 'object') || isStructure(properties[name] ?? {}),
  );
}

function within(source: Member, place: Place): Variant[] {
  if (place.depth > DEEPEST) return [];
  if (Array.isArray(place.value)) return ofArray(source, place, place.value);
  return isRecord(place.value) ? ofObject(source, place, place.value as Record<string, Json>) : [];
}

function ofObject(source: Member, { schema, pointer, depth }: Place, value: Record<string, Json>): Variant[] {
  const members = Object.entries(propertiesOf(source, schema)).flatMap(([name, property]) => {
    const { [name]: member, ...rest } = value;
    const at = pointerWithin(source, schema, pointer, 'properties', name);
    const tried = candidates(source, property).map((one) => ({ ...one, pointer: at }));
    const deeper =
      member === undefined
        ? []
        : within(source, { schema: property, pointer: at, value: member, depth: depth + 1 });
    return [
      { value: rest, about: `without ${name}`, pointer: at },
      ...[...tried, ...deeper].map((variant) => ({
        value: { ...rest, [name]: variant.value },
        about: `${name}: ${variant.about}`,
        pointer: variant.pointer,
      })),
    ];
  });
  const more = { ...value, 'not declared': 'x', __proto: 'x' };
  return [...members, { value: more, about: 'with members that are not declared', pointer }];
}

function ofArray(source: Member, { schema, pointer, depth }: Place, value: readonly Json[]): Variant[] {
  const [first] = value;
  if (first === undefined) return [];
  const rest = value.slice(1);
  const rules = alternatives(source, schema).filter(({ items }) => items !== undefined);
  const at = pointerWithin(source, schema, pointer, 'items');
  const items = rules.flatMap(({ items = {} }) => [
    ...candidates(source, items).map((one) => ({ ...one, pointer: at })),
    ...within(source, { schema: items, pointer: at, value: first, depth: depth + 1 }),
  ]);
  const sizes = rules.flatMap(({ minItems = 0, maxItems }) => [
    minItems - 1,
    minItems,
    ...(maxItems === undefined || maxItems > 1000 ? [] : [maxItems, maxItems + 1]),
  ]);
  return [
    ...items.map((variant) => ({ ...variant, value: [variant.value, ...rest] })),
    ...sizes
      .filter((size) => size >= 0)
      .map((size) => ({ value: sized(value, size), about: `${size} items`, pointer })),
    { value: [...value, first], about: 'an item twice', pointer },
  ];
}

const sized = (value: readonly Json[], size: number) =>
  Array.from({ length: size }, (_, index) => value[index % value.length] ?? null);

/** A schema that is made of others has its rules somewhere in those: then the whole is what can be named. */
function pointerWithin(
  source: Member,
  schema: Schema,
  pointer: string,
  keyword: string,
  name?: string,
): string {
  const found = resolve(source, schema, pointer);
  const { [keyword]: own } = found.node;
  if (!isRecord(own) || (name !== undefined && !(name in own))) return pointer;
  return [found.pointer, keyword, ...(name === undefined ? [] : [escapeStep(name)])].join('/');
}
