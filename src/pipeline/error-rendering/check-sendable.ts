/** Holds the answer of a deployment's error handler to what HTTP and JSON can carry, before any of it is sent. */
import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ErrorResponse } from '../../extension/error-handler.js';
import { json } from '../../renderers/json.js';

/** @throws Error naming what cannot be sent; plain JavaScript may answer anything, whatever the type says */
export function checkSendable({ status, headers, body }: ErrorResponse): void {
  if (!(status >= 200 && status in STATUS_CODES))
    throw new RangeError(`${status} is not the status of an answer`);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (typeof json.render(body) !== 'string') throw new TypeError('the body is not JSON');
}
