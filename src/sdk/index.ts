// The client of Snippet Store for TypeScript and JavaScript, wherever there is a `fetch`.
export type * from '#generated/sdk/calls.gen.js';
export { type SchemeName, version } from '#generated/sdk/contract.gen.js';
export type { OperationDescription } from '#generated/sdk/operations.gen.js';
export type {
  AccessToken,
  AccessTokenError,
  AuthToken,
  ErrorBody,
  Health,
  InvalidInput,
  Language,
  Root,
  Snippet,
  SnippetInput,
  Style,
  User,
} from '#generated/sdk/types.gen.js';
export type { Answer, CallOptions, HeadersGiven, OutgoingRequest, Transport } from './call-types.js';
export { type AnswerMethods, createClient, type Methods, type SnippetStore } from './create-client.js';
export * from './credentials.js';
export * from './errors.js';
export type { Listing, ListingArguments, Page } from './listing.js';
export { type OAuth2Options, oauth2 } from './oauth2.js';
export type { LogEvent } from './trace.js';
export { createTransport, type TransportOptions } from './transport.js';
