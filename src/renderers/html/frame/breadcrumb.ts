/** The links from the root to a page. */
import type { Specification } from '../../../contract/specification.js';
import type { FindPath } from '../../../pipeline/routing/locate.js';
import type { PageRequest } from '../page-request.js';
import { defaultListUrl } from '../records/list-url.js';
import { headingOf, nameOfRecord } from '../records/names.js';

export interface Step {
  readonly name: string;
  readonly path: string;
}

/**
 * Every prefix of the path that answers GET, and the path itself, which has the name of its record.
 *
 * @param shown the representation on the page
 * @param deepest the most segments of an endpoint: looking up each prefix of a longer path would take quadratic time
 */
export function breadcrumbOf(
  { path, record, answer }: PageRequest,
  shown: Readonly<Record<string, unknown>>,
  { findPath, specification, deepest }: { findPath: FindPath; specification: Specification; deepest: number },
): Step[] {
  const named = record ?? (answer.status < 400 ? shown : {});
  return prefixesOf(path, deepest).flatMap((prefix) => {
    const found = findPath(prefix);
    if (!found || (prefix !== path && !found.endpoint.operations.has('get'))) return [];
    const { endpoint, pathParameters } = found;
    const heading = headingOf(endpoint, pathParameters);
    if (prefix !== path) return [{ path: defaultListUrl(endpoint, prefix), name: heading }];
    return [{ path, name: nameOfRecord(named, endpoint, pathParameters, specification) ?? heading }];
  });
}

/** Those that end with a slash. */
function prefixesOf(path: string, most: number): string[] {
  const prefixes: string[] = [];
  for (let end = path.indexOf('/'); end >= 0 && prefixes.length < most; end = path.indexOf('/', end + 1))
    prefixes.push(path.slice(0, end + 1));
  return prefixes;
}
