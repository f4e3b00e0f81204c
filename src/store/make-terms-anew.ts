/** Makes what searches and narrowed lists look up anew, from the text of each snippet. */
import type { Collections } from './definitions.js';
import { termsOf } from './terms.js';

/** Saves that share a write. */
const BATCH = 16;

/** @returns how many snippets were looked at */
export async function makeTermsAnew({ snippets }: Pick<Collections, 'snippets'>): Promise<number> {
  const projection = { markup: 0, excerpt: 0 } as const;
  let [after, made] = [0, 0];
  for (;;) {
    const batch = await snippets
      .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: BATCH, projection })
      .toArray();
    await Promise.all(
      batch.map((snippet) => {
        const { _id, version } = snippet;
        // A save in the meantime has another version, and its own terms.
        return snippets.updateOne({ _id, version }, { $set: { terms: termsOf(snippet) } });
      }),
    );
    made += batch.length;
    const last = batch.at(-1);
    if (last === undefined) return made;
    after = last._id;
  }
}
