/** The claims on keys, in a collection of their own, so that they hold across processes and restarts. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../contract/contract.js';
import { IdempotencyKeyReused, NotFound, StillRunning } from '../../errors/index.js';
import { collectionNamed } from '../../store/collection-named.js';
import { type IdempotencyKeyRecord, isDuplicateKey, nextId, type Store } from '../../store/index.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import type { HandlerAnswer, MatchedRequest, Plan, ValidRequest } from '../phases.js';
import type { Services } from '../services.js';
import { digest, fingerprintOf } from './fingerprint.js';
import { type Outcome, readOutcome } from './read-outcome.js';

const LEASE_MS = 10_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Between two attempts to end a lease while the store is away. */
const PAUSE_MS = 500;
/** Seconds. */
const RETRY_AFTER = 1;

/** A claim that this request holds. */
export interface Claim {
  readonly id: string;
  readonly lease: string;
  readonly plan: Plan;
  /** No other run of the request came before. */
  readonly isFirstRun: boolean;
}

export interface Claims {
  /**
   * @returns the claim, which the request has to end; or the first answer
   * @throws StillRunning, IdempotencyKeyReused, and NotFound for a record that is missing for another reason than
   * the first run of the request
   */
  claim(request: ValidRequest, key: string): Promise<Claim | { readonly answer: HandlerAnswer }>;
  /** Whether the request may be the repetition of one that deleted the record of its path. */
  isRepeated(request: MatchedRequest): Promise<boolean>;
  /** Keeps the answer for repetitions. A failure is logged: what was done can still be found out. */
  remember(claim: Claim, answer: HandlerAnswer): Promise<void>;
  /** Nothing was done, so the key may be used again at once. */
  free(claim: Claim): Promise<void>;
  /** What was done is not known; the next request with the key finds out. Ends the lease in the background. */
  release(claim: Pick<Claim, 'id' | 'lease'>): Promise<void>;
}

type Numbered = Parameters<typeof nextId>[1];

interface ClaimsParts extends Pick<Services, 'store' | 'log'> {
  readonly endpoints: readonly Endpoint[];
  /** Without ownership a key belongs to the deployment, not to a user. */
  readonly ownership: boolean;
}

