// The client of Snippet Store for TypeScript and JavaScript, wherever there is a `fetch`.
export type { Calls, Edits, FieldName, Listings } from '#generated/sdk/calls.gen.js';
export { type SchemeName, version } from '#generated/sdk/contract.gen.js';
export type { OperationDescription } from '#generated/sdk/operations.gen.js';
/** How each operation is sent, for `transport.call` in programs that bundle only those that they use. */
export * as operations from '#generated/sdk/operations.gen.js';
export type {
  AccessToken,
  AccessTokenError,
  ErrorBody,
  Health,
  InvalidInput,
  Language,
  Root,
  Snippet,
  SnippetInput,
  Style,
  Token,
  User,
} from '#generated/sdk/types.gen.js';
export { basic, bearer, token } from './authentication.js';
export type { Answer, CallOptions, Transport } from './call-types.js';
export { createClient, type SnippetStore } from './create-client.js';
export type { Authenticator, AuthorizationSource, Credentials, CredentialsContext } from './credentials.js';
export { type ErrorOf, isErrorOf } from './error-of.js';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServiceUnavailableError,
  SnippetStoreError,
  StatusError,
  TimeoutError,
  UnexpectedResponseError,
  UnprocessableError,
} from './errors.js';
export type { Listing, ListingSize, Page } from './listing.js';
export type { LogEvent } from './log.js';
export type { Arguments, Change, Form, Methods, Result } from './methods.js';
export { oauth1 } from './oauth1.js';
export { type OAuth2Options, oauth2 } from './oauth2.js';
export { type SessionOptions, session } from './session.js';
export { createTransport, type TransportOptions } from './transport.js';
