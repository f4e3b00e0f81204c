/** Checks `If-Match` on a method that changes the record (RFC 9110, 13.2.1). */
import type { Operation } from '../../contract/contract.js';
import { PreconditionFailed } from '../../errors/index.js';
import type { ApiRequest } from '../request/api-request.js';
import type { LoadedRecord } from '../request/found.js';
import { etagOf, matchesStrongly } from './etag.js';

/** @throws PreconditionFailed */
export function checkPreconditions(
  { headers }: ApiRequest,
  { method }: Operation,
  record: LoadedRecord | null,
): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || record === null || method === 'get') return;
  const { version } = record;
  if (!matchesStrongly(ifMatch, version === undefined ? undefined : etagOf({ version })))
    throw new PreconditionFailed();
}
