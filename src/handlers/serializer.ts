/** Makes representations of records: the properties that a schema of `openapi.yaml` declares, and no others. */
import type { Contract } from '../contract/contract.js';

/** A text of the store: it passed the choices of its schema when it was saved. */
type Stored<Value> = Value extends string ? string : Value;

/** What a representation is made from. A record may lack fields that are newer than it. */
type RecordOf<Shape> = { readonly _id: number } & {
  readonly [P in Exclude<keyof Shape, 'id'>]?: Stored<Shape[P]> | null | undefined;
};

export interface Serializer<Shape> {
  /** The fields of the record that it needs: what a list reads. */
  readonly fields: { readonly [P in Exclude<keyof Shape, 'id'>]: 1 };
  serialize(record: RecordOf<Shape>): Shape;
}

/**
 * @typeParam Shape the generated type of the schema
 * @param name of the schema. A field that a record lacks has the `default` of its property
 * @returns the serializer of a deployment, whose contract may lack properties
 */
export function serializerOf<Shape extends { id: number }>(
  name: string,
): (context: { readonly contract: Contract }) => Serializer<Shape> {
  const made = new WeakMap<Contract, Serializer<Shape>>();
  return ({ contract }) => {
    const serializer = made.get(contract) ?? makeSerializer<Shape>(contract, name);
    made.set(contract, serializer);
    return serializer;
  };
}

function makeSerializer<Shape>({ specification }: Contract, name: string): Serializer<Shape> {
  const { properties } = specification.components.schemas[name] ?? {};
  if (properties === undefined) throw new Error(`openapi.yaml has no schema ${name} with properties.`);
  const members = Object.entries(properties).map(
    ([property, schema]) => [property, property === 'id' ? '_id' : property, schema.default] as const,
  );
  const fields = members.flatMap(([property, field]) => (property === field ? [[field, 1]] : []));
  // The type and the schema are generated from the same lines.
  return {
    fields: Object.fromEntries(fields),
    serialize(record: Readonly<Record<string, unknown>>) {
      const shape: Record<string, unknown> = {};
      for (const [property, field, fallback] of members) {
        const value = record[field] ?? fallback;
        if (value !== undefined) shape[property] = value;
      }
      return shape;
    },
  } as unknown as Serializer<Shape>;
}
