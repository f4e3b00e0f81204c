/** Finds the record that a path names, in any collection of the store (`x-object` in `openapi.yaml`). */
import type { Endpoint } from '../../contract/contract.js';
import { batchLoader } from '../../store/batch-loader.js';
import { collectionNamed, type NamedProjection, type NamedRecord } from '../../store/collection-named.js';
import type { AnyDefinition } from '../../store/definition.js';
import type { Store } from '../../store/store.js';
import type { LoadedObject } from '../api-request.js';
import type { LocatedRequest } from '../phases.js';

/** @returns null when there is no such record, and where the path names none */
export type FindObject = (request: LocatedRequest) => Promise<LoadedObject | null>;

type Find = (id: number) => Promise<LoadedObject | null>;

/** @throws Error at the start for an `x-object` that names no collection, or whose path has no `{id}` */
export function makeFindObject(endpoints: readonly Endpoint[], store: Store): FindObject {
  return makeFinders(endpoints, store, ({ objectFields }) => objectFields);
}

/** Loads only what permissions and preconditions read. */
export function makeFindVersion(endpoints: readonly Endpoint[], store: Store): FindObject {
  return makeFinders(endpoints, store, () => []);
}

type FieldsOf = (endpoint: Endpoint) => readonly string[] | undefined;

function makeFinders(endpoints: readonly Endpoint[], store: Store, fieldsOf: FieldsOf): FindObject {
  const finders = new Map<Endpoint, Find>();
  for (const endpoint of endpoints) {
    if (endpoint.object === undefined) continue;
    if (!endpoint.path.includes('{id}'))
      throw new Error(`openapi.yaml: ${endpoint.path} has x-object, and no {id} that names the record.`);
    const { path, object } = endpoint;
    finders.set(endpoint, makeFind(store, path, object, fieldsOf(endpoint)));
  }
  return function findObject({ endpoint, pathParameters }) {
    const find = finders.get(endpoint);
    const id = Number(pathParameters.id);
    // Ids are safe integers. A larger number is the id of no record.
    return find && Number.isSafeInteger(id) ? find(id) : Promise.resolve(null);
  };
}

/** One batch loader per endpoint: requests that arrive together share one query. */
function makeFind(
  store: Parameters<typeof collectionNamed>[0],
  path: string,
  name: string,
  fields: readonly string[] | undefined,
): Find {
  const collection = collectionNamed(store, name);
  const definition = store.definitions[name];
  if (collection === undefined || definition === undefined) {
    throw new Error(
      `openapi.yaml: ${path} has x-object: ${name}, which is no collection with integer ids. ` +
        'Correct the name, or define the collection in src/store/definitions.ts.',
    );
  }
  const projection = fields ? only(fields) : withoutLarge(definition);
  return batchLoader(
    async (ids: number[]) =>
      (await collection.find({ _id: { $in: ids } }, { projection }).toArray()).map(toLoadedObject),
    ({ _id }) => _id,
  );
}

/** Object permissions and preconditions read owner and version, keyed requests the mark of the last one. */
function only(fields: readonly string[]): NamedProjection {
  return Object.fromEntries([...fields, 'ownerId', 'version', 'savedWith'].map((field) => [field, 1]));
}

/** Texts that most reads leave out, and lists made for searches. */
function withoutLarge(definition: AnyDefinition): NamedProjection {
  const large = [...(definition.detached ?? []).map(String), ...Object.keys(definition.lists ?? {})];
  return Object.fromEntries(large.map((field) => [field, 0]));
}

function toLoadedObject(record: NamedRecord): LoadedObject {
  const { ownerId } = record;
  return { ...record, ownerId: typeof ownerId === 'number' ? ownerId : null };
}
