/** fast-check arbitraries for what a schema allows. */
import fc, { type Arbitrary } from 'fast-check';
import type { Json, Schema } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import type { Judge, Validators } from '../document/validators.js';
import type { Material } from './cases.js';
import { anyNumber, anyText, candidates, sift, words } from './scalars.js';
import { alternatives, isReadOnly, kindOf, kindsOf } from './schemas.js';

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
  const any = anyValue(schema, 0);
  const made = any && sift(any.values, isValid);
  const fitting = candidates(schema)
    .map(({ value }) => value)
    .filter(isValid);
  if (fitting.length === 0) return made;
  const tried = fc.constantFrom(...fitting);
  return made ? fc.oneof({ weight: 3, arbitrary: made }, { weight: 1, arbitrary: tried }) : tried;
}

interface Made {
  readonly values: Arbitrary<Json>;
  /** How many values the smallest has in it, itself included. */
  readonly least: number;
}

/** Larger values than this would test the memory of the harness: they are not made, whatever the document asks for. */
const LARGEST = 2000;
/** So many characters of a text count as much as one member of an object. */
const CHARACTERS = 50;

/** @returns undefined when there is no value that ends, and is not too large to be made */
function anyValue(schema: Schema, depth: number): Made | undefined {
  const levels = made.get(schema) ?? [];
  made.set(schema, levels);
  if (!(depth in levels)) levels[depth] = makeValue(schema, depth);
  return levels[depth];
}

/** Schemas that refer to each other meet each other again and again: each is made once a level. */
const made = new WeakMap<Schema, (Made | undefined)[]>();

function makeValue(schema: Schema, depth: number): Made | undefined {
  const all = alternatives(schema);
  const leaves = depth > DEEPEST ? all.filter((plain) => !isNesting(plain)) : [];
  const choices = (leaves.length > 0 ? leaves : all)
    .flatMap((plain) => byType(plain, depth) ?? [])
    .filter(({ least }) => least <= LARGEST);
  if (choices.length === 0) return undefined;
  const least = Math.min(...choices.map((choice) => choice.least));
  return { values: fc.oneof(...choices.map(({ values }) => values)), least };
}

function byType(schema: Schema, depth: number): Made | undefined {
  const one = (values: Arbitrary<Json>): Made => ({ values, least: 1 });
  if (schema.const !== undefined) return one(fc.constant(schema.const as Json));
  if (schema.enum && schema.enum.length > 0) return one(fc.constantFrom(...(schema.enum as Json[])));
  const kind = kindOf(schema);
  switch (kind) {
    case 'string':
      return { values: anyText(schema), least: 1 + (schema.minLength ?? 0) / CHARACTERS };
    case 'integer':
    case 'number':
      return one(anyNumber(schema, kind === 'integer'));
    case 'boolean':
      return one(fc.boolean());
    case 'null':
      return one(fc.constant(null));
    case 'array':
      return list(schema, depth);
    case 'object':
      return object(schema, depth);
    default:
      return one(fc.oneof(words(20), fc.integer(), fc.boolean(), fc.constant(null)));
  }
}

function list(schema: Schema, depth: number): Made | undefined {
  const { items = {}, prefixItems = [], minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (depth > DEEPEST && minItems === 0) return { values: fc.constant([]), least: 1 };
  if (depth > ENDLESS) return undefined;
  const item = anyValue(items, depth + 1);
  const first = prefixItems.flatMap((one) => anyValue(one, depth + 1) ?? []);
  const fewest = Math.max(minItems - prefixItems.length, 0);
  if (first.length < prefixItems.length || (!item && fewest > 0)) return undefined;
  const least = first.reduce((sum, one) => sum + one.least, 1 + fewest * (item?.least ?? 0));
  const most = item ? Math.max(Math.min(maxItems - prefixItems.length, fewest + 5), fewest) : 0;
  const { values } = item ?? NOTHING;
  const limits = { minLength: Math.min(fewest, LARGEST), maxLength: Math.min(most, LARGEST) };
  const rest =
    uniqueItems === true
      ? fc.uniqueArray(values, { ...limits, selector: (value) => writeJson(value) })
      : fc.array(values, limits);
  const head = fc.tuple(...first.map((one) => one.values));
  return { values: fc.tuple(head, rest).map(([own, more]) => [...own, ...more]), least };
}

function object(schema: Schema, depth: number): Made | undefined {
  const { required = [], properties = {}, additionalProperties } = schema;
  if (depth > ENDLESS) return undefined;
  const isRequired = (name: string) => required.includes(name);
  const all = Object.entries(properties).filter(([, property]) => !isReadOnly(property));
  const nesting = all.filter(([name, property]) => !isRequired(name) && isNesting(property));
  const isLeftOut = ([name]: readonly [string, Schema]) =>
    depth > DEEPEST
      ? !isRequired(name)
      : depth > 1 && nesting.length > FEW && nesting.some(([other]) => other === name);
  const members = all.flatMap((member) => {
    const made = isLeftOut(member) ? undefined : anyValue(member[1], depth + 1);
    return made || isRequired(member[0]) ? [{ name: member[0], made }] : [];
  });
  const needed = members.filter(({ name }) => isRequired(name));
  if (needed.some(({ made }) => made === undefined)) return undefined;
  const least = needed.reduce((sum, { made }) => sum + (made?.least ?? 0), 1);
  const requiredKeys = needed.map(({ name }) => name);
  const model = Object.fromEntries(members.map(({ name, made = NOTHING }) => [name, made.values]));
  const own = fc.record(model, { requiredKeys });
  if (additionalProperties === false || depth > DEEPEST) return { values: own, least };
  const free =
    typeof additionalProperties === 'object' ? anyValue(additionalProperties, depth + 1) : ANYTHING;
  const extra = fc.dictionary(words(10), free?.values ?? fc.constant(null), { maxKeys: free ? 2 : 0 });
  const mostlyNone = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra });
  // Declared members last: an extra one may not replace them.
  const values = fc.tuple(mostlyNone, own).map(([more, declared]) => {
    const added = Object.entries(more).filter(([name]) => !(name in properties) && name !== '__proto__');
    return { ...Object.fromEntries(added), ...declared };
  });
  return { values, least };
}

const isNesting = (schema: Schema) => kindsOf(schema).some((kind) => kind === 'object' || kind === 'array');

/** More members than this that nest, within members of members, would make too much: they are left out there. */
const FEW = 4;
/** What requires more levels than this is taken for endless. */
const ENDLESS = 12;

const NOTHING: Made = { values: fc.constant(null), least: 0 };
const ANYTHING: Made = { values: fc.jsonValue({ maxDepth: 1 }) as Arbitrary<Json>, least: 1 };

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

/** Services accept small amounts more often. */
export const shortestFirst = (values: readonly Json[]) =>
  values.toSorted((one, other) => writeJson(one).length - writeJson(other).length);
