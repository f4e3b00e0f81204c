/** Loads the record that a path names, from any collection of the store (`x-object` in `openapi.yaml`). */
import type { Endpoint } from '../contract/contract.js';
import { NotFound } from '../errors/index.js';
import { batchLoader } from '../scheduling/batcher.js';
import { type AnyDefinition, fieldsOf } from '../store/definition.js';
import type { Collections } from '../store/definitions.js';
import type { Store } from '../store/store.js';
import type { LoadedRecord, PathParameters } from './api-request.js';

type Find = (id: number) => Promise<LoadedRecord | null>;

/**
 * @returns finds the record; null when there is none, and where the path names none
 * @throws Error at the start for an `x-object` that names no collection, or whose path has no `{id}`
 */
export function makeFindRecord(endpoints: readonly Endpoint[], store: Store) {
  const finders = new Map<Endpoint, Find>();
  for (const endpoint of endpoints) {
    if (endpoint.object === undefined) continue;
    if (!endpoint.path.includes('{id}'))
      throw new Error(`openapi.yaml: ${endpoint.path} has x-object, and no {id} that names the record.`);
    finders.set(endpoint, makeFind(store, endpoint.path, endpoint.object, endpoint.objectFields));
  }
  return async function findRecord(
    endpoint: Endpoint,
    { id: text }: PathParameters,
  ): Promise<LoadedRecord | null> {
    const find = finders.get(endpoint);
    const id = Number(text);
    // Ids are safe integers. A larger number is the id of no record.
    return find && Number.isSafeInteger(id) ? find(id) : null;
  };
}

/** @returns null where the path names no record. @throws NotFound when it does not exist */
export async function loadRecord(
  endpoint: Endpoint,
  parameters: PathParameters,
  findRecord: ReturnType<typeof makeFindRecord>,
): Promise<LoadedRecord | null> {
  if (endpoint.object === undefined) return null;
  const record = await findRecord(endpoint, parameters);
  if (record === null) throw new NotFound();
  return record;
}

/** One batch loader per endpoint: requests that arrive together share one query. */
function makeFind(store: Store, path: string, name: string, fields: readonly string[] | undefined): Find {
  const definition = Object.hasOwn(store.definitions, name) ? store.definitions[name] : undefined;
  if (definition?.fields._id !== 'integer') {
    throw new Error(
      `openapi.yaml: ${path} has x-object: ${name}, which is no collection with integer ids. ` +
        'Correct the name, or define the collection in src/store/definitions.ts.',
    );
  }
  // Snippets stand for any collection: only the handlers know the type of its records.
  const collection = store[name as keyof Collections] as unknown as Store['snippets'];
  const projection: object = fields ? only(fields) : withoutLarge(definition);
  return batchLoader(
    async (ids: number[]) =>
      (await collection.find({ _id: { $in: ids } }, { projection }).toArray()).map(toLoadedRecord),
    ({ _id }) => _id,
  );
}

/** Object permissions and preconditions read owner and version. */
function only(fields: readonly string[]): object {
  return Object.fromEntries([...fields, 'ownerId', 'version'].map((field) => [field, 1]));
}

/** What only some endpoints use, and what is made for searches, is read by who needs it. */
function withoutLarge({ readApart = [], fields }: AnyDefinition): object {
  const large = [...readApart.map(String), ...fieldsOf({ fields }, 'terms')];
  return Object.fromEntries(large.map((field) => [field, 0]));
}

function toLoadedRecord(record: { readonly _id: number; readonly ownerId?: unknown }): LoadedRecord {
  const { ownerId } = record;
  return { ...record, ownerId: typeof ownerId === 'number' ? ownerId : null };
}
