// Makes the client: one method per operation, bound to an address and to credentials.
import { places } from '#generated/sdk/calls.gen.js';
import { type Client, createClient as createGeneratedClient } from '#generated/sdk/client/index.js';
import * as operations from '#generated/sdk/sdk.gen.js';
import type { Snippet } from '#generated/sdk/types.gen.js';
import type { Credentials } from './authentication.js';
import { call, type Operation } from './call.js';
import type { Answer, Arguments, CallOptions, Methods } from './methods.js';
import { splitArguments } from './split-arguments.js';
import { walkPages } from './walk-pages.js';

export type OperationId = keyof typeof places;

export interface StoreOptions {
  /** Where the service is, for example `https://snippets.example.com`; a path in front of its addresses is kept. */
  baseUrl: string;
  /** Who asks: `basic(...)`, `token(...)`, `bearer(...)` or a function of your own. Without it calls are anonymous. */
  auth?: Credentials | undefined;
  /** Sends the requests instead of the platform's `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Paths of operations that the deployment has moved, for example `{ createToken: '/token/' }`. */
  paths?: Readonly<Partial<Record<OperationId, string>>>;
}

/** What `snippets()` lists: everything that `listSnippets` narrows a list by, and how it is fetched. */
export type Listing = Omit<Arguments<'listSnippets'>, 'limit' | 'after' | 'format'> & {
  /** So many snippets a request, 1 to 1000; 100 when left out. */
  batch?: number;
  signal?: AbortSignal;
};

/**
 * One method per operation: takes parameters and members of the body in one object, gives the body of the answer, and
 * rejects with `SnippetStoreError` or `SnippetStoreConnectionError`.
 */
export interface SnippetStore extends Methods<false> {
  /** The same methods; they give `{ data, response }`, for the headers of the answer. */
  readonly withResponse: Methods<true>;
  /** All snippets in the order of their creation, fetched in batches as they are needed. */
  snippets(listing?: Listing): AsyncGenerator<Snippet, void, undefined>;
  /** The generated client with this address and these credentials, for the functions of `operations`. */
  readonly client: Client;
}

/**
 * @throws TypeError when `baseUrl` is no absolute HTTP address, or holds credentials
 */
export function createClient(options: StoreOptions): SnippetStore {
  const { auth, paths = {} } = options;
  const client = createGeneratedClient({
    baseUrl: checkBaseUrl(options.baseUrl),
    // Always a function: a plain string would go out with every scheme, whatever it was meant for.
    auth: (scheme) => auth?.(scheme),
    ...(options.fetch && { fetch: sendBy(options.fetch) }),
  });

  const invoke = (
    id: OperationId,
    args: object = {},
    callOptions?: CallOptions,
  ): Promise<Answer<unknown>> => {
    const url = paths[id];
    const parts = { ...splitArguments(id, args), ...(url !== undefined && { url }) };
    // Each function wants its own parts; `Methods` has already checked them.
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: every operation is bound, none could be left out
    return call(operations[id] as Operation, client, parts, callOptions);
  };
  // The contract's types say what each method takes and gives; here all are alike.
  const withResponse = bindAll((id) => (args, callOptions) => invoke(id, args, callOptions)) as Methods<true>;
  const methods = bindAll((id) => async (args, callOptions) => {
    return (await invoke(id, args, callOptions)).data;
  }) as Methods<false>;

  return {
    ...methods,
    withResponse,
    client,
    snippets: ({ batch = 100, signal, ...narrowing } = {}) =>
      walkPages((after) =>
        withResponse.listSnippets(
          { ...narrowing, limit: batch, ...(after !== undefined && { after }) },
          { signal },
        ),
      ),
  };
}

type Bound = (args?: object, options?: CallOptions) => Promise<unknown>;

function bindAll(bind: (id: OperationId) => Bound): unknown {
  return Object.fromEntries((Object.keys(places) as OperationId[]).map((id) => [id, bind(id)]));
}

/** The generated client hands over a finished request, whatever else `fetch` would take. */
function sendBy(send: (request: Request) => Promise<Response>): typeof fetch {
  return (input, init) => send(new Request(input, init));
}

function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an absolute address with http: or https:.');
  }
  if (url.username || url.password) {
    throw new TypeError('baseUrl must not hold credentials: pass them as `auth`, for example with basic().');
  }
  return url.origin + url.pathname;
}
