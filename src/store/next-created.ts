/** The time of a new snippet: not before that of an older one of this process, even when a clock was set back. */
import { makeShareRuns, type ShareRuns } from '../scheduling/share-runs.js';
import type { Collections } from './definitions.js';

type Snippets = Collections['snippets'];

/** What this process knows of the newest snippet. */
interface Newest {
  readonly share: ShareRuns<void>;
  /** Milliseconds since 1970. */
  time: number;
  /** When the store was asked, on the clock of this process. */
  askedAt: number;
}

/**
 * Of many creates within this time only one asks the store. So a new snippet may be older, by at most as many
 * milliseconds, than one that another process has just stored.
 */
const GOOD_FOR_MS = 20;

const known = new WeakMap<Snippets, Newest>();

/**
 * Readers of a list go by `created`. They would miss a new snippet that is older than one that they have already seen.
 * Call it just before the snippet is stored.
 */
export async function nextCreated(
  { snippets }: Pick<Collections, 'snippets'>,
  now: () => number = Date.now,
): Promise<Date> {
  const newest = known.get(snippets) ?? {
    share: makeShareRuns(),
    time: 0,
    askedAt: Number.NEGATIVE_INFINITY,
  };
  known.set(snippets, newest);
  if (performance.now() - newest.askedAt >= GOOD_FOR_MS)
    await newest.share('newest', () => ask(snippets, newest));
  newest.time = Math.max(now(), newest.time);
  return new Date(newest.time);
}

async function ask(snippets: Snippets, newest: Newest): Promise<void> {
  const askedAt = performance.now();
  const sort = { created: -1, _id: -1 } as const;
  const found = await snippets.findOne({}, { sort, projection: { created: 1 } });
  newest.time = Math.max(newest.time, found?.created.getTime() ?? 0);
  newest.askedAt = askedAt;
}
