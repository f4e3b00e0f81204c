/** The endpoints below the path of a record, such as `/snippets/{id}/raw/`. */
import type { Endpoint } from '../../../contract/contract.js';
import type { LocatedPageRequest } from '../page-request.js';

/** @returns none for a list, because the paths below it are those of its items */
export function endpointsBelow(
  { endpoint, record }: LocatedPageRequest,
  endpoints: readonly Endpoint[],
): readonly Endpoint[] {
  if (!record) return [];
  return endpoints.filter(({ path }) => {
    const rest = path.slice(endpoint.path.length);
    // A further parameter would need a value that this page does not have.
    return rest !== '' && path.startsWith(endpoint.path) && !rest.includes('{');
  });
}

/** The path of an endpoint below that of the request. */
export function pathBelow({ endpoint, path: page }: LocatedPageRequest, { path }: Endpoint): string {
  return page + path.slice(endpoint.path.length);
}
