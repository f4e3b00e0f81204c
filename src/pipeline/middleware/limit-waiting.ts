/** Middleware: a request waits 8 seconds for the store at most. What is still under way then ends in the background. */
import type { IdentifiedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export function limitWaiting(): Stage<IdentifiedRequest> {
  return function limitWaiting(request, next) {
    const { clock } = request;
    clock.start();
    return clock.limit(() => next(request)).finally(() => clock.finish());
  };
}
