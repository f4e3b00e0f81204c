/** The errors that handlers, steps and deployments throw. */
export { ApiError, type ApiErrorOptions, type ErrorBody } from './api-error.js';
export { InvalidClient, OAuth2Error, type OAuth2ErrorCode } from './oauth2-error.js';
export * from './situations.js';
