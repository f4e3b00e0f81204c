// Makes the client: one method per operation, bound to an address and to credentials.
import { all, edits, listings } from '#generated/sdk/compositions.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { checkNames } from './build-request.js';
import type { Answer, CallOptions, Transport } from './call-types.js';
import { edit } from './edit.js';
import { type ListingSize, makeListing } from './listing.js';
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
  // The contract's types say what each method takes and gives; here all are alike.
  return {
    ...bindAll(async (operation, args, callOptions) => {
      return (await transport.send(operation, args, callOptions)).data;
    }),
    ...bindListings(transport),
    ...bindEdits(transport),
    withResponse: bindAll(transport.send),
    transport,
  } as unknown as SnippetStore;
}

type Bound = (args?: object, options?: CallOptions) => Promise<unknown>;

function bindAll(
  call: (operation: OperationDescription, ...rest: Parameters<Bound>) => Promise<unknown>,
): Record<string, Bound> {
  const bound = all.map((operation): [string, Bound] => [
    operation.id,
    (args, options) => call(operation, args, options),
  ]);
  return Object.fromEntries(bound);
}

function bindListings(transport: Transport): object {
  return Object.fromEntries(
    Object.entries(listings).map(([name, operation]) => [
      name,
      (
        { batch, max, after: first, ...narrowing }: ListingSize & { after?: string } = {},
        options?: CallOptions,
      ) => {
        checkNames(operation, narrowing);
        return makeListing(
          // An array, as the generator has checked.
          (limit, after) =>
            transport.send(operation, { ...narrowing, limit, after }, options) as Promise<Answer<unknown[]>>,
          { batch, max },
          first,
          options?.signal,
        );
      },
    ]),
  );
}

function bindEdits(transport: Transport): object {
  return Object.fromEntries(
    Object.entries(edits).map(([name, one]) => [
      name,
      (id: unknown, change: object, options: CallOptions = {}) => edit(transport, one, id, change, options),
    ]),
  );
}
