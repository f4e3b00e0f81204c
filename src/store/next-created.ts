/** The time of a new snippet: never before that of an older one, also when a clock was set back. */
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

/** Of many creates one asks the store. What another process stores in these milliseconds may be as much newer. */
const GOOD_FOR_MS = 20;

const known = new WeakMap<Snippets, Newest>();

/**
 * A list is read in the order of `created`. A new snippet before those that a reader has already seen would be missed.
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
