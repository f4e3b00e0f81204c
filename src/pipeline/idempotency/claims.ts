/** The claims on keys, in a collection of their own, so that they hold across processes and restarts. */
import { randomUUID } from 'node:crypto';
import { IdempotencyKeyReused, NotFound, StillRunning } from '../../errors/index.js';
import { type IdempotencyKeyRecord, nextId } from '../../store/index.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import type { HandlerAnswer, MatchedRequest, Plan, ValidRequest } from '../phases.js';
import type { Services } from '../services.js';
import { digest, fingerprintOf } from './fingerprint.js';
import { type Lease, makeLeases } from './leases.js';
import { type Outcome, readOutcome } from './read-outcome.js';

type Numbered = Parameters<typeof nextId>[1];

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Seconds. */
const RETRY_AFTER = 1;
const NOTHING_DONE: Outcome = { isCarriedOut: false, savedVersion: undefined };

/** A claim that this request holds. */
export interface Claim extends Lease {
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
  release(claim: Lease): Promise<void>;
}

interface ClaimsParts extends Pick<Services, 'store' | 'log'> {
  /** Without ownership a key belongs to the deployment, not to a user. */
  readonly ownership: boolean;
}

export function makeClaims({ store, log, ownership }: ClaimsParts): Claims {
  const keys = store.idempotencyKeys;
  const leases = makeLeases({ store, log });

  const idOf = ({ user }: MatchedRequest, key: string) =>
    digest([ownership && user !== null ? user.id : null, key]);

  async function claim(request: ValidRequest, key: string) {
    const fingerprint = fingerprintOf(request);
    const _id = idOf(request, key);
    // checkContract has found a collection with integer ids for every `x-creates`.
    const creates = request.operation.creates as Numbered | undefined;
    let recordId = creates === undefined ? request.object?._id : undefined;
    for (let wasTaken = false; ; ) {
      const found = await keys.findOne({ _id });
      if (found === null || found.expiresAt.getTime() <= Date.now()) {
        if (isMissing(request)) throw new NotFound();
        if (found !== null) await keys.deleteOne({ _id, lease: found.lease });
        if (creates !== undefined) recordId ??= await nextId(store, creates);
        const made = await leases.insert(planned(request, { _id, fingerprint, recordId: recordId ?? null }));
        if (made) return held(made, NOTHING_DONE, true);
        // The other claim is not visible until a majority of the members has it.
        if (wasTaken) throw new StillRunning(RETRY_AFTER);
        wasTaken = true;
        continue;
      }
      const isSame = found.fingerprint === fingerprint;
      if (!isSame && isMissing(request)) throw new NotFound();
      if (found.answer !== undefined && isSame) return { answer: decode(found.answer) };
      if (found.answer !== undefined) throw new IdempotencyKeyReused();
      if (leases.isHeld(found)) throw isSame ? new StillRunning(RETRY_AFTER) : new IdempotencyKeyReused();
      const outcome = await readOutcome(store, found);
      if (isSame) {
        const taken = await leases.takeOver(found);
        if (taken) return held(taken, withNoted(outcome, taken), false);
      } else if (outcome.isCarriedOut) throw new IdempotencyKeyReused();
      // The request of the claim did nothing, so its key is free.
      else await keys.deleteOne({ _id, lease: found.lease });
    }
  }

  async function remember({ id: _id, lease }: Claim, answer: HandlerAnswer): Promise<void> {
    try {
      await keys.updateOne({ _id, lease }, { $set: { answer: JSON.stringify(answer) } });
    } catch (error) {
      log.warn({ err: error }, 'the answer to a request with an Idempotency-Key was not kept');
      void leases.end({ id: _id, lease });
    }
  }

  async function free({ id: _id, lease }: Claim): Promise<void> {
    try {
      await keys.deleteOne({ _id, lease });
    } catch (error) {
      log.warn({ err: error }, 'an Idempotency-Key was not freed');
      void leases.end({ id: _id, lease });
    }
  }

  async function isRepeated(request: MatchedRequest): Promise<boolean> {
    const key = idempotencyKeyOf(request);
    if (key === undefined || request.operation.method !== 'delete') return false;
    const _id = idOf(request, key);
    return (await keys.findOne({ _id }, { projection: { fingerprint: 1 } })) !== null;
  }

  return { claim, isRepeated, remember, free, release: leases.end };
}

/** Only a repeated DELETE gets this far without its record. */
const isMissing = ({ endpoint, object }: ValidRequest) => endpoint.object !== undefined && object === null;

function planned(
  request: ValidRequest,
  claim: Pick<IdempotencyKeyRecord, '_id' | 'fingerprint' | 'recordId'>,
): Omit<IdempotencyKeyRecord, 'lease' | 'leaseUntil'> {
  return {
    ...claim,
    plan: randomUUID(),
    effect: effectOf(request),
    collection: request.operation.creates ?? request.endpoint.object ?? null,
    expiresAt: new Date(Date.now() + KEPT_MS),
  };
}

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
