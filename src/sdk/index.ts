// The client of Snippet Store for TypeScript and JavaScript, wherever there is a `fetch`.
export type { Calls, Edits, FieldName, Listings } from '#generated/sdk/calls.gen.js';
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
export type { Answer, CallOptions, Method, Transport } from './call-types.js';
export { createClient, type SnippetStore } from './create-client.js';
export type { Authenticator, AuthorizationSource, Credentials, CredentialsContext } from './credentials.js';
export {
  ConnectionError,
  ConnectionTimeoutError,
  CredentialsError,
  RedirectError,
  SnippetStoreError,
  UnexpectedResponseError,
} from './errors.js';
export type { Listing, ListingSize, Page } from './listing.js';
export type { AnswerMethods, Arguments, EditMethods, ListingMethods, Methods } from './methods.js';
export { type OAuth2Options, oauth2 } from './oauth2.js';
export { basic, bearer, oauth1, type SessionOptions, session, token } from './schemes.js';
export {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  StatusError,
  UnprocessableError,
} from './status-errors.js';
export type { LogEvent } from './trace.js';
export { createTransport, type TransportOptions } from './transport.js';
