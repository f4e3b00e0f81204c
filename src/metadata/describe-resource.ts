/** Answers OPTIONS: what a resource is, renders and parses, and what the caller may send to it (RFC 9110, 9.3.7). */
import type { ResourceDescription } from '#generated/sdk/types.gen.js';
import type { ApiRequest } from '../api-request.js';
import type { Store } from '../collections/store.js';
import type { Contract, Endpoint, Operation } from '../contract.js';
import { permissionsOf } from '../permissions/permissions.js';
import type { HandlerAnswer } from '../renderers/render-response.js';
import { describeFields, type FieldDescriptions } from './describe-fields.js';

export function describeResource(
  { document, endpoints }: Contract,
  store: Store,
): (request: ApiRequest) => Promise<HandlerAnswer> {
  const fields = new Map<Operation, FieldDescriptions>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    const described = describeFields(operation, document);
    if (described) fields.set(operation, described);
  }

  return async function describeResource(request) {
    const { endpoint } = request;
    const actions: Record<string, FieldDescriptions> = {};
    for (const operation of endpoint.operations.values()) {
      const described = fields.get(operation);
      if (!described) continue;
      const method = operation.method.toUpperCase();
      if (await mayUse(request, method, store)) actions[method] = described;
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

/** Whether the permissions of the path, and of the document that it names, allow the method. */
async function mayUse(request: ApiRequest, method: string, store: Store): Promise<boolean> {
  const { endpoint, user, auth, grant, pathParameters } = request;
  const asked = { method, user, auth, grant };
  const required = permissionsOf(endpoint);
  if (!required.every((permission) => permission.allows?.(asked) ?? true)) return false;
  if (endpoint.object === undefined) return true;
  const id = Number(pathParameters.id);
  if (!Number.isSafeInteger(id)) return false;
  const object = await store[endpoint.object].findOne({ _id: id }, { projection: { ownerId: 1 } });
  return object !== null && required.every((permission) => permission.allowsObject?.(asked, object) ?? true);
}
