/** Carries out a create with an `Idempotency-Key` once (draft-ietf-httpapi-idempotency-key-header-07). */

import { createHash } from 'node:crypto';
import type { Endpoint, Operation } from '../../contract/contract.js';
import { takesIdempotencyKey } from '../../contract/takes-idempotency-key.js';
import { ApiError } from '../../errors/index.js';
import type { Answer } from '../request/answer.js';
import type { ApiRequest, Caller, ValidInput } from '../request/api-request.js';
import type { Claim, Claims, Numbered } from './claims.js';

/** What a handler needs so that a request with an `Idempotency-Key` is carried out once. */
export interface Plan {
  /** Id and time of the record to create (`x-creates`). */
  readonly recordId: number;
  readonly recordCreated: Date;
  /** The record was created, and may be gone: the handler changes nothing, and answers as it did then. */
  readonly isCarriedOut: boolean;
}

interface Keyed {
  readonly endpoint: Endpoint;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly input: ValidInput;
}

export type CreateOnce = (
  request: ApiRequest,
  keyed: Keyed,
  run: (plan: Plan | undefined) => Answer | Promise<Answer>,
) => Promise<Answer>;

/** @param ownership without it a key belongs to the deployment, not to a user */
export function makeCreateOnce(claims: Claims, { ownership }: { readonly ownership: boolean }): CreateOnce {
  return async function createOnce(request, { endpoint, operation, caller, input }, run) {
    const key = keyOf(request, operation);
    if (key === undefined) return run(undefined);
    const userId = ownership && caller.user !== null ? caller.user.id : null;
    const claim = await claims.take(
      digest([userId, key]),
      userId,
      fingerprintOf(operation, endpoint, input),
      // The check of the contract has found it to be a collection with integer ids.
      operation.creates as Numbered,
    );
    const { recordId, recordCreated, isDone: isCarriedOut } = claim;
    if (isCarriedOut) return replayed(await run({ recordId, recordCreated, isCarriedOut }));
    try {
      const answer = await run({ recordId, recordCreated, isCarriedOut });
      await claims.finish(claim);
      return answer;
    } catch (error) {
      await giveUp(claim, error);
      throw error;
    }
  };

  /** After an error of the store the record may have been stored, or may still be: the next request finds out. */
  async function giveUp(claim: Claim, error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) void claims.release(claim);
    else if (claim.isFirstRun) await claims.free(claim);
    // This run was refused and has stored nothing; an earlier one may still store the record.
    else await claims.release(claim);
  }
}

/** @returns undefined when the operation does not declare the header, or the request lacks it */
function keyOf({ headers }: ApiRequest, { parameters }: Operation): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && takesIdempotencyKey(parameters) ? key : undefined;
}

function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}

/** The order of the members of a body, its media type and the format of the answer do not matter. */
export function fingerprintOf(
  { method }: Operation,
  { path }: Endpoint,
  { parameters, body }: ValidInput,
): string {
  return digest([method, path, parameters.path, parameters.query, body ?? null]);
}

/** @param values anything that JSON holds */
export function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values, sorted)).digest('base64url');
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
