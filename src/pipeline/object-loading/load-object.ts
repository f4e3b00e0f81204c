/** Stage 7, first: loads the record that the path names, so that a missing one is 404 before the body is read. */
import { NotFound } from '../../errors/index.js';
import type { LoadedRequest, MatchedRequest } from '../phases.js';
import { isRevalidation } from '../revalidation.js';
import type { Stage } from '../stage.js';
import type { FindObject } from './find-object.js';

/**
 * @param findVersion loads so much of the record as decides whether the client's copy is up to date
 * @param isRepeated whether the request may be the repetition of one that deleted the record
 */
export function loadObject(
  findObject: FindObject,
  findVersion: FindObject,
  isRepeated: (request: MatchedRequest) => Promise<boolean>,
): Stage<MatchedRequest, LoadedRequest> {
  return async function loadObject(request, next) {
    refuseImpossibleIds(request);
    const find = isRevalidation(request) ? findVersion : findObject;
    const object = request.endpoint.object === undefined ? null : await find(request);
    const isMissing = request.endpoint.object !== undefined && object === null;
    if (isMissing && !(await isRepeated(request))) throw new NotFound();
    await next(Object.assign(request, { object }));
  };
}

/** Ids are safe integers. A larger number was never given to anything. */
function refuseImpossibleIds({ endpoint, operation, pathParameters }: MatchedRequest): void {
  if (!endpoint.path.includes('{')) return;
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'path' || schema.type !== 'integer') continue;
    if (!Number.isSafeInteger(Number(pathParameters[name]))) throw new NotFound();
  }
}
