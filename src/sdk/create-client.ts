// Makes the client: one method per operation, bound to an address and to credentials.
import type { Calls, Edits, ListingId } from '#generated/sdk/calls.gen.js';
import { all, edits } from '#generated/sdk/compositions.gen.js';
import type { Answer, CallArguments, CallOptions, Transport, Unconditional } from './call-types.js';
import { edit } from './edit.js';
import { type Listing, type ListingArguments, list } from './listing.js';
import { createTransport, type TransportOptions } from './transport.js';

interface ConditionalMethod<Takes, Gives, IfUnchanged> {
  (...rest: CallArguments<Unconditional<Takes>>): Promise<Gives>;
  (...rest: CallArguments<Takes>): Promise<Gives | IfUnchanged>;
}

type Method<Takes, Gives, IfUnchanged> = 'If-None-Match' extends keyof Takes
  ? ConditionalMethod<Takes, Gives, IfUnchanged>
  : (...rest: CallArguments<Takes>) => Promise<Gives>;

/** One method per operation of the contract; those of lists give a `Listing`. */
export type Methods = {
  [Id in Exclude<keyof Calls, ListingId>]: Method<Calls[Id]['takes'], Calls[Id]['gives'], undefined>;
} & {
  [Id in ListingId]: (
    ...rest: CallArguments<Calls[Id]['takes'] & ListingArguments>
  ) => Listing<Calls[Id]['gives'][number]>;
} & { [Id in keyof Edits]: Method<Edits[Id]['takes'], Edits[Id]['gives'], undefined> };

/** The same methods; they give the data with the answer that it came in. Those of lists send one request. */
export type AnswerMethods = {
  [Id in keyof Calls]: Method<Calls[Id]['takes'], Answer<Calls[Id]['gives']>, Answer<undefined>>;
} & { [Id in keyof Edits]: Method<Edits[Id]['takes'], Answer<Edits[Id]['gives']>, Answer<undefined>> };

/**
 * One method per operation: takes parameters and members of the body in one object, gives the body of the answer, and
 * rejects with a `SnippetStoreError`.
 */
export interface SnippetStore extends Methods {
  /** The same methods; they give `{ data, response, trace }`, for the headers of the answer. */
  readonly withResponse: AnswerMethods;
  /** What the methods stand on, for the descriptions in `snippet-store-sdk/operations`. */
  readonly transport: Transport;
}

type Send = (args: object, options?: CallOptions) => Promise<Answer<unknown>>;

/**
 * Makes a client of the service.
 *
 * @throws TypeError for an unknown option, a `baseUrl` that is no absolute HTTP address or holds credentials, and a number
 *   that makes no sense
 */
export function createClient(options: TransportOptions): SnippetStore {
  const transport = createTransport(options);
  const withResponse: Record<string, Send> = {};
  const store: Record<string, unknown> = { transport, withResponse };
  const add = (name: string, send: Send) => {
    withResponse[name] = send;
    store[name] = async (...rest: Parameters<Send>) => (await send(...rest)).data;
  };
  for (const operation of all) {
    add(operation.id, (...rest) => transport.send(operation, ...rest));
    if (operation.isListing)
      store[operation.id] = (...rest: Parameters<Send>) => list(transport, operation, ...rest);
  }
  for (const [name, put] of Object.entries(edits))
    add(name, (...rest) => edit(transport, name, put, ...rest));
  // The contract's types say what each method takes and gives; here all are alike.
  return store as unknown as SnippetStore;
}
