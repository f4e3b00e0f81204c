/** fast-check arbitraries for what a schema allows, so that what fails can be shrunk. */
import fc, { type Arbitrary } from 'fast-check';
import type { Json, Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import type { Judge, Validators } from '../document/validators.js';
import type { Material } from './cases.js';
import { anyNumber, anyText, candidates, sift, words } from './scalars.js';
import { endingAlternatives, isReadOnly, kindOf, kindsOf, soonestEnding } from './schemas.js';

/** Deeper than this, optional members are left out: schemas may refer to themselves. */
const DEEPEST = 3;

/** @returns undefined when nothing that the schema allows was found */
export function validValue(schema: Schema, judge: Judge): Arbitrary<Json> | undefined {
  const identity = schema;
  if (!known.has(identity)) known.set(identity, findValid(schema, judge));
  return known.get(identity);
}

/** Finding out whether there are valid values takes hundreds of them. */
const known = new WeakMap<object, Arbitrary<Json> | undefined>();

function findValid(schema: Schema, judge: Judge): Arbitrary<Json> | undefined {
  const isValid = (value: unknown) => judge(value).length === 0;
  const made = sift(anyValue(schema, 0), isValid);
  const fitting = candidates(schema)
    .map(({ value }) => value)
    .filter(isValid);
  if (fitting.length === 0) return made;
  const tried = fc.constantFrom(...fitting);
  return made ? fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: tried }) : tried;
}

function anyValue(schema: Schema, depth: number): Arbitrary<Json> {
  const levels = made.get(schema) ?? [];
  made.set(schema, levels);
  levels[depth] ??= makeValue(schema, depth);
  return levels[depth];
}

/** Schemas that refer to each other meet each other again and again: each is made once a level. */
const made = new WeakMap<object, Arbitrary<Json>[]>();

function makeValue(schema: Schema, depth: number): Arbitrary<Json> {
  const ending = depth > DEEPEST ? soonestEnding(schema) : endingAlternatives(schema);
  const choices = ending.map((plain) => byType(plain, depth));
  return choices.length > 0 ? fc.oneof(...choices) : fc.constant(null);
}

function byType(schema: Schema, depth: number): Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const as Json);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...(schema.enum as Json[]));
  const kind = kindOf(schema);
  switch (kind) {
    case 'string':
      return anyText(schema);
    case 'integer':
    case 'number':
      return anyNumber(schema, kind === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema, depth);
    case 'object':
      return object(schema, depth);
    default:
      return fc.oneof(words(20), fc.integer(), fc.boolean(), fc.constant(null));
  }
}

function list(schema: Schema, depth: number): Arbitrary<Json[]> {
  const { items = {}, prefixItems = [], minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (depth > DEEPEST && minItems === 0) return fc.constant([]);
  const first = fc.tuple(...prefixItems.map((item) => anyValue(item, depth + 1)));
  const least = Math.max(minItems - prefixItems.length, 0);
  const most = Math.min(maxItems - prefixItems.length, least + 5);
  const item = anyValue(items, depth + 1);
  const limits = { minLength: least, maxLength: Math.max(most, least) };
  const rest =
    uniqueItems === true
      ? fc.uniqueArray(item, { ...limits, selector: (value) => writeJson(value) })
      : fc.array(item, limits);
  return fc.tuple(first, rest).map(([head, tail]) => [...head, ...tail]);
}

function object(schema: Schema, depth: number): Arbitrary<{ [name: string]: Json }> {
  const { required = [], properties = {}, additionalProperties } = schema;
  const named = Object.entries(properties).filter(
    ([name, property]) =>
      !isReadOnly(property) &&
      (required.includes(name) || (depth <= DEEPEST && endingAlternatives(property).length > 0)),
  );
  const nesting = named.filter(([name, property]) => !required.includes(name) && isNesting(property));
  const model = named.map(([name, property]): [string, Arbitrary<Json | undefined>] => {
    const value = anyValue(property, depth + 1);
    const isThinned = depth > 0 && nesting.some(([other]) => other === name);
    return [name, isThinned ? oneInMany(value, nesting.length) : value];
  });
  const requiredKeys = named.map(([name]) => name).filter((name) => required.includes(name));
  const members = fc.record(Object.fromEntries(model), { requiredKeys }).map(withoutAbsent);
  if (additionalProperties === false || depth > DEEPEST) return members;
  const value =
    typeof additionalProperties === 'object' ? anyValue(additionalProperties, depth + 1) : JSON_VALUE;
  const extra = fc.dictionary(words(10), value, { maxKeys: 2 });
  // Declared members last: an extra one may not replace them.
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }), members)
    .map(([more, own]) => {
      const free = Object.entries(more).filter(([name]) => !(name in properties) && name !== '__proto__');
      return { ...Object.fromEntries(free), ...own };
    });
}

const isNesting = (property: Schema) =>
  kindsOf(property).some((kind) => kind === 'object' || kind === 'array');

/** Of many members that nest only about as many are there as of this number: on each level there would be more. */
const FEW = 4;

const oneInMany = (value: Arbitrary<Json>, many: number): Arbitrary<Json | undefined> =>
  many <= FEW
    ? value
    : fc.oneof({ weight: many - FEW, arbitrary: fc.constant(undefined) }, { weight: FEW, arbitrary: value });

const withoutAbsent = (members: Readonly<Record<string, Json | undefined>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const JSON_VALUE = fc.jsonValue({ maxDepth: 1 }) as Arbitrary<Json>;

const SAMPLES = 50;

/** To make them takes milliseconds, and each rule asks for the same. */
const madeUp = new WeakMap<Validators, WeakMap<Schema, Json[]>>();

/** @returns valid values, each once, those with something in them before the empty ones; none when none were found */
export function makeUp(material: Material, schema: Schema): Json[] {
  const ofRun = madeUp.get(material.validators) ?? new WeakMap<Schema, Json[]>();
  madeUp.set(material.validators, ofRun);
  const values = ofRun.get(schema) ?? sample(material, schema);
  ofRun.set(schema, values);
  return values;
}

function sample({ validators, seed }: Material, schema: Schema): Json[] {
  const values = validValue(schema, validators.sent(schema));
  const sampled = values ? fc.sample(values, { seed, numRuns: SAMPLES }) : [];
  const distinct = [...new Map(sampled.map((value) => [writeJson(value), value])).values()];
  const isEmpty = (value: Json) => ['[]', '{}', '""'].includes(writeJson(value));
  return [...distinct.filter((value) => !isEmpty(value)), ...distinct.filter(isEmpty)];
}
