/** Migrates schema version 1 to 2: gives `words` to snippets that were stored before the search existed. */
import { byId } from '../by-id.js';
import type { Collections } from '../definitions.js';
import { wordsOf } from '../words.js';

const NEEDED = { title: 1, code: 1, version: 1, words: 1 } as const;

export async function addWords({ snippets }: Pick<Collections, 'snippets'>): Promise<void> {
  const all = byId((after, limit) =>
    snippets.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection: NEEDED }).toArray(),
  );
  for await (const { _id, version, title, code, words } of all) {
    // Another process that is starting has already done this one.
    if (words !== undefined) continue;
    // The version, and so the ETag, stays. A save of the snippet in the meantime writes its own words.
    await snippets.updateOne({ _id, version }, { $set: { words: wordsOf(title, code) } });
  }
}
