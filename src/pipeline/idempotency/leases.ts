/** A lease on a claim: it ends by itself, so that a key is usable again after the process of its request has crashed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IdempotencyKeyRecord, isDuplicateKey } from '../../store/index.js';
import type { Services } from '../services.js';

const LEASE_MS = 10_000;
/** Between two attempts to end a lease while the store is away. */
const PAUSE_MS = 500;

export interface Lease {
  /** Of the claim. */
  readonly id: string;
  readonly lease: string;
}

export interface Leases {
  /** Inserts a claim with a lease. @returns undefined when another request has claimed the key meanwhile */
  insert(
    claim: Omit<IdempotencyKeyRecord, 'lease' | 'leaseUntil'>,
  ): Promise<IdempotencyKeyRecord | undefined>;
  /** Gives a claim a new lease. @returns undefined when another request has done so meanwhile */
  takeOver(claim: IdempotencyKeyRecord): Promise<IdempotencyKeyRecord | undefined>;
  isHeld(claim: IdempotencyKeyRecord): boolean;
  /** Tries for as long as the lease would last. */
  end(lease: Lease): Promise<void>;
}

export function makeLeases({ store, log }: Pick<Services, 'store' | 'log'>): Leases {
  const keys = store.idempotencyKeys;
  /** Leases that this process is about to end: its clients need not wait until the store has noted that. */
  const ending = new Set<string>();

  const newLease = () => ({ lease: randomUUID(), leaseUntil: new Date(Date.now() + LEASE_MS) });

  /** A write that fails may have claimed the key all the same, and nobody would know of it. */
  async function orEnd<T>(lease: Lease, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      void end(lease);
      throw error;
    }
  }

  function insert(claim: Omit<IdempotencyKeyRecord, 'lease' | 'leaseUntil'>) {
    const record: IdempotencyKeyRecord = { ...claim, ...newLease() };
    const write = keys.insertOne(record).then(
      () => record,
      (error) => {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      },
    );
    return orEnd({ id: record._id, lease: record.lease }, write);
  }

  async function takeOver({ _id: id, lease: before }: IdempotencyKeyRecord) {
    const change = newLease();
    const write = keys.findOneAndUpdate(
      { _id: id, lease: before },
      { $set: change },
      { returnDocument: 'after' },
    );
    return (await orEnd({ id, lease: change.lease }, write)) ?? undefined;
  }

  async function end({ id: _id, lease }: Lease): Promise<void> {
    ending.add(lease);
    setTimeout(() => ending.delete(lease), LEASE_MS).unref();
    for (const deadline = Date.now() + LEASE_MS; Date.now() < deadline; ) {
      try {
        await keys.updateOne({ _id, lease }, { $set: { leaseUntil: new Date(0) } });
        return;
      } catch (error) {
        log.debug({ err: error }, 'the lease of an Idempotency-Key could not be ended');
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  return {
    insert,
    takeOver,
    isHeld: ({ lease, leaseUntil }) => leaseUntil.getTime() > Date.now() && !ending.has(lease),
    end,
  };
}
