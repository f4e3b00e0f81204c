/** Stage 7, first: loads the document that the path names, so that a missing one is 404 before the body is read. */

import { NotFound } from '../../errors/index.js';
import { batchLoader } from '../../store/batch-loader.js';
import type { Store } from '../../store/store.js';
import type { ApiRequest, Stage } from '../api-request.js';
import { LOADED } from './loaded-snippet.js';

export function loadObject(store: Store): Stage {
  const loaders = {
    snippets: batchLoader(
      (ids: number[]) => store.snippets.find({ _id: { $in: ids } }, LOADED).toArray(),
      ({ _id }) => _id,
    ),
  };
  return function loadObject(request) {
    if (!request.endpoint.path.includes('{')) return undefined;
    refuseImpossibleIds(request);
    const { object } = request.endpoint;
    return object === undefined ? undefined : load(request, loaders[object]);
  };
}

/** Ids are safe integers: whatever lies beyond was never given to anything. */
function refuseImpossibleIds({ operation, pathParameters }: ApiRequest): void {
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'path' || schema.type !== 'integer') continue;
    if (!Number.isSafeInteger(Number(pathParameters[name]))) throw new NotFound();
  }
}

async function load(request: ApiRequest, byId: (id: number) => Promise<ApiRequest['object']>): Promise<void> {
  request.object = await byId(Number(request.pathParameters.id));
  if (request.object === null) throw new NotFound();
}
