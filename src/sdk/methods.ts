// The types of the client's methods, all derived from the contract's: a new operation needs nothing here.
import type { Calls } from '#generated/sdk/calls.gen.js';

type Nothing = Record<never, never>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/** A part of a request, without the `undefined` of parts that may be left out as a whole. */
type Part<Data, Name extends string> = Name extends keyof Data
  ? [NonNullable<Data[Name]>] extends [never]
    ? Nothing
    : undefined extends Data[Name]
      ? Partial<NonNullable<Data[Name]>>
      : Data[Name]
  : Nothing;

/** What a call takes: parameters and members of the body side by side. */
export type Arguments<Id extends keyof Calls> = Flat<
  Part<Calls[Id]['takes'], 'path'> &
    Part<Calls[Id]['takes'], 'query'> &
    Part<Calls[Id]['takes'], 'headers'> &
    Part<Calls[Id]['takes'], 'body'>
>;

/** What holds for one call alone. */
export interface CallOptions {
  /** Ends the call early; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** More request headers. */
  headers?: Readonly<Record<string, string>>;
}

/** A result together with the answer that it came in, for its status and headers; the body is already read. */
export interface Answer<Result> {
  data: Result;
  response: Response;
}

type Method<Taken, Given> = Nothing extends Taken
  ? (args?: Taken, options?: CallOptions) => Promise<Given>
  : (args: Taken, options?: CallOptions) => Promise<Given>;

type Wrapped<Result, WithResponse> = WithResponse extends true ? Answer<Result> : Result;

/** With `If-None-Match` the result is `undefined` when the copy is still good (304). */
type MaybeConditional<Taken, Result, WithResponse> = 'If-None-Match' extends keyof Taken
  ? Method<
      Omit<Taken, 'If-None-Match'> & { 'If-None-Match': string },
      Wrapped<Result | undefined, WithResponse>
    > &
      Method<Omit<Taken, 'If-None-Match'>, Wrapped<Result, WithResponse>>
  : Method<Taken, Wrapped<Result, WithResponse>>;

/** One method per operation of the contract. */
export type Methods<WithResponse extends boolean> = {
  [Id in keyof Calls]: MaybeConditional<Arguments<Id>, Calls[Id]['gives'], WithResponse>;
};
