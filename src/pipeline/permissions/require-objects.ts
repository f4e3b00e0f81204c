/** Refuses to start where an object permission could never be checked. */
import type { Endpoint } from '../../contract/contract.js';
import { permissions } from './permissions.js';

/** @throws Error for a path with an object permission and no `x-object`: the permission would protect nothing */
export function requireObjects(endpoints: readonly Endpoint[]): void {
  for (const endpoint of endpoints) {
    if (endpoint.object !== undefined) continue;
    const unchecked = endpoint.permissions.find((name) => permissions[name]?.allowsObject);
    if (unchecked === undefined) continue;
    throw new Error(
      `openapi.yaml: ${endpoint.path} has the object permission ${unchecked} and no x-object. ` +
        'Add x-object with the collection whose record {id} names, so that the permission is checked.',
    );
  }
}
