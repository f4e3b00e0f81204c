/** Middleware: a request waits 8 seconds for the store at most. What is still under way then ends in the background. */
import type { IdentifiedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export function limitWaiting(): Stage<IdentifiedRequest> {
  return async function limitWaiting(request, next) {
    const { clock } = request;
    clock.start();
    try {
      await Promise.race([next(request), clock.expired]);
    } finally {
      clock.finish();
    }
  };
}
