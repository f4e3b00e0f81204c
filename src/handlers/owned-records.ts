/**
 * Creates, replaces and deletes the records of a resource that have an owner and a version. Object permissions and
 * `If-Match` are checked before a handler runs; these functions hold what has been checked. They ask for the user again
 * just before they store: the body may have arrived slowly, and code may have waited to be highlighted.
 */
import { hash } from 'node:crypto';
import { authenticateAgain } from '../authentication/logins.js';
import {
  IdempotencyKeyReused,
  NotFound,
  PermissionDenied,
  PreconditionFailed,
  ServiceUnavailable,
} from '../errors/index.js';
import { isRecord } from '../is-record.js';
import { isDuplicateKey } from '../store/index.js';
import type { OwnedRecord } from '../store/records.js';
import type { Insertable, Version } from '../store/store.js';
import type { HandlerContext } from './context.js';

/** The part of a collection that has a unique index on `key`. */
interface Keyed<D extends OwnedRecord> {
  findOne(filter: { key: string }, options?: { readConcern: 'linearizable' }): Promise<D | null>;
}

/** What a record has beside its owner, its version, and what the store gives it. */
type Content<D extends OwnedRecord> = Omit<D, keyof OwnedRecord>;

/** A record before the store gives it an id. */
type Made<D extends OwnedRecord> = Omit<D, '_id' | 'created'>;

/** What a record holds of the request that created it. */
type CreatedBy = Required<Pick<OwnedRecord, 'key' | 'fingerprint'>>;

/**
 * Stores a record of the user, once for all requests with the same `Idempotency-Key`.
 *
 * @param make makes the record of who owns it. It is not called for a request whose record exists
 * @returns the record; `isReplayed`: as an earlier request has created it, and as it is now
 */
export async function createRecord<D extends OwnedRecord>(
  collection: Insertable<D> & Keyed<D>,
  context: HandlerContext,
  make: (owned: Pick<OwnedRecord, 'ownerId' | 'owner' | 'version'>) => Made<D> | Promise<Made<D>>,
): Promise<{ record: Omit<D, 'created'>; isReplayed: boolean }> {
  const { settings, caller, store, findUser } = context;
  const user = settings.ownership ? caller.user : null;
  const owned = { ownerId: user?.id ?? null, owner: user?.username ?? null, version: 1 };
  const createdBy = identifyCreate(context, owned.ownerId);
  const find = async () => (createdBy ? await findCreated(collection, createdBy) : null);
  // Before anything is made or counted: a repetition costs one look-up, and is refused by no quota.
  const earlier = await find();
  if (earlier) return { record: earlier, isReplayed: true };
  const made = { ...(await make(owned)), ...createdBy };
  await authenticateAgain(findUser, caller);
  for (let tries = 1; ; tries += 1) {
    try {
      const _id = await store.insertNext(collection, made);
      // Spreading a type parameter loses what it is; this is the stored record, whose time nobody needs.
      return { record: { ...made, _id } as unknown as Omit<D, 'created'>, isReplayed: false };
    } catch (error) {
      if (createdBy === undefined || !isDuplicateKey(error)) throw error;
      // Another request has created it meanwhile. If it is gone already, the key is free again.
      const met = await find();
      if (met) return { record: met, isReplayed: true };
      if (tries === 2) throw new ServiceUnavailable(undefined, { cause: error });
    }
  }
}

/** @returns undefined for a request without the header. @param userId null: the key belongs to the deployment */
function identifyCreate(
  { operation, request, sent }: HandlerContext,
  userId: number | null,
): CreatedBy | undefined {
  const { headers, method, path, query } = request;
  const key = headers['idempotency-key'];
  if (!operation.takesKey || typeof key !== 'string') return undefined;
  // The format of the answer does not matter, nor the token of the page that sends a form.
  const parameters = [...query].filter(([name]) => name !== 'format');
  // Before defaults: a default of a later release makes no other request of it.
  const body = isRecord(sent) ? { ...sent, csrfmiddlewaretoken: undefined } : sent;
  return { key: hashOf([userId, key]), fingerprint: hashOf([method, path, parameters, body]) };
}

const hashOf = (values: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(values, sorted), 'base64url');

/** The order of members does not matter. */
function sorted(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns what a request with this key has created. @throws IdempotencyKeyReused when that was another request */
async function findCreated<D extends OwnedRecord>(
  collection: Keyed<D>,
  { key, fingerprint }: CreatedBy,
): Promise<D | null> {
  // MongoDB confirms a linearizable read with a majority, which a new key need not wait for.
  if ((await collection.findOne({ key })) === null) return null;
  const created = await collection.findOne({ key }, { readConcern: 'linearizable' });
  if (created !== null && created.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
  return created;
}

/**
 * @returns the record that the path names. Large fields are loaded where `x-object-fields` names them
 * @throws Error when the path in `openapi.yaml` lacks the `x-object`
 */
export function loadedRecord<D extends OwnedRecord>(
  { collectionName }: Insertable<D>,
  { route: { endpoint }, record }: Pick<HandlerContext, 'route' | 'record'>,
): D {
  if (record === null || endpoint.object !== collectionName)
    throw new Error(
      `openapi.yaml: ${endpoint.path} needs x-object: ${collectionName}, because its handler uses the record.`,
    );
  // The collection names the type of its records.
  return record as unknown as D;
}

/**
 * Replaces fields of the record that the path names, and returns it as it is now.
 *
 * @param make makes them for the record as it was saved last. An empty object only counts the save
 */
export async function replaceRecord<D extends OwnedRecord>(
  collection: Insertable<D>,
  context: HandlerContext,
  make: (current: D) => Partial<Content<D>> | Promise<Partial<Content<D>>>,
): Promise<D> {
  let content: Partial<Content<D>> = {};
  const replaced = await change(collection, context, async (version, current) => {
    content = await make(current);
    await authenticateAgain(context.findUser, context.caller);
    return context.store.replace(collection, version, content);
  });
  return { ...replaced, ...content, version: replaced.version + 1 };
}

/** Deletes the record that the path names. */
export async function deleteRecord<D extends OwnedRecord>(
  collection: Insertable<D>,
  context: HandlerContext,
): Promise<void> {
  // Not in the attempts: they follow one another at once.
  await authenticateAgain(context.findUser, context.caller);
  await change(collection, context, (version) => context.store.remove(collection, version));
}

/** @returns the record as it was when the attempt succeeded */
async function change<D extends OwnedRecord>(
  collection: Insertable<D>,
  context: HandlerContext,
  attempt: (version: Version, current: D) => Promise<boolean>,
): Promise<D> {
  const { route, request } = context;
  const loaded = loadedRecord(collection, context);
  const isConditional = request.headers['if-match'] !== undefined;
  for (let current = loaded; ; ) {
    const { _id, version, ownerId } = current;
    if (await attempt({ _id, version }, current)) return current;
    const record = await route.find({ id: String(_id) }, context.caller);
    if (record === null) throw new NotFound();
    // Another request saved in between. If-Match guards against that; without it the last one wins.
    if (isConditional) throw new PreconditionFailed();
    // It was given to somebody else, after the permission to change it was checked.
    if (record.ownerId !== ownerId) throw new PermissionDenied();
    current = loadedRecord(collection, { route, record });
  }
}
