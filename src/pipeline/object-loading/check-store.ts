/** Refuses requests when a newer release has upgraded the store: this process would read and write it wrongly. */
import type { Endpoint } from '../../contract/contract.js';
import { isReadOnly } from '../../extension/permission.js';
import type { Store } from '../../store/store.js';

/** @returns undefined when nothing has to be waited for. The promise rejects when the store is refused */
export function checkStore(
  { schema }: Pick<Store, 'schema'>,
  endpoint: Endpoint,
  method: string,
): Promise<void> | undefined {
  const isWrite = !isReadOnly(method);
  // Other paths (health, specification, explorer) work without the store.
  const reading = isWrite || endpoint.schemes.length > 0 ? schema.check() : undefined;
  if (reading === undefined || isWrite || endpoint.object !== undefined || schema.isRefused) return reading;
  // Older forms of lists and roots can be read beside newer ones, so these need not wait for an answer.
  reading.catch(() => undefined);
  return undefined;
}
