/** The newest snippets, of everybody or of one user, as rows. */
import type { Contract } from '../../../contract/contract.js';
import { textOfExcerpt } from '../../../highlighting/excerpt.js';
import type { Store } from '../../../store/store.js';
import type { Html } from '../html.js';
import { makeMarker } from '../lists/mark-words.js';
import { rowsView } from '../lists/rows-view.js';
import { linksOf } from '../records/links.js';
import { labelsOf, rowOf } from '../records/names.js';

export interface NewestDeps {
  readonly store: Pick<Store, 'snippets' | 'readMany'>;
  readonly contract: Contract;
}

/** Their rows, and how many they are. */
export interface Newest {
  readonly rows: Html;
  readonly count: number;
}

/** @returns shows at most `limit` snippets. `details` names the members that the rows show beside the age */
export function makeNewest({ store, contract }: NewestDeps) {
  const { endpoints, specification } = contract;
  const list = endpoints.find(({ name }) => name === 'snippets:list');
  const operation = list?.operations.get('get');
  const row = list && rowOf(list, specification);

  return async function newest(
    filter: { readonly ownerId?: number },
    limit: number,
    details: readonly string[] = row?.details ?? [],
  ): Promise<Newest> {
    const projection = { title: 1, excerpt: 1, language: 1, created: 1, owner: 1 } as const;
    const found = await store.readMany(store.snippets, filter, { sort: { _id: -1 }, limit, projection });
    const rows = rowsView({
      items: found.map(({ _id, ...snippet }) => ({
        id: _id,
        ...snippet,
        get code() {
          return textOfExcerpt(snippet.excerpt);
        },
      })),
      row: { name: [], excerpts: [], times: [], ...row, details },
      linkOf: linksOf(operation, contract, () => true),
      headingAt: (path) => `Snippet ${/\d+/.exec(path)?.[0]}`,
      mark: makeMarker(''),
      labelOf: labelsOf(operation, specification),
    });
    return { rows, count: found.length };
  };
}
