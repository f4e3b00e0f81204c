// The client of Snippet Store for TypeScript and JavaScript, on Node and in browsers.
export type { Client } from '#generated/sdk/client/index.js';
/** The generated functions, one per operation, for programs that bundle only those that they use. */
export * as operations from '#generated/sdk/sdk.gen.js';
export type * from '#generated/sdk/types.gen.js';
export { basic, bearer, type Credentials, type SchemeRequest, token } from './authentication.js';
export {
  createClient,
  type Listing,
  type OperationId,
  type SnippetStore,
  type StoreOptions,
} from './create-client.js';
export { SnippetStoreConnectionError, SnippetStoreError } from './errors.js';
export type { Answer, Arguments, CallOptions, Methods } from './methods.js';
