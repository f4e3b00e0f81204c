// The types of the client's methods, all derived from the contract's: a new operation needs nothing here.
import type { Calls, Edits, Listings } from '#generated/sdk/calls.gen.js';
import type { Answer, CallArguments, CallOptions, Conditional, ConditionalId } from './call-types.js';
import type { ErrorOf } from './error-of.js';
import type { Listing, ListingSize } from './listing.js';

/** What a call takes: parameters and members of the body side by side. */
export type Arguments<Id extends keyof Calls> = Calls[Id]['takes'];

/** A result, or the error that came instead; `response` is there unless none came. */
export type Result<Data, Failure> =
  | { data: Data; error?: undefined; response: Response }
  | { data?: undefined; error: Failure; response: Response | undefined };

/** How methods give their result: as it is, with the answer, or as a value beside the error. */
export type Form = 'data' | 'answer' | 'result';

type Given<Style extends Form, Id extends keyof Calls, Data> = Style extends 'answer'
  ? Answer<Data>
  : Style extends 'result'
    ? Result<Data, ErrorOf<Id>>
    : Data;

/** One method per operation of the contract. */
export type Methods<Style extends Form> = {
  [Id in keyof Calls]: Id extends ConditionalId
    ? <Match extends string | undefined = undefined>(
        ...rest: CallArguments<Conditional<Calls[Id]['takes'], Match>>
      ) => Promise<Given<Style, Id, Calls[Id]['gives'] | (Match extends string ? undefined : never)>>
    : (...rest: CallArguments<Calls[Id]['takes']>) => Promise<Given<Style, Id, Calls[Id]['gives']>>;
};

/** One method per list that comes in slices. */
export type ListingMethods = {
  [Name in keyof Listings]: (
    narrowing?: Listings[Name]['narrows'] & ListingSize,
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ) => Listing<Listings[Name]['item']>;
};

/** What to change: members, or a function that tells them for what was read; `undefined` leaves all as it is. */
export type Change<Name extends keyof Edits> =
  | Edits[Name]['change']
  | ((
      before: Edits[Name]['reads'],
    ) => Edits[Name]['change'] | undefined | Promise<Edits[Name]['change'] | undefined>);

/** One method per resource whose members can be changed one by one. */
export type EditMethods = {
  [Name in keyof Edits]: (
    id: Edits[Name]['id'],
    change: Change<Name>,
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ) => Promise<Edits[Name]['gives']>;
};
