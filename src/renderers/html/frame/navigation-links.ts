/** The links in the header: to the search and to the form for a new resource, of the nearest list. */
import type { Endpoint } from '../../../contract/contract.js';
import { defaultListUrl } from '../records/list-url.js';

export interface NavigationLink {
  /** An IANA link relation. */
  readonly rel: 'search' | 'create-form';
  readonly name: 'Search' | 'New';
  /** Path and fragment, which is the id of the form. */
  readonly href: string;
  /** The list. */
  readonly endpoint: Endpoint;
}

/** @returns the links on the page of a path */
export function findNavigationLinks(
  endpoints: readonly Endpoint[],
): (path: string) => readonly NavigationLink[] {
  const lists = endpoints.filter(({ path, browsable }) => browsable && !path.includes('{'));
  const searched = lists.filter(({ operations }) =>
    operations.get('get')?.parameters.some((parameter) => parameter['x-filter'] === 'search'),
  );
  const creating = lists.filter(({ operations }) => {
    const post = operations.get('post');
    return operations.has('get') && post && Object.keys(post.content).length > 0;
  });
  return (path) => {
    const nearest = (from: readonly Endpoint[]) => from.find((list) => path.startsWith(list.path)) ?? from[0];
    const [search, create] = [nearest(searched), nearest(creating)];
    return [
      ...(search
        ? [
            {
              rel: 'search',
              name: 'Search',
              href: `${defaultListUrl(search, search.path)}#search`,
              endpoint: search,
            } as const,
          ]
        : []),
      ...(create
        ? [
            {
              rel: 'create-form',
              name: 'New',
              href: `${defaultListUrl(create, create.path)}#form-post`,
              endpoint: create,
            } as const,
          ]
        : []),
    ];
  };
}
