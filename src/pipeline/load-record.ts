/** Loads the record that a path names, from any collection of the store (`x-object` in `openapi.yaml`). */
import type { Endpoint } from '../contract/contract.js';
import type { LoadedRecord, Route } from '../http/route.js';
import { batchLoader } from '../scheduling/batcher.js';
import { fieldsOf } from '../store/definition.js';
import type { Collections } from '../store/definitions.js';
import type { Store } from '../store/store.js';
import { isVisibleTo } from '../store/visibility.js';

/**
 * One batch loader per endpoint: requests that arrive together share one query.
 *
 * @returns finds the record of a path; null when there is none, and where the path names none
 * @throws Error at the start for an `x-object` that names no collection, or whose path has no `{id}`
 */
export function makeFind({ path, object: name, objectFields }: Endpoint, store: Store): Route['find'] {
  if (name === undefined) return () => null;
  const definition = Object.hasOwn(store.definitions, name) ? store.definitions[name] : undefined;
  if (definition?.fields._id !== 'integer')
    throw new Error(
      `openapi.yaml: ${path} has x-object: ${name}, which is no collection with integer ids. ` +
        'Correct the name, or define the collection in src/store/definitions.ts.',
    );
  if (!path.includes('{id}'))
    throw new Error(`openapi.yaml: ${path} has x-object, and no {id} that names the record.`);
  // Snippets stand for any collection: only the handlers know the type of its records.
  const collection = store[name as keyof Collections] as unknown as Store['snippets'];
  const projection: object = objectFields
    ? // Object permissions and preconditions read owner and version.
      projectionOf(
        [...objectFields, 'ownerId', 'version', ...('private' in definition.fields ? ['private'] : [])],
        1,
      )
    : // What only some endpoints use, and what is made for searches, is read by who needs it.
      projectionOf([...fieldsOf(definition, 'markup'), ...fieldsOf(definition, 'terms')], 0);
  const load = batchLoader(
    async (ids: number[]) =>
      (await collection.find({ _id: { $in: ids } }, { projection }).toArray()).map(toLoadedRecord),
    ({ _id }) => _id,
  );
  return async ({ id: text }, { user }) => {
    const id = Number(text);
    // Ids are safe integers. A larger number is the id of no record.
    const record = Number.isSafeInteger(id) ? await load(id) : null;
    // Before permissions: for others a private record is one that never was.
    return record !== null && isVisibleTo(record, user?.id ?? null) ? record : null;
  };
}

const projectionOf = (fields: readonly string[], value: 0 | 1): object =>
  Object.fromEntries(fields.map((field) => [field, value]));

function toLoadedRecord(record: { readonly _id: number; readonly ownerId?: unknown }): LoadedRecord {
  const { ownerId } = record;
  return { ...record, ownerId: typeof ownerId === 'number' ? ownerId : null };
}
