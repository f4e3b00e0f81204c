/**
 * The claims on keys, in a collection of their own, so that they hold across processes and restarts. A claim notes id
 * and time of the record before it is stored. An id is given once, so a second run of the request stores it no more.
 */
import { IdempotencyKeyReused, StillRunning } from '../../errors/index.js';
import type { Services } from '../../services.js';
import { type IdempotencyKeyRecord, isDuplicateKey, nextId } from '../../store/index.js';
import { stillHolds } from '../../store/stored-time.js';
import { isOfDeadProcess, newLease } from './claimant.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A lease ends by itself, so that a key is usable again after the machine of its request has crashed. */
const LEASE_MS = 10_000;
/** Live keys of one user. Beyond them the oldest ends: a client that repeats a request does so much sooner. */
const MOST_KEYS = 2_000;
/** Counting them costs some milliseconds, so one new key in fifty does it. */
const ENDED_EACH_TIME = 0.02;
/** Seconds. */
const RETRY_AFTER = 1;

/** A claim that this request holds, or one whose request was answered. */
export type Claim = Pick<IdempotencyKeyRecord, '_id' | 'lease' | 'recordId' | 'recordCreated' | 'isDone'> & {
  /** No other run of the request came before. */
  readonly isFirstRun: boolean;
};

/** A collection with integer ids. */
export type Numbered = Parameters<typeof nextId>[1];

export interface Claims {
  /**
   * @param id names user and key
   * @param userId null: the key belongs to the deployment
   * @param creates the collection of the record that the request creates
   * @throws StillRunning, IdempotencyKeyReused
   */
  take(id: string, userId: number | null, fingerprint: string, creates: Numbered): Promise<Claim>;
  /** The request is answered: its repetitions get the same answer. A failure is logged, and the next run finds out. */
  finish(claim: Claim): Promise<void>;
  /** Nothing was done, so the key may be used again at once. */
  free(claim: Claim): Promise<void>;
  /** What was done is not known; the next request with the key finds out. */
  release(claim: Pick<Claim, '_id' | 'lease'>): Promise<void>;
}

export function makeClaims(
  { store, log }: Pick<Services, 'store' | 'log'>,
  random: () => number = Math.random,
): Claims {
  const keys = store.idempotencyKeys;
  /** Leases that this process is about to end: its clients need not wait until the store has noted that. */
  const ending = new Set<string>();

  const lend = () => ({ lease: newLease(), leaseUntil: new Date(Date.now() + LEASE_MS) });
  const isHeld = ({ lease, leaseUntil }: IdempotencyKeyRecord) =>
    stillHolds(leaseUntil, LEASE_MS) && !ending.has(lease) && !isOfDeadProcess(lease);

  async function take(
    _id: string,
    userId: number | null,
    fingerprint: string,
    creates: Numbered,
  ): Promise<Claim> {
    for (let wasTaken = false; ; wasTaken = true) {
      const found = await keys.findOne({ _id });
      if (found !== null && found.expiresAt.getTime() > Date.now()) {
        if (found.fingerprint !== fingerprint) throw new IdempotencyKeyReused();
        if (found.isDone) return { ...found, isFirstRun: false };
        if (isHeld(found)) throw new StillRunning(RETRY_AFTER);
        const taken = await takeOver(found);
        if (taken) return taken;
      } else {
        if (found !== null) await keys.deleteOne({ _id, lease: found.lease });
        const { _id: recordId, created: recordCreated } = await nextId(store, creates);
        const inserted = await insert({ _id, userId, fingerprint, recordId, recordCreated });
        if (inserted) return inserted;
        // The other claim is not visible until a majority of the members has it.
        if (wasTaken) throw new StillRunning(RETRY_AFTER);
      }
    }
  }

  /** @returns undefined when another request has claimed the key meanwhile */
  async function insert(
    claimed: Pick<IdempotencyKeyRecord, '_id' | 'userId' | 'fingerprint' | 'recordId' | 'recordCreated'>,
  ): Promise<Claim | undefined> {
    const expiresAt = new Date(Date.now() + KEPT_MS);
    const record = { ...claimed, expiresAt, isDone: false, ...lend() };
    try {
      await store.insertExpiring(keys, record, KEPT_MS);
      if (random() < ENDED_EACH_TIME) await endOldest(record.userId);
      return { ...record, isFirstRun: true };
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      // The store may have claimed the key all the same, and nobody would know of it.
      void release(record);
      throw error;
    }
  }

  /** The newest keys of a user stay, so that what is stored for one has a bound. */
  async function endOldest(userId: number | null): Promise<void> {
    const all = await keys.find({ userId }, { projection: { expiresAt: 1, isDone: 1 } }).toArray();
    const beyond = all
      .toSorted((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
      .slice(MOST_KEYS)
      .filter(({ isDone }) => isDone)
      .map(({ _id }) => _id);
    if (beyond.length > 0) await keys.deleteMany({ _id: { $in: beyond } });
  }

  /** @returns undefined when another request has taken the claim over meanwhile */
  async function takeOver({ _id, lease }: IdempotencyKeyRecord): Promise<Claim | undefined> {
    const change = lend();
    try {
      const taken = await keys.findOneAndUpdate(
        { _id, lease },
        { $set: change },
        { returnDocument: 'after' },
      );
      return taken ? { ...taken, isFirstRun: false } : undefined;
    } catch (error) {
      void release({ _id, lease: change.lease });
      throw error;
    }
  }

  async function settle(claim: Claim, change: () => Promise<unknown>): Promise<void> {
    try {
      await change();
    } catch (error) {
      log.debug({ err: error }, 'the end of a request with an Idempotency-Key is not noted');
      void release(claim);
    }
  }

  async function release({ _id, lease }: Pick<Claim, '_id' | 'lease'>): Promise<void> {
    ending.add(lease);
    setTimeout(() => ending.delete(lease), LEASE_MS).unref();
    try {
      await keys.updateOne({ _id, lease }, { $set: { leaseUntil: new Date(0) } });
    } catch (error) {
      // Other processes answer 409 until the lease ends by itself.
      log.debug({ err: error }, 'the lease of an Idempotency-Key could not be ended');
    }
  }

  return {
    take,
    finish: (claim) =>
      settle(claim, () => keys.updateOne({ _id: claim._id, lease: claim.lease }, { $set: { isDone: true } })),
    free: (claim) => settle(claim, () => keys.deleteOne({ _id: claim._id, lease: claim.lease })),
    release,
  };
}
