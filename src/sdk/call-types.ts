// What a call takes and gives, derived from the contract's types.

import type { Calls } from '#generated/sdk/calls.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { LogEvent } from './trace.js';

/** A request before it is sent: its address, and what `fetch` takes beside it. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Headers;
  body?: string;
  credentials?: 'include' | 'omit';
  redirect: 'manual';
  signal: AbortSignal;
}

/** Headers in every form that `fetch` takes; `undefined` counts as left out. */
export type HeadersGiven =
  | Headers
  | Iterable<readonly [name: string, value: string | undefined]>
  | Readonly<Record<string, string | undefined>>;

/** What holds for one call alone. */
export interface CallOptions {
  /** Ends the call early, wherever it is; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** More request headers, for example `traceparent`. */
  headers?: HeadersGiven | undefined;
  /** Milliseconds for each attempt, the body of the answer included; `Infinity` for no limit. */
  timeout?: number | undefined;
  /** How often the call is sent again after a failure that passes; 0 for never. */
  retries?: number | undefined;
  /** The same as of the client. */
  retryDelay?: number | undefined;
  /** The same as of the client. */
  maxRetryDelay?: number | undefined;
  /**
   * Names the intention of a create, so that the service does it once however often it is sent, also by a program that was
   * started again: 1 to 255 visible ASCII characters. Without it each call makes its own.
   */
  idempotencyKey?: string | undefined;
}

/** A result together with the answer that it came in, for its status and headers; the body is already read. */
export interface Answer<Result> {
  data: Result;
  response: Response;
  /** What happened in the call: every request, answer and repetition. */
  trace: readonly LogEvent[];
}

/** Arguments and options; the arguments may be left out when the operation needs none. */
export type CallArguments<Takes> =
  Record<never, never> extends Takes
    ? [args?: Takes, options?: CallOptions]
    : [args: Takes, options?: CallOptions];

/** Not a conditional read: of one with an `ETag` the result is `undefined` while the caller's copy is good (304). */
export type Unconditional<Takes> = Takes & { 'If-None-Match'?: undefined };

/** Calls operations at one address with one set of credentials. */
export interface Transport {
  /** @returns the body of the answer */
  call<Id extends keyof Calls>(
    operation: OperationDescription<Id>,
    ...rest: CallArguments<Unconditional<Calls[Id]['takes']>>
  ): Promise<Calls[Id]['gives']>;
  call<Id extends keyof Calls>(
    operation: OperationDescription<Id>,
    ...rest: CallArguments<Calls[Id]['takes']>
  ): Promise<Calls[Id]['gives'] | undefined>;
  /** Like `call`, without the types of the operation: what it takes and gives is for the caller to know. */
  send(operation: OperationDescription, args?: object, options?: CallOptions): Promise<Answer<unknown>>;
}
