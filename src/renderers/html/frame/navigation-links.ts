/** The links in the header: to the search and to the form for a new resource, of the nearest list. */
import type { Endpoint } from '../../../contract/contract.js';
import { createUrl, defaultListUrl } from '../records/list-url.js';

export interface NavigationLink {
  /** An IANA link relation. */
  readonly rel: 'search' | 'create-form';
  readonly name: 'Search' | 'New';
  readonly href: string;
  /** The list. */
  readonly endpoint: Endpoint;
}

/** @returns the links on the page of a path */
export function findNavigationLinks(
  endpoints: readonly Endpoint[],
): (path: string) => readonly NavigationLink[] {
  const lists = endpoints.filter(({ path, browsable }) => browsable && !path.includes('{'));
  const searches = lists
    .filter(({ operations }) =>
      operations.get('get')?.parameters.some((parameter) => parameter['x-filter'] === 'search'),
    )
    .map((endpoint): NavigationLink => {
      const href = `${defaultListUrl(endpoint, endpoint.path)}#search`;
      return { rel: 'search', name: 'Search', href, endpoint };
    });
  const forms = lists
    .filter(({ operations }) => {
      const post = operations.get('post');
      return operations.has('get') && post && Object.keys(post.content).length > 0;
    })
    .map((endpoint): NavigationLink => {
      return { rel: 'create-form', name: 'New', href: createUrl(endpoint.path), endpoint };
    });
  return (path) =>
    [searches, forms].flatMap((links) => {
      const nearest = links.find(({ endpoint }) => path.startsWith(endpoint.path)) ?? links[0];
      return nearest ? [nearest] : [];
    });
}
