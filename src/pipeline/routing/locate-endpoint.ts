/** Stage 1: the path names an endpoint, or one that lacks its last slash, or nothing. */

import type { Endpoint } from '../../contract/contract.js';
import { NotFound } from '../../errors/index.js';
import type { Stage } from '../api-request.js';
import { MovedPermanently } from './moved-permanently.js';
import { makePathTable } from './path-table.js';

export function locateEndpoint(endpoints: readonly Endpoint[]): Stage {
  const locate = makePathTable(endpoints);
  return function locateEndpoint(request) {
    const { ctx } = request;
    const found = locate(request.path);
    if (found === undefined) {
      const withSlash = request.path.endsWith('/') ? undefined : locate(`${request.path}/`);
      if (withSlash === undefined) throw new NotFound();
      ctx.set('Allow', withSlash.endpoint.allow);
      throw new MovedPermanently(request.method, `${request.path}/${ctx.search}`);
    }
    request.endpoint = found.endpoint;
    request.pathParameters = found.parameters;
    ctx.set('Allow', found.endpoint.allow);
  };
}
