/** The quotas of a deployment: how many snippets and bytes a user may store (QUOTA_SNIPPETS, QUOTA_BYTES). */
import type { Settings } from '../config/settings.js';
import { QuotaReached } from '../errors/index.js';
import type { Log } from '../observability/log.js';
import { makeShareRuns } from '../scheduling/share-runs.js';
import type { Store } from '../store/store.js';
import { isStoreUnavailable } from '../store/store-unavailable.js';
import { startCounting, stopCounting, type Usage } from '../store/usage.js';

/**
 * Makes a change of what a user has stored, and counts it.
 *
 * @param ownerId null: snippets without an owner count for nobody
 * @param change negative for what becomes less, which is always allowed
 * @param make returns whether the change was made
 * @returns what `make` returned
 * @throws QuotaReached before anything is changed
 */
export type Quota = (ownerId: number | null, change: Usage, make: () => Promise<boolean>) => Promise<boolean>;

export function makeQuota(
  { quotaSnippets, quotaBytes }: Pick<Settings, 'quotaSnippets' | 'quotaBytes'>,
  store: Store,
  log: Log,
): Quota {
  if (quotaSnippets === undefined && quotaBytes === undefined) {
    // Nobody counts now. Later quotas begin with what is stored then.
    store.ready.then(() => stopCounting(store)).catch(() => undefined);
    return (_ownerId, _change, make) => make();
  }

  /** Reads all snippets of a user who has no counter yet: once for all requests that wait. */
  const shareCounting = makeShareRuns<void>();

  /** Takes the room before the change is made, so that requests at the same time cannot exceed a limit together. */
  async function take(_id: number, change: Usage): Promise<void> {
    const room = {
      ...(quotaSnippets !== undefined &&
        change.snippets > 0 && { snippets: { $lte: quotaSnippets - change.snippets } }),
      ...(quotaBytes !== undefined && change.bytes > 0 && { bytes: { $lte: quotaBytes - change.bytes } }),
    };
    const { matchedCount } = await store.usage.updateOne({ _id, ...room }, { $inc: change });
    if (matchedCount === 0) throw reached(change, (await store.usage.findOne({ _id }))?.snippets ?? 0);
  }

  function reached({ snippets }: Usage, stored: number): QuotaReached {
    if (quotaBytes === undefined || (quotaSnippets !== undefined && stored + snippets > quotaSnippets))
      return new QuotaReached(quotaSnippets ?? 0, 'snippets');
    return new QuotaReached(quotaBytes, 'bytes');
  }

  /** The change is made already, so a failure is only logged. */
  async function correct(_id: number, { snippets, bytes }: Usage, sign: 1 | -1): Promise<void> {
    try {
      await store.usage.updateOne({ _id }, { $inc: { snippets: sign * snippets, bytes: sign * bytes } });
    } catch (error) {
      log.warn(
        { err: error, user: _id },
        'what a user has stored is counted too high: check --repair counts again',
      );
    }
  }

  return async function count(ownerId, change, make) {
    if (ownerId === null || (change.snippets === 0 && change.bytes === 0)) return make();
    if (!(await store.usage.findOne({ _id: ownerId })))
      await shareCounting(String(ownerId), () => startCounting(store, ownerId));
    if (change.bytes < 0) {
      const isMade = await make();
      if (isMade) await correct(ownerId, change, 1);
      return isMade;
    }
    await take(ownerId, change);
    try {
      const isMade = await make();
      if (!isMade) await correct(ownerId, change, -1);
      return isMade;
    } catch (error) {
      // Whether a write happened that the store did not answer, nobody knows.
      if (!isStoreUnavailable(error)) await correct(ownerId, change, -1);
      throw error;
    }
  };
}
