/** Stage 9: answers 304 to a client whose copy is up to date, before the record is loaded (RFC 9110, 13.2.1). */
import { NotFound } from '../../errors/index.js';
import type { LoadedObject } from '../api-request.js';
import { cacheControlOf } from '../cache-control.js';
import type { LocatedRequest, ValidRequest } from '../phases.js';
import { isRevalidation } from '../revalidation.js';
import type { Next, Stage } from '../stage.js';
import { etagOf, matchedTag } from './etag.js';

/** @param findObject loads what stage 7 left out */
export function answerUnchanged(
  findObject: (request: LocatedRequest) => Promise<LoadedObject | null>,
): Stage<ValidRequest> {
  return function answerUnchanged(request, next) {
    return isRevalidation(request) ? compare(request, next) : next(request);
  };

  async function compare(request: ValidRequest, next: Next<ValidRequest>): Promise<void> {
    const { ctx, headers } = request;
    const version = request.object?.version;
    const unchanged = version === undefined ? undefined : matchedTag(headers, etagOf({ version }));
    if (unchanged !== undefined) {
      request.clock.check();
      ctx.status = 304;
      request.setHeader('ETag', unchanged);
      request.setHeader('Cache-Control', cacheControlOf(request));
      return;
    }
    const object = await findObject(request);
    // It was deleted meanwhile.
    if (object === null) throw new NotFound();
    await next(Object.assign(request, { object }));
  }
}
