// Makes the client: one method per operation, bound to an address and to credentials.
import { all, edits, listings } from '#generated/sdk/compositions.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { Transport } from './call-types.js';
import { edit } from './edit.js';
import { list } from './listing.js';
import type { AnswerMethods, EditMethods, ListingMethods, Methods } from './methods.js';
import { createTransport, type TransportOptions } from './transport.js';

/**
 * One method per operation: takes parameters and members of the body in one object, gives the body of the answer, and
 * rejects with a `SnippetStoreError`.
 */
export interface SnippetStore extends Methods, ListingMethods, EditMethods {
  /** The same methods; they give `{ data, response, trace }`, for the headers of the answer. */
  readonly withResponse: AnswerMethods;
  /** What the methods stand on, for the descriptions in `snippet-store-sdk/operations`. */
  readonly transport: Transport;
}

/**
 * Makes a client of the service.
 *
 * @throws TypeError when `baseUrl` is no absolute HTTP address or holds credentials, or a number makes no sense
 */
export function createClient(options: TransportOptions): SnippetStore {
  const transport = createTransport(options);
  const methods = Object.fromEntries(all.map((operation) => [operation.id, operation]));
  // The contract's types say what each method takes and gives; here all are alike.
  return {
    ...bind(methods, transport.call as Transport['send']),
    ...bind(listings, (...rest: Tail<typeof list>) => list(transport, ...rest)),
    ...bind(edits, (...rest: Tail<typeof edit>) => edit(transport, ...rest)),
    withResponse: bind(methods, transport.send),
    transport,
  } as unknown as SnippetStore;
}

/** What a function takes after the transport. */
type Tail<Work> = Work extends (transport: Transport, ...rest: infer Rest) => unknown ? Rest : never;

/** A method for each description, which `work` gets first. */
function bind<Rest extends unknown[]>(
  descriptions: Readonly<Record<string, OperationDescription>>,
  work: (operation: OperationDescription, ...rest: Rest) => unknown,
): Record<string, (...rest: Rest) => unknown> {
  const bound = Object.entries(descriptions).map(([name, operation]) => [
    name,
    (...rest: Rest) => work(operation, ...rest),
  ]);
  return Object.fromEntries(bound);
}
