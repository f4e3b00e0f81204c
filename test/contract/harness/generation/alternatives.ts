/** A schema as plain ones, of which each may be chosen: references followed, `allOf` joined, one choice of each other branch. */
import { nameOfBranch } from '../document/discriminator.js';
import type { Schema } from '../document/model.js';
import { lookUp } from '../document/resolve.js';
import { asRecord, type Member } from '../document/values.js';
import { mergeSchemas } from './merge-schemas.js';

/** Branches of branches multiply. */
const MOST = 16;

/** @returns schemas without references and branches, each of one type or none */
export function alternatives(source: Member, schema: Schema, seen: readonly string[] = []): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], type, nullable, ...rest } = schema;
  // A schema that is one of its own branches has others to choose.
  if ($ref !== undefined && seen.includes($ref)) return [];
  const within = $ref === undefined ? seen : [...seen, $ref];
  const inner = (branch: Schema) => alternatives(source, branch, within);
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
