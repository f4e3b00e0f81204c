/** The endpoints whose paths lie below that of a resource: its parts, and what can be done with it. */
import type { Endpoint } from '../../../contract/contract.js';
import type { LocatedRequest } from '../../../pipeline/phases.js';

/** @returns none where the path names no record: the paths below a list are its items, not its parts */
export function endpointsBelow(
  { endpoint, object }: LocatedRequest,
  endpoints: readonly Endpoint[],
): readonly Endpoint[] {
  if (!object) return [];
  return endpoints.filter(({ path }) => {
    const rest = path.slice(endpoint.path.length);
    // A further parameter would need a value that this page does not have.
    return rest !== '' && path.startsWith(endpoint.path) && !rest.includes('{');
  });
}

/** The path of an endpoint below that of the request. */
export function pathBelow({ endpoint, ctx }: LocatedRequest, { path }: Endpoint): string {
  return ctx.path + path.slice(endpoint.path.length);
}
