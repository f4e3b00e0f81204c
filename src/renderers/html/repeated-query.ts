/** The query of a page as its links repeat it: without what the service ignores, so that a page does not multiply it. */
import type { ApiRequest } from '../../pipeline/api-request.js';

/** @returns the parameters that the operation declares, each once: the last value, as the answer was made from it */
export function repeatedQuery({ endpoint, query }: ApiRequest): URLSearchParams {
  const declared = endpoint?.operations.get('get')?.parameters ?? [];
  return new URLSearchParams(
    declared.flatMap(({ name, in: place }) => {
      const value = place === 'query' ? query.getAll(name).at(-1) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @returns a path and query; the path alone without parameters */
export function targetWith(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}
