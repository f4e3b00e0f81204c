/** The query of a page as it was answered. Links repeat it without what the service ignores, so that a page does not multiply it. */
import type { ApiRequest } from '../../pipeline/api-request.js';

/** A page has a dozen links, and a query may have thousands of parameters. */
const known = new WeakMap<ApiRequest, URLSearchParams>();

/**
 * @returns a copy with the parameters that the operation declares, each once: the last value, as the answer was made
 *   from it
 */
export function repeatedQuery(request: ApiRequest): URLSearchParams {
  let repeated = known.get(request);
  if (repeated === undefined) {
    repeated = declaredIn(request);
    known.set(request, repeated);
  }
  return new URLSearchParams(repeated);
}

function declaredIn({ endpoint, query }: ApiRequest): URLSearchParams {
  const declared = endpoint?.operations.get('get')?.parameters ?? [];
  const given = new Map(query);
  return new URLSearchParams(
    declared.flatMap(({ name, in: place }) => {
      const value = place === 'query' ? given.get(name) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @returns a path and query; the path alone without parameters */
export function targetWith(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}
