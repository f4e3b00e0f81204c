/** The phases of a request: each names what the stages up to there have added, so that no later stage checks again. */
import type { Endpoint, Operation } from '../contract/contract.js';
import type { Grant, User } from '../extension/scheme.js';
import type { KeyedSave } from '../store/records.js';
import type { ApiRequest, LoadedObject, Renderer } from './api-request.js';

export interface IdentifiedRequest extends ApiRequest {
  /** In the log, in `X-Request-Id` and on error pages. */
  readonly id: string;
}

/** Stage 1. */
export interface LocatedRequest extends IdentifiedRequest {
  readonly endpoint: Endpoint;
  /** As sent, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** For pages and log lines, which may be made at any stage. */
export function isLocated(request: ApiRequest): request is LocatedRequest {
  return request.endpoint !== undefined;
}

/** Stage 2. */
export interface NegotiatedRequest extends LocatedRequest {
  readonly renderer: Renderer;
}

/** Stage 3. */
export interface AuthenticatedRequest extends NegotiatedRequest {
  /** null is the anonymous user. */
  readonly user: User | null;
  /** The auth value of the scheme that succeeded. */
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
}

/** Stage 6. */
export interface MatchedRequest extends AuthenticatedRequest {
  readonly operation: Operation;
  /** Calls the handler of the operation. */
  readonly handle: (request: PlannedRequest) => HandlerAnswer | Promise<HandlerAnswer>;
}

/** Stage 7. */
export interface LoadedRequest extends MatchedRequest {
  /** null where the path names no object, and when a repeated DELETE with an `Idempotency-Key` finds it gone. */
  readonly object: LoadedObject | null;
}

/** Stage 8. */
export interface ParsedRequest extends LoadedRequest {
  /** The parsed body, not validated yet. */
  body: unknown;
  /** The media type that `body` was read from. undefined for an operation without a body. */
  mediaType: string | undefined;
}

/** Stage 9. */
export interface ValidRequest extends ParsedRequest {
  /** Parameters and body as the handler gets them. */
  readonly input: ValidInput;
}

/** Stage 10, first. */
export interface PlannedRequest extends ValidRequest {
  /** undefined for a request without an `Idempotency-Key`, and for one that has its answer already. */
  readonly plan: Plan | undefined;
}

/**
 * What a handler needs so that a request with an `Idempotency-Key` is carried out once, even when two processes run it
 * or one dies half-way: it creates the record with the planned id, and marks the record that it saves.
 */
export interface Plan {
  /** Stored with each save, beside the version (`KeyedSave`). */
  readonly mark: Omit<KeyedSave, 'version'>;
  /** The id of the record to create (`x-creates`). */
  readonly recordId: number | undefined;
  /** An earlier run has done everything but answer: the handler changes nothing and answers as that run would have. */
  readonly isCarriedOut: boolean;
  /** Another run of the request came before, and may still be under way. */
  readonly isRepetition: boolean;
  /** The version that the earlier run saved. */
  readonly savedVersion: number | undefined;
}

/** Stage 10. */
export interface AnsweredRequest extends AuthenticatedRequest {
  readonly answer: HandlerAnswer;
}

export interface ValidInput {
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>;
  body: unknown;
}

/** What a handler returns: one of the declared answers of its operation. */
export interface HandlerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}
