/** What makes two requests with one `Idempotency-Key` the same: method, path and validated values. */
import { createHash } from 'node:crypto';
import type { Endpoint, Operation } from '../../contract/contract.js';
import type { ValidInput } from '../request/found.js';

/** The order of the members of a body, its media type and the format of the answer do not matter. */
export function fingerprintOf(
  { method }: Operation,
  { path }: Endpoint,
  { parameters, body }: ValidInput,
): string {
  return digest([method, path, parameters.path, parameters.query, body ?? null]);
}

/** @param values anything that JSON holds */
export function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values, sorted)).digest('base64url');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
