/** Counts what each user has stored, for quotas. A counter that is missing is made again from the snippets. */
import { texts } from '#generated/server/marks.gen.js';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.js';
import { insertOnce } from './duplicate-key.js';
import { idsByOwner } from './ids-by-owner.js';
import type { SnippetRecord, UsageRecord } from './records.js';
import type { Store } from './store.js';

export type Usage = Omit<UsageRecord, '_id'>;

type TextField = (typeof texts.SnippetInput)[number];

/** The texts of a snippet whose bytes count. */
const TEXTS = Object.fromEntries(texts.SnippetInput.map((name) => [name, 1])) as Record<TextField, 1>;

/** What a snippet counts: the bytes of its texts in UTF-8. */
export function usageOf(snippet: Pick<SnippetRecord, TextField>): Usage {
  return {
    snippets: 1,
    bytes: texts.SnippetInput.reduce((bytes, name) => bytes + Buffer.byteLength(snippet[name] ?? ''), 0),
  };
}

/** Few enough snippets to hold in memory even if each has the maximum size. */
const BATCH = 10;

/** Reads all snippets of a user. */
export async function countUsage(
  store: Pick<Store, 'snippets' | 'readMany'>,
  ownerId: number,
): Promise<Usage> {
  const usage = { snippets: 0, bytes: 0 };
  const ids = (await idsByOwner(store, ownerId, ownerId)).get(ownerId) ?? [];
  for (let i = 0; i < ids.length; i += BATCH) {
    await yieldToEventLoop();
    const filter = { _id: { $in: ids.slice(i, i + BATCH) } };
    for (const snippet of await store.snippets.find(filter, { projection: TEXTS }).toArray()) {
      usage.snippets += 1;
      usage.bytes += usageOf(snippet).bytes;
    }
  }
  return usage;
}

/** Call it before the first change that is counted: the counter then holds what was stored before. */
export async function startCounting(
  store: Pick<Store, 'snippets' | 'usage' | 'readMany'>,
  userId: number,
): Promise<void> {
  if (await store.usage.findOne({ _id: userId })) return;
  await insertOnce(store.usage, { _id: userId, ...(await countUsage(store, userId)) });
}

/**
 * Deletes counters. Call it where snippets change without being counted. A change that is under way meanwhile may be
 * counted for nobody.
 *
 * @param userIds whose counters; default: those of all users
 */
export async function stopCounting(
  { usage }: Pick<Store, 'usage'>,
  userIds?: readonly number[],
): Promise<void> {
  const whose = { _id: userIds === undefined ? { $gt: 0 } : { $in: [...userIds] } };
  if (await usage.findOne(whose)) await usage.deleteMany(whose);
}
