/** Gives all snippets the words that a search finds now: versions 2 (there are words) and 3 (parts of names too). */
import { byId } from '../by-id.js';
import type { Collections } from '../definitions.js';
import { indexWordsOf } from '../words.js';

const NEEDED = { title: 1, code: 1, version: 1, words: 1 } as const;

export async function storeWords({ snippets }: Pick<Collections, 'snippets'>): Promise<void> {
  const all = byId((after, limit) =>
    snippets.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection: NEEDED }).toArray(),
  );
  for await (const { _id, version, title, code, words: found } of all) {
    const words = indexWordsOf(title, code);
    // Another process that is starting has already done this one.
    if (found?.length === words.length && words.every((word, i) => word === found[i])) continue;
    // The version, and so the ETag, stays. A save of the snippet in the meantime writes its own words.
    await snippets.updateOne({ _id, version }, { $set: { words } });
  }
}
