/** Stage 6: answers OPTIONS with what a resource is, renders and parses, and what the user may send (RFC 9110, 9.3.7). */
import type { ResourceDescription } from '#generated/sdk/types.gen.js';
import type { Contract, Endpoint, Operation } from '../../contract/contract.js';
import { describeFields, type FieldDescriptions } from '../../contract/describe-fields.js';
import type { Owned } from '../../extension/permission.js';
import type { AnsweredRequest, AuthenticatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export interface DescriptionParts {
  readonly contract: Contract;
  /** The record that the path names; null when it is missing or the path names none. */
  findObject(request: AuthenticatedRequest): Promise<Owned | null>;
  mayUse(request: AuthenticatedRequest, method: string, object: Owned | null): boolean;
  /** Renders the description. */
  readonly render: Stage<AnsweredRequest>;
}

export function describeResource({
  contract,
  findObject,
  mayUse,
  render,
}: DescriptionParts): Stage<AuthenticatedRequest> {
  const fields = fieldsByOperation(contract);

  return function describeResource(request, next) {
    const { endpoint, method } = request;
    const isAsked = method === 'OPTIONS' && !endpoint.operations.has('options');
    return isAsked ? answer(request) : next(request);
  };

  async function answer(request: AuthenticatedRequest): Promise<void> {
    const answer = { status: 200, body: await describe(request) };
    request.clock.check();
    await render(Object.assign(request, { answer }), async () => undefined);
  }

  async function describe(request: AuthenticatedRequest): Promise<ResourceDescription> {
    const { endpoint } = request;
    const actions: Record<string, FieldDescriptions> = {};
    const object = await findObject(request);
    for (const operation of endpoint.operations.values()) {
      const described = fields.get(operation);
      const method = operation.method.toUpperCase();
      if (described && mayUse(request, method, object)) actions[method] = described;
    }
    return {
      name: endpoint.title,
      description: endpoint.description,
      renders: [...endpoint.mediaTypes],
      parses: parsedBy(endpoint),
      ...(Object.keys(actions).length > 0 ? { actions } : {}),
    };
  }
}

function fieldsByOperation({
  specification,
  endpoints,
}: Contract): ReadonlyMap<Operation, FieldDescriptions> {
  const fields = new Map<Operation, FieldDescriptions>();
  for (const operation of endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    const described = describeFields(operation, specification);
    if (described) fields.set(operation, described);
  }
  return fields;
}

function parsedBy({ operations }: Endpoint): string[] {
  return [...new Set([...operations.values()].flatMap(({ content }) => Object.keys(content)))];
}
