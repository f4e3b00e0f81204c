/** A schema as plain ones, of which each may be chosen: references followed, `allOf` joined, one choice of each other branch. */
import { nameOfBranch } from '../document/discriminator.js';
import type { Schema } from '../document/model.js';
import { lookUp } from '../document/resolve.js';
import { asRecord, type Member } from '../document/values.js';
import { mergeSchemas } from './merge-schemas.js';

/** Branches of branches multiply. */
const MOST = 16;

/** What is asked again gets the same objects: others keep by them what they found out. */
const known = new WeakMap<Member, WeakMap<Schema, Schema[]>>();

/** @returns schemas without references and branches, each of one type or none */
export function alternatives(source: Member, schema: Schema): readonly Schema[] {
  // JSON Schema has `true` and `false`, too.
  if (typeof schema !== 'object') return alternativesOf(source, schema, []);
  const ofSource = known.get(source) ?? new WeakMap<Schema, Schema[]>();
  known.set(source, ofSource);
  const found = ofSource.get(schema) ?? alternativesOf(source, schema, []);
  ofSource.set(schema, found);
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

function alternativesOf(source: Member, schema: Schema, seen: readonly string[]): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], type, nullable, ...rest } = schema;
  // A schema that is one of its own branches has others to choose.
  if ($ref !== undefined && seen.includes($ref)) return [];
  const within = $ref === undefined ? seen : [...seen, $ref];
  const inner = (branch: Schema) => alternativesOf(source, branch, within);
  const named = (branch: Schema) => {
    const name = nameOfBranch(rest, branch);
    return name === undefined ? inner(branch) : inner(branch).map((one) => mergeSchemas(one, name));
  };

  const sets: Schema[][] = [
    ...($ref === undefined ? [] : [inner(asRecord(lookUp(source, $ref)) as Schema)]),
    ...allOf.map(inner),
    ...[anyOf, oneOf].filter((branches) => branches.length > 0).map((branches) => branches.flatMap(named)),
    ...(type === undefined ? [] : [[type].flat().map((one) => ({ type: one }))]),
  ];
  const joined = sets.reduce<Schema[]>(
    (found, set) => found.flatMap((one) => set.map((other) => mergeSchemas(one, other))).slice(0, MOST),
    [rest],
  );
  return nullable === true ? [...joined, { type: 'null' }] : joined;
}

/** The members that a request may carry, by every alternative that has some. */
export function propertiesOf(source: Member, schema: Schema): Record<string, Schema> {
  const named = alternatives(source, schema).flatMap(({ properties = {} }) => Object.entries(properties));
  return Object.fromEntries(named.filter(([, property]) => !isReadOnly(source, property)));
}

export const isReadOnly = (source: Member, property: Schema) =>
  alternatives(source, property).some(({ readOnly }) => readOnly === true);
