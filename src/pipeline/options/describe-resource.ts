/** Describes a resource for OPTIONS: what it is, renders and parses, and what the caller may send (RFC 9110, 9.3.7). */
import type { ResourceDescription } from '#generated/sdk/types.gen.js';
import type { Endpoint } from '../../contract/contract.js';
import type { FindRecord } from '../object-loading/load-record.js';
import type { MayUse } from '../permissions.js';
import type { ApiRequest, Caller, PathParameters } from '../request/api-request.js';
import { describeFields, type FieldDescriptions } from './describe-fields.js';

export interface DescriptionDeps {
  readonly findRecord: FindRecord;
  readonly mayUse: MayUse;
}

export type DescribeResource = (
  request: ApiRequest,
  endpoint: Endpoint,
  pathParameters: PathParameters,
  caller: Caller,
) => Promise<ResourceDescription>;

export function makeDescribeResource({ findRecord, mayUse }: DescriptionDeps): DescribeResource {
  return async function describeResource({ path }, endpoint, pathParameters, caller) {
    const actions: Record<string, FieldDescriptions> = {};
    const record = await findRecord(endpoint, pathParameters);
    for (const operation of endpoint.operations.values()) {
      const described = describeFields(operation);
      const method = operation.method.toUpperCase();
      if (described && mayUse(caller, { endpoint, method, path }, record)) actions[method] = described;
    }
    return {
      name: endpoint.title,
      description: endpoint.description,
      renders: [...endpoint.mediaTypes],
      parses: parsedBy(endpoint),
      ...(Object.keys(actions).length > 0 ? { actions } : {}),
    };
  };
}

function parsedBy({ operations }: Endpoint): string[] {
  return [...new Set([...operations.values()].flatMap(({ content }) => Object.keys(content)))];
}
