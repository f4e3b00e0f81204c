/** The errors that handlers, stages and deployments raise. */
export { ApiError, type ApiErrorOptions, type ErrorBody } from './api-error.js';
export * from './situations.js';
