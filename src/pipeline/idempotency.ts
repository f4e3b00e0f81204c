/** Creates once what a client may ask for several times: the created record holds the `Idempotency-Key` of its request. */
import { createHash } from 'node:crypto';
import { IdempotencyKeyReused } from '../errors/index.js';
import { isRecord } from '../is-record.js';
import type { OwnedRecord } from '../store/records.js';
import type { ApiRequest } from './api-request.js';

/** What a record holds of the request that created it. */
export type CreatedBy = Required<Pick<OwnedRecord, 'key' | 'fingerprint'>>;

/**
 * @param userId null: the key belongs to the deployment
 * @param sent the parsed body, before defaults, so that a default of a later release makes no other request of it
 * @returns undefined for a request without the header
 */
export function identifyCreate(
  { headers, method, path, query }: ApiRequest,
  userId: number | null,
  sent: unknown,
): CreatedBy | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  // The format of the answer does not matter, nor the token of the page that sends a form.
  const parameters = [...query].filter(([name]) => name !== 'format');
  const body = isRecord(sent) ? { ...sent, csrfmiddlewaretoken: undefined } : sent;
  return { key: hashOf([userId, key]), fingerprint: hashOf([method, path, parameters, body]) };
}

function hashOf(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values, sorted)).digest('base64url');
}

/** The order of members does not matter. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The part of a collection that has a unique index on `key`. */
export interface Keyed<D extends OwnedRecord> {
  findOne(filter: { key: string }, options?: { readConcern: 'linearizable' }): Promise<D | null>;
}

/** @returns what a request with this key has created. @throws IdempotencyKeyReused when that was another request */
export async function findCreated<D extends OwnedRecord>(
  collection: Keyed<D>,
  { key, fingerprint }: CreatedBy,
): Promise<D | null> {
  // MongoDB confirms a linearizable read with a majority, which a new key need not wait for.
  if ((await collection.findOne({ key })) === null) return null;
  const created = await collection.findOne({ key }, { readConcern: 'linearizable' });
  if (created !== null && created.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
  return created;
}
