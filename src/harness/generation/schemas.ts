/** Schemas as plain ones: references followed, allOf joined, branches listed, types and sizes known. */
import { isReferredTo, placeOf } from '../document/dereference.js';
import { asRecord, isRecord, type Member, type Schema } from '../document/model.js';

/** Branches of branches multiply. */
const MOST = 16;

/** What is asked again gets the same objects: others keep by them what they found out. */
const known = new WeakMap<Schema, readonly Schema[]>();

/** @returns schemas without branches, each of one type or none */
export function alternatives(schema: Schema): readonly Schema[] {
  const found = known.get(schema) ?? alternativesOf(schema, []);
  known.set(schema, found);
  return found;
}

/** Whether a value can be of the alternative: fixed values tell them apart. */
export const fits = ({ properties = {}, required = [] }: Schema, value: Member) =>
  required.every(
    (name) => name in value || properties[name]?.readOnly === true || properties[name]?.writeOnly === true,
  ) &&
  Object.entries(properties).every(([name, property]) => {
    const { [name]: member } = value;
    const choices = property.const === undefined ? property.enum : [property.const];
    return member === undefined || choices === undefined || choices.includes(member);
  });

function alternativesOf(schema: Schema, around: readonly Schema[]): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], type, nullable, ...rest } = schema;
  // A schema that is one of its own branches has others to choose.
  if (around.includes(schema)) return [];
  const inner = (branch: Schema) => alternativesOf(branch, [...around, schema]);
  const named = (branch: Schema) => {
    const name = nameOfBranch(rest, branch);
    return name === undefined ? inner(branch) : inner(branch).map((one) => mergeSchemas(one, name));
  };

  const sets: Schema[][] = [
    ...allOf.map(inner),
    ...[anyOf, oneOf].filter((branches) => branches.length > 0).map((branches) => branches.flatMap(named)),
    ...(type === undefined ? [] : [[type].flat().map((one) => ({ type: one }))]),
  ];
  // What the schema says itself goes before what it is made of.
  const joined = sets.reduce<Schema[]>(
    (found, set) => found.flatMap((one) => set.map((other) => mergeSchemas(other, one))).slice(0, MOST),
    [rest],
  );
  return nullable === true ? [...joined, { type: 'null' }] : joined;
}

export function propertiesOf(schema: Schema): Record<string, Schema> {
  const named = alternatives(schema).flatMap(({ properties = {} }) => Object.entries(properties));
  return Object.fromEntries(named.filter(([, property]) => !isReadOnly(property)));
}

export const defaultOf = (schema: Schema): unknown =>
  alternatives(schema).find((plain) => plain.default !== undefined)?.default;

export const isReadOnly = (property: Schema) =>
  alternatives(property).some(({ readOnly }) => readOnly === true);

/** What a branch keeps besides its own rules: its schema's name, or those that the mapping gives it. */
export function nameOfBranch({ discriminator }: Schema, branch: Schema): Schema | undefined {
  const place = isReferredTo(branch) ? placeOf(branch) : undefined;
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string' || place === undefined)
    return undefined;
  const own = place.slice(place.lastIndexOf('/') + 1);
  const mapped = Object.entries(asRecord(discriminator.mapping)).flatMap(([value, target]) =>
    target === place || target === own ? [value] : [],
  );
  const { propertyName } = discriminator;
  const values = mapped.length > 0 ? mapped : [own];
  return { required: [propertyName], properties: { [propertyName]: { enum: values } } };
}

function mergeSchemas(one: Schema, other: Schema): Schema {
  return {
    ...one,
    ...other,
    ...joined(one, other, 'required', (left, right) => [...new Set([...left, ...right])]),
    ...joined(one, other, 'properties', mergeProperties),
    ...joined(one, other, 'items', (left, right) => ({ allOf: [left, right] })),
    ...joined(one, other, 'enum', (left, right) => left.filter((value) => right.includes(value))),
    ...joined(one, other, 'type', narrower),
    ...joined(one, other, 'minimum', (left, right) => (left > right ? left : right)),
    ...joined(one, other, 'maximum', (left, right) => (left < right ? left : right)),
    ...joined(one, other, 'minLength', Math.max),
    ...joined(one, other, 'maxLength', Math.min),
    ...joined(one, other, 'minItems', Math.max),
    ...joined(one, other, 'maxItems', Math.min),
    ...joined(one, other, 'additionalProperties', (left, right) => left !== false && right),
  };
}

function joined<Keyword extends keyof Schema & string>(
  one: Schema,
  other: Schema,
  keyword: Keyword,
  join: (left: NonNullable<Schema[Keyword]>, right: NonNullable<Schema[Keyword]>) => unknown,
): Schema {
  const { [keyword]: left } = one;
  const { [keyword]: right } = other;
  return left === undefined || right === undefined
    ? {}
    : { [keyword]: join(left as NonNullable<Schema[Keyword]>, right as NonNullable<Schema[Keyword]>) };
}

type Properties = Readonly<Record<string, Schema>>;

function mergeProperties(left: Properties, right: Properties): Properties {
  const both = Object.entries(right).map(([name, property]) => {
    const { [name]: other } = left;
    return [name, other === undefined ? property : { allOf: [other, property] }];
  });
  return { ...left, ...Object.fromEntries(both) };
}

const narrower = (left: unknown, right: unknown) => (left === 'integer' && right === 'number' ? left : right);

/** @returns undefined among them where a schema says nothing of types */
export const kindsOf = (schema: Schema): (string | undefined)[] => alternatives(schema).map(kindOf);

export function kindOf(schema: Schema): string | undefined {
  const { type, properties, items, pattern, minLength, maxLength, minimum, maximum } = schema;
  if (type !== undefined) return [type].flat()[0];
  if (properties) return 'object';
  if (items) return 'array';
  if ((pattern ?? minLength ?? maxLength) !== undefined) return 'string';
  return (minimum ?? maximum) === undefined ? undefined : 'number';
}
