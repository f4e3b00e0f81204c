/** Stage 10: calls the handler of the operation with its valid input. */
import type { AnsweredRequest, PlannedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export function callHandler(): Stage<PlannedRequest, AnsweredRequest> {
  return async function callHandler(request, next) {
    const answer = await request.handle(request);
    // The request may have been answered meanwhile.
    request.clock.check();
    await next(Object.assign(request, { answer }));
  };
}