/** @throws Error at the start for an `x-creates` that names no collection with integer ids */
export function makeClaims({ store, log, endpoints, ownership }: ClaimsParts): Claims {
  requireCollections(endpoints, store);
  const keys = store.idempotencyKeys;
  /** Leases that this process is about to end: its clients need not wait until the store has noted that. */
  const ending = new Set<string>();

  const idOf = ({ user }: MatchedRequest, key: string) =>
    digest([ownership && user !== null ? user.id : null, key]);

  async function claim(request: ValidRequest, key: string) {
    const fingerprint = fingerprintOf(request);
    const _id = idOf(request, key);
    const creates = numbered(request.operation.creates);
    let recordId = creates === undefined ? request.object?._id : undefined;
    for (let wasTaken = false; ; ) {
      const found = await keys.findOne({ _id });
      if (found === null || found.expiresAt.getTime() <= Date.now()) {
        if (isMissing(request)) throw new NotFound();
        if (found !== null) await keys.deleteOne({ _id, lease: found.lease });
        if (creates !== undefined) recordId ??= await nextId(store, creates);
        const made = await take(insert(request, { _id, fingerprint, recordId: recordId ?? null }));
        if (made) return made;
        // The other claim is not visible until a majority of the members has it.
        if (wasTaken) throw new StillRunning(RETRY_AFTER);
        wasTaken = true;
        continue;
      }
      const isSame = found.fingerprint === fingerprint;
      if (!isSame && isMissing(request)) throw new NotFound();
      if (found.answer !== undefined && isSame) return { answer: decode(found.answer) };
      if (found.answer !== undefined) throw new IdempotencyKeyReused();
      if (found.leaseUntil.getTime() > Date.now() && !ending.has(found.lease))
        throw isSame ? new StillRunning(RETRY_AFTER) : new IdempotencyKeyReused();
      const outcome = await readOutcome(store, found);
      if (isSame) {
        const taken = await take(takeOver(found, outcome));
        if (taken) return taken;
      } else if (outcome.isCarriedOut) throw new IdempotencyKeyReused();
      // The request of the claim did nothing, so its key is free.
      else await keys.deleteOne({ _id, lease: found.lease });
    }
  }

  type Attempt = { readonly id: string; readonly lease: string; readonly write: Promise<Claim | undefined> };

  /** An attempt that fails may have claimed the key all the same, and nobody would know of it. */
  async function take({ id, lease, write }: Attempt): Promise<Claim | undefined> {
    try {
      return await write;
    } catch (error) {
      void release({ id, lease });
      throw error;
    }
  }

  /** The write answers undefined when another request has claimed the key meanwhile. */
  function insert(
    request: ValidRequest,
    planned: Pick<IdempotencyKeyRecord, '_id' | 'fingerprint' | 'recordId'>,
  ): Attempt {
    const now = Date.now();
    const record: IdempotencyKeyRecord = {
      ...planned,
      plan: randomUUID(),
      effect: effectOf(request),
      collection: request.operation.creates ?? request.endpoint.object ?? null,
      lease: randomUUID(),
      leaseUntil: new Date(now + LEASE_MS),
      expiresAt: new Date(now + KEPT_MS),
    };
    const write = keys.insertOne(record).then(
      () => held(record, { isCarriedOut: false, savedVersion: undefined }, true),
      (error) => {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      },
    );
    return { id: record._id, lease: record.lease, write };
  }

  function takeOver({ _id, lease: before }: IdempotencyKeyRecord, outcome: Outcome): Attempt {
    const lease = randomUUID();
    const leaseUntil = new Date(Date.now() + LEASE_MS);
    const change = { $set: { lease, leaseUntil } };
    const write = keys
      .findOneAndUpdate({ _id, lease: before }, change, { returnDocument: 'after' })
      .then((record) => (record ? held(record, withNoted(outcome, record), false) : undefined));
    return { id: _id, lease, write };
  }

  async function remember({ id: _id, lease }: Claim, answer: HandlerAnswer): Promise<void> {
    try {
      await keys.updateOne({ _id, lease }, { $set: { answer: JSON.stringify(answer) } });
    } catch (error) {
      log.warn({ err: error }, 'the answer to a request with an Idempotency-Key was not kept');
      void release({ id: _id, lease });
    }
  }

  async function free({ id: _id, lease }: Claim): Promise<void> {
    try {
      await keys.deleteOne({ _id, lease });
    } catch (error) {
      log.warn({ err: error }, 'an Idempotency-Key was not freed');
      void release({ id: _id, lease });
    }
  }

  async function release({ id: _id, lease }: Pick<Claim, 'id' | 'lease'>): Promise<void> {
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

  async function isRepeated(request: MatchedRequest): Promise<boolean> {
    const key = idempotencyKeyOf(request);
    if (key === undefined || request.operation.method !== 'delete') return false;
    const _id = idOf(request, key);
    return (await keys.findOne({ _id }, { projection: { fingerprint: 1 } })) !== null;
  }

  return { claim, isRepeated, remember, free, release };
}

function requireCollections(endpoints: readonly Endpoint[], store: Store): void {
  for (const { path, operations } of endpoints) {
    for (const { creates } of operations.values()) {
      if (creates === undefined || collectionNamed(store, creates)) continue;
      throw new Error(
        `openapi.yaml: ${path} has x-creates: ${creates}, which is no collection with integer ids. ` +
          'Correct the name, or define the collection in src/store/definitions.ts.',
      );
    }
  }
}

/** `requireCollections` has checked that the name is one of a collection with integer ids. */
const numbered = (creates: string | undefined) => creates as Numbered | undefined;

/** Only a repeated DELETE gets this far without its record. */
const isMissing = ({ endpoint, object }: ValidRequest) => endpoint.object !== undefined && object === null;

function effectOf({ operation, endpoint }: ValidRequest): IdempotencyKeyRecord['effect'] {
  if (operation.creates !== undefined) return 'create';
  if (endpoint.object === undefined) return 'other';
  return operation.method === 'delete' ? 'delete' : 'save';
}

function held(record: IdempotencyKeyRecord, outcome: Outcome, isFirstRun: boolean): Claim {
  const { _id: id, plan, lease, effect, recordId } = record;
  const planned = effect === 'create' && recordId !== null ? recordId : undefined;
  return {
    id,
    lease,
    isFirstRun,
    plan: { mark: { claim: id, plan }, recordId: planned, isRepetition: !isFirstRun, ...outcome },
  };
}

/** A mark that went while the record was read has been noted in the claim before. */
function withNoted(outcome: Outcome, { savedVersion }: IdempotencyKeyRecord): Outcome {
  return savedVersion === undefined ? outcome : { isCarriedOut: true, savedVersion };
}

/** Written by `remember`. */
const decode = (answer: string) => JSON.parse(answer) as HandlerAnswer;
