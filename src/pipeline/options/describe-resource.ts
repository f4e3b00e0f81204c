/** Answers OPTIONS: what a resource is, renders and parses, and what the caller may send to it (RFC 9110, 9.3.7). */
import type { ResourceDescription } from '#generated/sdk/types.gen.js';
import type { Contract, Endpoint, Operation } from '../../contract/contract.js';
import { describeFields, type FieldDescriptions } from '../../contract/describe-fields.js';
import type { Owned } from '../../extension/permission.js';
import type { HandlerAnswer } from '../../renderers/render-response.js';
import type { Store } from '../../store/store.js';
import type { ApiRequest } from '../api-request.js';
import type { MayUse } from '../permissions/may-use.js';

export function describeResource(
  { specification, endpoints }: Contract,
  store: Store,
  mayUse: MayUse,
): (request: ApiRequest) => Promise<HandlerAnswer> {
  const fields = new Map<Operation, FieldDescriptions>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    const described = describeFields(operation, specification);
    if (described) fields.set(operation, described);
  }

  return async function describeResource(request) {
    const { endpoint } = request;
    const actions: Record<string, FieldDescriptions> = {};
    const object = await loadOwner(request, store);
    for (const operation of endpoint.operations.values()) {
      const described = fields.get(operation);
      if (!described) continue;
      const method = operation.method.toUpperCase();
      if (mayUse(request, method, object)) actions[method] = described;
    }
    const description: ResourceDescription = {
      name: endpoint.title,
      description: endpoint.description,
      renders: [...endpoint.mediaTypes],
      parses: parsedBy(endpoint),
      ...(Object.keys(actions).length > 0 ? { actions } : {}),
    };
    return { status: 200, body: description };
  };
}

function parsedBy({ operations }: Endpoint): string[] {
  return [...new Set([...operations.values()].flatMap(({ content }) => Object.keys(content)))];
}

/** The owner of the document that the path names; null when there is no such document, or the path names none. */
async function loadOwner({ endpoint, pathParameters }: ApiRequest, store: Store): Promise<Owned | null> {
  const id = Number(pathParameters.id);
  if (endpoint.object === undefined || !Number.isSafeInteger(id)) return null;
  return store[endpoint.object].findOne({ _id: id }, { projection: { ownerId: 1 } });
}
