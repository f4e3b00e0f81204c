/** Checks that HTTP and JSON can carry the answer of a deployment's error handler, before any of it is sent. */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ErrorResponse } from '../../extension/error-handler.js';

/** @throws Error naming what cannot be sent; plain JavaScript may answer anything, whatever the type says */
export function checkSendable({ status, headers, body }: ErrorResponse): void {
  if (!(status >= 200 && status in STATUS_CODES))
    throw new RangeError(`${status} is not the status of an answer`);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (isStream(body) || typeof JSON.stringify(body) !== 'string') throw new TypeError('the body is not JSON');
}

/** The JSON renderer would stream it, and an error is sent whole. */
function isStream(body: object): boolean {
  return Symbol.asyncIterator in body;
}
