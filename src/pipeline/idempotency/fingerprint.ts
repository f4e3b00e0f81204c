/** What makes two requests with one `Idempotency-Key` the same: method, path, validated values and `If-Match`. */
import { createHash } from 'node:crypto';
import type { ValidRequest } from '../phases.js';

/** The order of the members of a body, its media type and the format of the answer do not matter. */
export function fingerprintOf({ operation, endpoint, input, headers }: ValidRequest): string {
  const { path, query } = input.parameters;
  const same = [
    operation.method,
    endpoint.path,
    path,
    query,
    input.body ?? null,
    headers['if-match'] ?? null,
  ];
  return digest(same);
}

/** @param values anything that JSON holds */
export function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values, sorted)).digest('base64url');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
