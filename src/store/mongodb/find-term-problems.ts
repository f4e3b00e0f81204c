/** Compares the terms of each snippet, which MongoDB's index is made of, with its text. */
import { byId } from '../by-id.js';
import type { Collections } from '../definitions.js';
import type { Problem } from '../store.js';
import { termsOf } from '../terms.js';

export async function* findTermProblems({
  snippets,
}: Pick<Collections, 'snippets'>): AsyncGenerator<Problem> {
  const projection = { highlightedGzip: 0, excerpt: 0 } as const;
  const all = byId((after, limit) =>
    snippets.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection }).toArray(),
  );
  for await (const snippet of all) {
    const { _id, version } = snippet;
    const terms = termsOf(snippet);
    if (isSameList(terms, snippet.terms ?? [])) continue;
    yield {
      collection: 'snippets',
      id: _id,
      problem:
        'its terms are not those of its text, so searches miss it. To make them anew: snippet-store upgrade',
      // A save in the meantime has another version, and its own terms.
      repair: async () =>
        (await snippets.updateOne({ _id, version }, { $set: { terms } })).matchedCount === 1,
    };
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((term, i) => term === other[i]);
}
