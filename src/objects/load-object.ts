/** Stage 7, first: loads the document that the path names, so that a missing one is 404 before the body is read. */
import type { ApiRequest, Stage } from '../api-request.js';
import type { Store } from '../collections/store.js';
import { NotFound } from '../errors/index.js';

/** `highlighted` is large and no representation holds it. */
const WITHOUT_HIGHLIGHTED = { projection: { highlighted: 0 } } as const;

export function loadObject(store: Store): Stage {
  return function loadObject(request) {
    if (Object.keys(request.pathParameters).length === 0) return undefined;
    refuseImpossibleIds(request);
    return request.endpoint.object === undefined ? undefined : load(request, store);
  };
}

/** Ids are safe integers: whatever lies beyond was never given to anything. */
function refuseImpossibleIds({ operation, pathParameters }: ApiRequest): void {
  for (const { name, in: place, schema } of operation.parameters) {
    if (place !== 'path' || schema.type !== 'integer') continue;
    if (!Number.isSafeInteger(Number(pathParameters[name]))) throw new NotFound();
  }
}

async function load(request: ApiRequest, store: Store): Promise<void> {
  const collection = store[request.endpoint.object ?? 'snippets'];
  request.object = await collection.findOne({ _id: Number(request.pathParameters.id) }, WITHOUT_HIGHLIGHTED);
  if (request.object === null) throw new NotFound();
}
