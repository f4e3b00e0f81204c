/**
 * What each user has stored, for quotas. It is kept only while the service has a quota: the start that first sees one
 * counts. On the embedded store it changes with its snippet. On MongoDB it changes after it, so that a crash in between
 * leaves it wrong: `check --repair` counts anew.
 */
import type { Collections } from './definitions.js';
import { insertOnce } from './errors.js';

/** The record in `meta` that exists while usage is kept. */
export const KEPT = { _id: 'usage' } as const;

/** What makes the records of `usage` anew from the snippets. */
type Count = () => Promise<unknown>;

/**
 * @param isWanted whether there is a quota; undefined: a command leaves it as it is
 * @returns whether usage is kept
 */
export async function prepareUsage(
  { meta, usage }: Pick<Collections, 'meta' | 'usage'>,
  isWanted: boolean | undefined,
  count: Count,
): Promise<boolean> {
  const isKept = (await meta.findOne(KEPT)) !== null;
  if (isWanted === undefined || isWanted === isKept) return isKept;
  if (!isWanted) await meta.deleteOne(KEPT);
  await usage.deleteMany({});
  if (!isWanted) return false;
  await count();
  await insertOnce(meta, { ...KEPT, value: true });
  return true;
}
