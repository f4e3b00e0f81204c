/** The collection of the record that an operation creates, by its `x-creates`. */
import type { Endpoint, Operation } from '../../contract/contract.js';
import { collectionNamed } from '../../store/collection-named.js';
import type { nextId, Store } from '../../store/index.js';

type Numbered = Parameters<typeof nextId>[1];

/** @throws Error at the start for an `x-creates` that names no collection with integer ids */
export function requireCreatedCollections(endpoints: readonly Endpoint[], store: Store): void {
  for (const { path, operations } of endpoints) {
    for (const { creates } of operations.values()) {
      if (creates === undefined || collectionNamed(store, creates)) continue;
      throw new Error(
        `openapi.yaml: ${path} has x-creates: ${creates}, which is no collection with integer ids. ` +
          'Correct the name, or define the collection in src/store/definitions.ts.',
      );
    }
  }
}

export function createdCollection({ creates }: Operation): Numbered | undefined {
  // `requireCreatedCollections` has checked that the name is one of a collection with integer ids.
  return creates as Numbered | undefined;
}
