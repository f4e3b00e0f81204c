/** Stage 10, first: carries out a request with an `Idempotency-Key` once, and repeats its answer. */
import { ApiError } from '../../errors/index.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import type { HandlerAnswer, PlannedRequest, ValidRequest } from '../phases.js';
import type { Next, Stage } from '../stage.js';
import type { Claim, Claims } from './claims.js';

export function claimKey(claims: Claims): Stage<ValidRequest, PlannedRequest> {
  return function claimKey(request, next) {
    const key = idempotencyKeyOf(request);
    return key === undefined ? next(Object.assign(request, { plan: undefined })) : claim(key, request, next);
  };

  async function claim(key: string, request: ValidRequest, next: Next<PlannedRequest>): Promise<void> {
    const claimed = await claims.claim(request, key);
    if ('answer' in claimed) {
      const handle = () => replayed(claimed.answer);
      return next(Object.assign(request, { plan: undefined, handle }));
    }
    await carryOut(claims, claimed, request, next);
  }
}

async function carryOut(
  claims: Claims,
  claim: Claim,
  request: ValidRequest,
  next: Next<PlannedRequest>,
): Promise<void> {
  const { handle } = request;
  let isAnswered = false;
  async function handleAndRemember(planned: PlannedRequest): Promise<HandlerAnswer> {
    const answer = await handle(planned);
    isAnswered = true;
    if (answer.status < 300) await claims.remember(claim, answer);
    else await letGo(claims, claim);
    return claim.plan.isCarriedOut ? replayed(answer) : answer;
  }
  try {
    const planned = Object.assign(request, { plan: claim.plan, handle: handleAndRemember });
    await request.clock.limit(() => next(planned));
  } catch (error) {
    if (!isAnswered) await abandon(claims, claim, error);
    throw error;
  }
}

/** After an error of the store a write may have been done, or still be under way: the next request finds out. */
async function abandon(claims: Claims, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof ApiError) await letGo(claims, claim);
  else void claims.release(claim);
}

/** The request was refused, and this run has written nothing; but an earlier run of it may still write. */
function letGo(claims: Claims, claim: Claim): Promise<void> {
  return claim.isFirstRun ? claims.free(claim) : claims.release(claim);
}

function replayed(answer: HandlerAnswer): HandlerAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}
