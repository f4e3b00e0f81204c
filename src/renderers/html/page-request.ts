/** The method and the query of a page, and URLs with the same query. */
import type { ApiRequest } from '../../pipeline/api-request.js';

/** A page has a dozen links, and a query may have thousands of parameters. */
const known = new WeakMap<ApiRequest, URLSearchParams>();

/**
 * The query without the parameters that the service ignores, so that the links of a page do not repeat these.
 *
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

/** The method whose page is made: for HEAD it is GET, so that their headers are the same (RFC 9110, 9.3.2). */
export function shownMethod({ method }: Pick<ApiRequest, 'method'>): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** The URL of the same resource in another format. */
export function inFormat(request: ApiRequest, format: string): string {
  const asked = repeatedQuery(request);
  asked.set('format', format);
  return targetWith(request.ctx.path, asked);
}
