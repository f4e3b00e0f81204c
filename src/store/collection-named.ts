/** The collection that `openapi.yaml` names (`x-object`), for code that serves any collection. */
import type { Collections } from './definitions.js';
import type { Store } from './store.js';

/** The fields that the pipeline reads; a collection may lack all but `_id`. */
export type NamedRecord = Readonly<Record<string, unknown>> & {
  readonly _id: number;
  readonly version?: number;
};

export type NamedProjection = Readonly<Record<string, 0>> | Readonly<Record<string, 1>>;

export interface NamedCollection {
  find(
    filter: { _id: { $in: number[] } },
    options: { projection: NamedProjection },
  ): { toArray(): Promise<NamedRecord[]> };
}

/** @returns undefined when the store has no such collection with integer ids */
export function collectionNamed(
  store: Collections & Pick<Store, 'definitions'>,
  name: string,
): NamedCollection | undefined {
  const definition = Object.hasOwn(store.definitions, name) ? store.definitions[name] : undefined;
  if (definition?.idType !== 'integer') return undefined;
  // The name is one of the definitions; only the handlers know the type of its records.
  return store[name as keyof Collections] as unknown as NamedCollection;
}
