/** Gives every request an id that its log lines and its answer share. */
import { randomUUID } from 'node:crypto';
import type { ApiRequest } from '../api-request.js';
import type { IdentifiedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

/** The id of a client or a proxy is kept when it cannot harm a log line. */
const HARMLESS = /^[\w.-]{1,64}$/;

export function identifyRequest(): Stage<ApiRequest, IdentifiedRequest> {
  return function identifyRequest(request, next) {
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
    request.setHeader('X-Request-Id', id);
    return next(Object.assign(request, { id }));
  };
}
