// The types of the client's methods, all derived from the contract's: a new operation needs nothing here.
import type { Calls, Edits, Listings } from '#generated/sdk/calls.gen.js';
import type { Answer, CallOptions, Expanded, Method } from './call-types.js';
import type { Listing, ListingSize } from './listing.js';

/** What a call takes: parameters and members of the body side by side. */
export type Arguments<Id extends keyof Calls> = Calls[Id]['takes'];

/** One method per operation of the contract. */
export type Methods = {
  [Id in keyof Calls]: Method<Calls[Id]['takes'], Calls[Id]['gives'], undefined>;
};

/** The same methods; they give the data with the answer that it came in. */
export type AnswerMethods = {
  [Id in keyof Calls]: Method<Calls[Id]['takes'], Answer<Calls[Id]['gives']>, Answer<undefined>>;
};

/** The options of calls that are made of several requests. */
export type CompositionOptions = Expanded<Omit<CallOptions, 'idempotencyKey'>>;

/** One method per list that comes in slices. */
export type ListingMethods = {
  [Name in keyof Listings]: (
    narrowing?: Expanded<Listings[Name]['narrows'] & ListingSize>,
    options?: CompositionOptions,
  ) => Listing<Listings[Name]['item']>;
};

/** One method per resource whose members can be changed one by one. */
export type EditMethods = {
  [Name in keyof Edits]: (
    id: Edits[Name]['id'],
    change:
      | Expanded<Edits[Name]['change']>
      | ((before: Edits[Name]['reads']) => Changed<Name> | Promise<Changed<Name>>),
    options?: CompositionOptions,
  ) => Promise<Edits[Name]['gives']>;
};

/** What a function makes of what was read; `undefined` leaves all as it is. */
type Changed<Name extends keyof Edits> = Expanded<Edits[Name]['change']> | undefined;
