/** The time of a new snippet: never before that of an older one, also when a clock was set back. */
import { makeShareRuns, type ShareRuns } from '../scheduling/share-runs.js';
import type { Collections } from './definitions.js';

type Snippets = Collections['snippets'];

const shared = new WeakMap<Snippets, ShareRuns<number>>();

/**
 * A list is read in the order of `created`. A new snippet before those that a reader has already seen would be missed.
 * Call it just before the snippet is stored.
 */
export async function nextCreated(
  { snippets }: Pick<Collections, 'snippets'>,
  now: () => number = Date.now,
): Promise<Date> {
  const share = shared.get(snippets) ?? makeShareRuns<number>();
  shared.set(snippets, share);
  const newest = await share('newest', () => readNewest(snippets));
  return new Date(Math.max(now(), newest));
}

async function readNewest(snippets: Snippets): Promise<number> {
  const sort = { created: -1, _id: -1 } as const;
  const newest = await snippets.findOne({}, { sort, projection: { created: 1 } });
  return newest?.created.getTime() ?? 0;
}
